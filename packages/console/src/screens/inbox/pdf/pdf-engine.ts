import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  type PDFDocumentProxy,
  PDFWorker,
} from 'pdfjs-dist'
import { EventBus, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { noteLeftOut } from './left-out-notes.ts'
import { PdfAssets } from './pdf-assets.ts'
import { openingSettings, showingSettings } from './pdf-settings.ts'
import workerSrc from './pdf-worker.ts?worker&url'

GlobalWorkerOptions.workerSrc = workerSrc

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
  /** Shows a page and marks found words on every page. */
  mark: (marks: PdfMarks) => void
  close: () => void
}

/** Words to be marked. */
export interface PdfMarks {
  /** The page to show. */
  page: number
  /** Whole words of the text layer, in any case. */
  words: readonly string[]
  /** Places on pages that are pictures: left, top, width and height in thousandths of the page. */
  places: ReadonlyMap<number, readonly (readonly number[])[]>
}

export interface PdfOptions {
  content: Uint8Array<ArrayBuffer>
  /** The scrolling element; positioned absolutely, as pdf.js requires. */
  container: HTMLDivElement
  onChange: (change: Partial<PdfState>) => void
  /** What a page says from which a picture is left out. */
  leftOut: string
}

/** Why a document can't be shown, as part of a translation key. */
export type PdfProblem = 'password' | 'broken' | 'failed'

/** Renders a document into the container, its first page at full width. Throws errors for `problemOf`. */
export async function openPdf({ content, container, onChange, leftOut }: PdfOptions): Promise<PdfEngine> {
  const { pdf, worker, end } = await load(content)
  const stopReading = readUntilStopped(pdf)
  const bus = new EventBus()
  const viewer = viewerIn(container, bus)
  listen(bus, { viewer, onChange })
  const mark = marker(bus, viewer)
  const notes = noteLeftOut(worker.port, { viewer, text: leftOut })
  bus.on('pagerendered', ({ pageNumber }: { pageNumber: number }) => notes.redraw(pageNumber))
  show(pdf, viewer)
  onChange({ page: 1, pageCount: pdf.numPages })
  const observer = new ResizeObserver(() => refit(viewer))
  observer.observe(container)
  const close = () => {
    observer.disconnect()
    notes.close()
    stopReading()
    // The types don't allow removing a document; the program does.
    viewer.setDocument(null as unknown as PDFDocumentProxy)
    void end()
  }
  return {
    goToPage: (page) => goTo(viewer, page),
    zoom: (direction) => zoom(viewer, direction),
    find: finder(bus),
    mark,
    close,
  }
}

/** Loads a document in a worker of its own, which ends with it. */
async function load(content: PdfOptions['content']) {
  const worker = new PDFWorker()
  // pdf.js transfers the bytes to its worker, which leaves none for the download.
  const loading = getDocument({ ...openingSettings, data: content.slice(), BinaryDataFactory: PdfAssets, worker })
  const end = () => loading.destroy().finally(() => worker.destroy())
  try {
    return { pdf: await loading.promise, worker, end }
  } catch (failure) {
    await end()
    throw failure
  }
}

/**
 * Lets no page arrive after the returned function was called. pdf.js reads all pages in the background, writes an error to
 * the console for each that it doesn't get because the document was closed, and throws for one that it still gets.
 */
function readUntilStopped(pdf: PDFDocumentProxy): () => void {
  let isStopped = false
  const getPage = pdf.getPage.bind(pdf)
  pdf.getPage = (number) =>
    new Promise((resolve, reject) => {
      const unlessStopped =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          if (!isStopped) settle(value)
        }
      getPage(number).then(unlessStopped(resolve), unlessStopped(reject))
    })
  return () => {
    isStopped = true
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
  const viewer = new PDFViewer({ ...showingSettings, container, eventBus, linkService, findController })
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

/** Marks words once the pages are known; places are drawn again with each drawing of their page. */
function marker(bus: EventBus, viewer: PDFViewer): PdfEngine['mark'] {
  let current: PdfMarks | undefined
  let isReady = false
  const apply = () => {
    if (!current || !isReady) return
    const { page, words, places } = current
    goTo(viewer, page)
    if (words.length > 0) bus.dispatch('find', { ...findOptions, type: '', query: [...words], entireWord: true })
    for (const number of places.keys()) drawPlaces(viewer, number, places)
  }
  bus.on('pagesinit', () => {
    isReady = true
    apply()
  })
  bus.on('pagerendered', ({ pageNumber }: { pageNumber: number }) => {
    if (current) drawPlaces(viewer, pageNumber, current.places)
  })
  return (marks) => {
    current = marks
    apply()
  }
}

function drawPlaces(viewer: PDFViewer, page: number, places: PdfMarks['places']): void {
  const element = viewer.getPageView(page - 1)?.div as HTMLElement | undefined
  if (!element) return
  for (const old of element.querySelectorAll(':scope > [data-place]')) old.remove()
  for (const [left = 0, top = 0, width = 0, height = 0] of places.get(page) ?? []) {
    const place = document.createElement('div')
    place.dataset.place = ''
    const share = (value: number) => `${value / 10}%`
    Object.assign(place.style, { left: share(left), top: share(top), width: share(width), height: share(height) })
    element.append(place)
  }
}

const findOptions = { findPrevious: false, caseSensitive: false, highlightAll: true, matchDiacritics: false }

function finder(bus: EventBus): PdfEngine['find'] {
  let last = ''
  return (query, findPrevious = false) => {
    const type = query === last ? 'again' : ''
    last = query
    bus.dispatch('find', { ...findOptions, type, query, findPrevious, entireWord: false })
  }
}
