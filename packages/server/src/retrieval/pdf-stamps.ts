import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type CourtStamp, findStamps } from '../courts/stamps/find-stamps.ts'
import { findTitle, type TitleReading } from '../courts/titles/find-title.ts'
import { readLayout } from './page-layout.ts'

/** The stamps in the text of a PDF. */
export interface PdfStamps {
  /** Those of the first page that has any. */
  stamps: readonly CourtStamp[]
  /** None was found, and one of its first pages has no text to read, as a scan's. */
  isScan: boolean
}

/** What the first pages of a PDF say about it. */
export interface FirstPages {
  stamps: PdfStamps
  /** From the first page alone. */
  title: TitleReading
}

/** How many pages may lie before the first one that the court stamped. */
export const mostCovers = 2

/**
 * Looks for stamps on the first pages until one has any, and for the title on the first page, which is read once for
 * both. A page with text but no stamp may be a cover, which e-filing systems put before a paper, or the paper itself,
 * with an exhibit from elsewhere behind it: stamps behind one say so.
 */
export async function readFirstPages(file: PDFDocumentProxy): Promise<FirstPages> {
  const last = Math.min(mostCovers + 1, file.numPages)
  let title: TitleReading = { reason: 'no text' }
  let [isScan, isBehindText] = [false, false]
  for (let number = 1; number <= last; number++) {
    const page = await readLayout(await file.getPage(number))
    const hasText = page.fragments.some(({ text }) => text.trim() !== '')
    const found = hasText ? findStamps(page) : []
    if (number === 1) title = findTitle(page, found)
    isScan ||= !hasText
    const stamps = isBehindText ? found.map((stamp) => ({ ...stamp, isBehindText })) : found
    if (stamps.length > 0) return { stamps: { stamps, isScan: false }, title }
    isBehindText ||= hasText
  }
  return { stamps: { stamps: [], isScan }, title }
}
