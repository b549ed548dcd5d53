import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentProxy,
} from 'pdfjs-dist'
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { EventBus, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { PdfAssets } from './pdf-assets.ts'

GlobalWorkerOptions.workerSrc = worker

/** The state of the tools above a document. */
export interface PdfState {
  page: number
  pageCount: number
  /** 1 is the page's actual size. */
  scale: number
  hits?: { current: number; total: number }
}

/** An open document on screen. */
export interface PdfEngine {
  goToPage: (page: number) => void
  zoom: (direction: 'in' | 'out' | 'fit') => void
  /** Finds the text from the start; the same text again moves to the next or previous hit. */
  find: (text: string, isBackwards?: boolean) => void
  close: () => void
}

export interface PdfOptions {
  content: Uint8Array<ArrayBuffer>
  /** The scrolling element; positioned absolutely, as pdf.js requires. */
  container: HTMLDivElement
  onChange: (change: Partial<PdfState>) => void
}

/** Why a document can't be shown, as part of a translation key. */
export type PdfProblem = 'password' | 'broken' | 'failed'

/** Renders a document into the container, its first page at full width. Throws errors for `problemOf`. */
export async function openPdf({ content, container, onChange }: PdfOptions): Promise<PdfEngine> {
  // pdf.js transfers the bytes to its worker, which leaves none for the download.
  const loading = getDocument({
    data: content.slice(),
    BinaryDataFactory: PdfAssets,
    useWorkerFetch: false,
    useSystemFonts: false,
  })
  const pdf = await loading.promise
  const bus = new EventBus()
  const viewer = viewerIn(container, bus)
  listen(bus, { viewer, onChange })
  show(pdf, viewer)
  onChange({ page: 1, pageCount: pdf.numPages })
  const observer = new ResizeObserver(() => refit(viewer))
  observer.observe(container)
  const close = () => {
    observer.disconnect()
    // The types don't allow removing a document; the program does.
    viewer.setDocument(null as unknown as PDFDocumentProxy)
    void loading.destroy()
  }
  return {
    goToPage: (page) => goTo(viewer, page),
    zoom: (direction) => zoom(viewer, direction),
    find: finder(bus),
    close,
  }
}

/** Returns why opening failed. */
export function problemOf(error: unknown): PdfProblem {
  if (error instanceof PasswordException) return 'password'
  return error instanceof InvalidPDFException ? 'broken' : 'failed'
}

function viewerIn(container: HTMLDivElement, eventBus: EventBus): PDFViewer {
  const linkService = new PDFLinkService({
    eventBus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  })
  const findController = new PDFFindController({ eventBus, linkService })
  // Forms are shown but can't be filled in; scripts in documents never run, since there is no scripting manager.
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    annotationMode: 1,
    removePageBorders: true,
  })
  linkService.setViewer(viewer)
  return viewer
}

function show(pdf: PDFDocumentProxy, viewer: PDFViewer): void {
  viewer.setDocument(pdf)
  viewer.linkService.setDocument(pdf, null)
}

interface Listening {
  viewer: PDFViewer
  onChange: PdfOptions['onChange']
}

function listen(bus: EventBus, { viewer, onChange }: Listening): void {
  const onHits = ({ matchesCount }: { matchesCount: { current: number; total: number } }) =>
    onChange({ hits: matchesCount })
  bus.on('pagesinit', () => {
    viewer.currentScaleValue = 'page-width'
  })
  bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => onChange({ page: pageNumber }))
  bus.on('scalechanging', ({ scale }: { scale: number }) => onChange({ scale }))
  bus.on('updatefindmatchescount', onHits)
  bus.on('updatefindcontrolstate', onHits)
}

/** Keeps the "fit" zoom fitting when the size changes. */
function refit(viewer: PDFViewer): void {
  const { currentScaleValue } = viewer
  if (currentScaleValue === 'page-width' && viewer.pagesCount > 0) viewer.currentScaleValue = currentScaleValue
  viewer.update()
}

function goTo(viewer: PDFViewer, page: number): void {
  viewer.currentPageNumber = Math.min(Math.max(page, 1), viewer.pagesCount)
}

function zoom(viewer: PDFViewer, direction: 'in' | 'out' | 'fit'): void {
  if (direction === 'in') viewer.increaseScale()
  else if (direction === 'out') viewer.decreaseScale()
  else viewer.currentScaleValue = 'page-width'
}

function finder(bus: EventBus): PdfEngine['find'] {
  let last = ''
  return (query, findPrevious = false) => {
    const type = query === last ? 'again' : ''
    last = query
    bus.dispatch('find', {
      type,
      query,
      findPrevious,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      matchDiacritics: false,
    })
  }
}
