import type { getDocumentProxy } from 'unpdf'
import { type CourtStamp, findStamps } from '../courts/stamps/find-stamps.ts'
import { readLayout } from './page-layout.ts'

/** The stamps in the text of a PDF. */
export interface PdfStamps {
  /** Those of the first page that has any. */
  stamps: readonly CourtStamp[]
  /** Its first page has no text to read, as a scan's. */
  isScan: boolean
}

/** Courts stamp every page, so the later ones only count if a cover without text was put before them. */
const mostCovers = 2

/** Looks for stamps on the first page that has text. */
export async function readStamps(file: Awaited<ReturnType<typeof getDocumentProxy>>): Promise<PdfStamps> {
  const last = Math.min(mostCovers + 1, file.numPages)
  for (let number = 1; number <= last; number++) {
    const page = await readLayout(await file.getPage(number))
    const hasText = page.fragments.some(({ text }) => text.trim() !== '')
    if (!hasText) continue
    const stamps = findStamps(page)
    return { stamps, isScan: number > 1 && stamps.length === 0 }
  }
  return { stamps: [], isScan: true }
}
