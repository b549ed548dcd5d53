import { type PDFViewer, RenderingStates } from 'pdfjs-dist/web/pdf_viewer.mjs'
import { leftOutMessage } from './left-out.ts'

/** Notes on pages that lack a picture. */
export interface LeftOutNotes {
  /** Draws the note of a page that was drawn, after which nothing else is left on it. */
  redraw: (page: number) => void
  close: () => void
}

/** Says on each page from which the worker leaves out a picture that one is missing, and what to do. */
export function noteLeftOut(worker: Worker, { viewer, text }: { viewer: PDFViewer; text: string }): LeftOutNotes {
  const pages = new Set<number>()
  const redraw = (page: number) => {
    const element = viewer.getPageView(page - 1)?.div as HTMLElement | undefined
    if (!element || !pages.has(page) || element.querySelector(':scope > [data-left-out]')) return
    const note = document.createElement('p')
    note.dataset.leftOut = ''
    note.textContent = text
    element.append(note)
  }
  const hear = ({ data }: MessageEvent) => {
    if (data !== leftOutMessage) return
    for (let page = 1; page <= viewer.pagesCount; page++) {
      if (viewer.getPageView(page - 1)?.renderingState !== RenderingStates.RUNNING) continue
      pages.add(page)
      redraw(page)
    }
  }
  worker.addEventListener('message', hear)
  return { redraw, close: () => worker.removeEventListener('message', hear) }
}
