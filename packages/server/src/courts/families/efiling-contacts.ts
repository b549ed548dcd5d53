import type { Span } from '@courtcrier/contract/notice.ts'
import type { Body } from '../text/body.ts'
import { trimSpan } from '../text/found.ts'
import { mostLabeledLines } from '../text/label-table.ts'
import { linesWithin } from '../text/visible-text.ts'
import type { EfilingRow } from './efiling-rows.ts'

/**
 * The lines of the people whom a service lists as served. It lists them by party, with a blank line between two, which
 * ends a value in plain text and in HTML that was made of it.
 */
export function contactLines(body: Body, rows: readonly EfilingRow[]): Span[] {
  return rows.flatMap((row, at) => {
    if (row.key !== 'contacts') return []
    if (row.isCell) return [...row.lines]
    const end = rows[at + 1]?.labelStart ?? body.text.length
    return [...row.lines.flatMap((span) => asWritten(body, span)), ...linesBelow(body, row, end)]
  })
}

/** A value next to its label goes on in the lines below that a mail program may have wrapped: here each may be a person. */
function asWritten(body: Body, [start, end]: Span): Span[] {
  const below = linesWithin(body, start, end)
  const first = trimSpan(body.text, start, below[0]?.start ?? end)
  const lines = below.map((line): Span => [line.start, line.end])
  const spans = first[0] < first[1] ? [first, ...lines] : lines
  return spans.slice(0, -1).some(([from, to]) => isOfList(body, from, to)) ? spans : [[start, end]]
}

/** Up to the first line that neither names a party nor a person as the service does: anything may stand below. */
function linesBelow(body: Body, row: EfilingRow, end: number): Span[] {
  const below = linesWithin(body, row.end, end).slice(0, mostLabeledLines)
  const after = below.findIndex((line) => !isOfList(body, line.start, line.end))
  return below.slice(0, after < 0 ? below.length : after).map((line): Span => [line.start, line.end])
}

/** `John Doe:` or `Jane Roe (jane@example.com)`. */
function isOfList({ text }: Body, start: number, end: number): boolean {
  return end - start <= longestLine && ofList.test(text.slice(start, end))
}

const longestLine = 1_000
const ofList = /^[\s>|]{0,20}[^\s>|(@][^(@]{0,120}(?:\([^()\s]{1,130}@[^()]{3,500}\)|:)\s{0,20}$/
