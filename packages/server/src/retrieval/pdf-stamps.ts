import type { getDocumentProxy } from 'unpdf'
import { type CourtStamp, findStamps } from '../courts/stamps/find-stamps.ts'
import { findTitle, type TitleReading } from '../courts/titles/find-title.ts'
import { readLayout } from './page-layout.ts'

/** The stamps in the text of a PDF. */
export interface PdfStamps {
  /** Those of the first page that has any. */
  stamps: readonly CourtStamp[]
  /** Its first page has no text to read, as a scan's. */
  isScan: boolean
}

/** What the first pages of a PDF say about it. */
export interface FirstPages {
  stamps: PdfStamps
  /** From the first page alone. */
  title: TitleReading
}

/** Courts stamp every page, so the later ones only count if a cover without text was put before them. */
const mostCovers = 2

/** Looks for stamps on the first page that has text, and for the title on the first page, which is read once for both. */
export async function readFirstPages(file: Awaited<ReturnType<typeof getDocumentProxy>>): Promise<FirstPages> {
  const last = Math.min(mostCovers + 1, file.numPages)
  let title: TitleReading = { reason: 'no text' }
  for (let number = 1; number <= last; number++) {
    const page = await readLayout(await file.getPage(number))
    if (number === 1) title = findTitle(page)
    const hasText = page.fragments.some(({ text }) => text.trim() !== '')
    if (!hasText) continue
    const stamps = findStamps(page)
    return { stamps: { stamps, isScan: number > 1 && stamps.length === 0 }, title }
  }
  return { stamps: { stamps: [], isScan: true }, title }
}
