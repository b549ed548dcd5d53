import type { Span } from '@courtcrier/contract/notice.ts'
import type { Body } from '../text/body.ts'
import { squeeze } from '../text/found.ts'
import { mostLabeledLines } from '../text/label-table.ts'
import { linesWithin } from '../text/visible-text.ts'
import type { EfilingRow } from './efiling-rows.ts'
import { ownLinks } from './own-links.ts'

/**
 * Where a row names documents, each by itself. In plain text a name behind its label looks like a value that goes on in
 * the lines below, and blank lines may separate the names.
 */
export function nameSpans(body: Body, rows: readonly EfilingRow[], at: number): readonly Span[] {
  const row = rows[at]
  if (!row || row.isCell || row.lines.length === 0) return row?.lines ?? []
  const end = rows[at + 1]?.labelStart ?? body.text.length
  const below = linesWithin(body, row.end, end).slice(0, mostLabeledLines)
  const after = below.findIndex((line) => line.breaks > mostBreaks || !isWhole(body, line.start, line.end))
  const more = below.slice(0, after < 0 ? below.length : after).map((line): Span => [line.start, line.end])
  return [...row.lines.flatMap((span) => namesIn(body, span)), ...more]
}

/** The names in a value of several lines, each of which ends where one is whole. */
function namesIn(body: Body, [start, end]: Span): Span[] {
  const below = linesWithin(body, start, end)
  const names: Span[] = []
  let from = start
  for (const line of below) {
    if (!isWhole(body, from, line.start)) continue
    names.push([from, line.start])
    from = line.start
  }
  return [...names, [from, end]]
}

/** Whether words are a document's name: that of a file, or linked to it. */
function isWhole(body: Body, start: number, end: number): boolean {
  if (end - start > longestName) return false
  return fileName.test(squeeze(body.text.slice(start, end))) || ownLinks(body, start, end).length > 0
}

/** A file that courts take, at the end of its name. */
const fileName = /^[^\s>|:][^:\t]{0,250}\.(?:pdf|docx?|rtf|wpd|tiff?|xlsx?|zip)$/i

/** With the address of its link, which is blank. */
const longestName = 5_000
/** A blank line between two names. */
const mostBreaks = 2
