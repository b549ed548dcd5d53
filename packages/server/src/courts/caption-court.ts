import { type HeadingKind, readHeadingLine } from './directory/court-headings.ts'

/**
 * The court named by a document's caption, in the lines at its top. One line may name the kind and the next the place.
 */
export function readCaptionCourt(text: string): string | undefined {
  let above: HeadingKind | undefined
  for (const line of text.split('\n', captionLines)) {
    const found = readHeadingLine(line.replace(/\s+/g, ' ').trim(), above)
    if (found?.court) return found.court.id
    above = found?.kind ?? above
  }
  return undefined
}

const captionLines = 60
