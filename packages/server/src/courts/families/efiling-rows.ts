import type { Found } from '@courtcrier/contract/notice.ts'
import type { Body } from '../text/body.ts'
import { findWords } from '../text/found.ts'
import { type LabelRow, mostLabeledLines, readLabelRows, rowWords } from '../text/label-table.ts'
import { linesWithin } from '../text/visible-text.ts'
import { goesOnBelow } from '../text/wrapped-lines.ts'

/** The meanings of e-filing services' labels; each service uses its own words. */
export type EfilingKey =
  | 'heading'
  | 'court'
  | 'number'
  | 'name'
  | 'reference'
  | 'submitted'
  | 'decided'
  | 'reason'
  | 'comments'
  | 'type'
  | 'code'
  | 'description'
  | 'filed by'
  | 'attorney'
  | 'filer'
  | 'contacts'
  | 'document'
  | 'attachment'
  | 'link'
  | 'other'
  | 'tail'

export type EfilingRow = LabelRow<EfilingKey>

/** Builds a table of labels from each key's labels, separated by `|`. */
export function labelsOf(table: Partial<Record<EfilingKey, string>>): Readonly<Record<string, EfilingKey>> {
  const pairs = Object.entries(table).flatMap(([key, labels]) => labels.split('|').map((label) => [label, key]))
  return Object.fromEntries(pairs)
}

/**
 * The rows of the notice itself: from its first heading or number, above which a forwarder may write anything, to its
 * closing words, which signatures follow.
 */
export function readEfilingRows(body: Body, labels: Readonly<Record<string, EfilingKey>>): EfilingRow[] {
  const rows = readLabelRows(body, labels)
  const first = rows.findIndex(({ key }) => key === 'heading' || key === 'reference')
  const inside = rows.slice(Math.max(0, first))
  const tail = inside.findIndex(({ key }) => key === 'tail')
  return tail < 0 ? inside : inside.slice(0, tail + 1)
}

/** The value of the first row with the key, table rows before lines of text. */
export function efilingValue(
  body: Body,
  rows: readonly EfilingRow[],
  key: EfilingKey,
  separator = ' ',
): Found<string> | undefined {
  const own = rows.filter((row) => row.key === key && row.end - row.start <= longestValue)
  for (const row of [...own.filter(({ isCell }) => isCell), ...own.filter(({ isCell }) => !isCell)]) {
    const words = rowWords(
      body,
      separator === ' ' ? withOneValue(body, row) : withLinesBelow(body, row, rows),
      separator,
    )
    if (words) return words
  }
  return undefined
}

/** In plain text, a label that isn't known stands among the lines below a value, which only goes on where it was wrapped. */
function withOneValue(body: Body, row: EfilingRow): EfilingRow {
  if (body.kind === 'html') return row
  const lines = row.lines.map(([start, end]) => ({ start, end, breaks: 1, isCellStart: true }))
  const after = lines.findIndex((line, at) => at > 0 && !goesOnBelow(body, lines[at - 1], line))
  return after < 0 ? row : { ...row, lines: row.lines.slice(0, after) }
}

/** In plain text, a clerk's remarks behind their label go on in the lines below it, up to a gap or another label. */
function withLinesBelow(body: Body, row: EfilingRow, rows: readonly EfilingRow[]): EfilingRow {
  if (body.kind === 'html' || row.lines.length === 0) return row
  const end = rows[rows.indexOf(row) + 1]?.labelStart ?? body.text.length
  const below = linesWithin(body, row.end, end).slice(0, mostRemarks)
  const after = below.findIndex(
    ({ start, end: last, breaks }) => breaks > 1 || likeLabel.test(body.text.slice(start, last)),
  )
  const more = after < 0 ? below : below.slice(0, after)
  return { ...row, lines: [...row.lines, ...more.map((line) => [line.start, line.end] as const)] }
}

const mostRemarks = 100
/** A label may be one that isn't known. */
const likeLabel = /\t|^[\s>|]{0,20}[A-Z][\w /#()-]{0,40}:(?:\s|$)/

/** Every line of the values of rows with the key, without overlong ones. */
export function efilingLines(body: Body, rows: readonly EfilingRow[], key: EfilingKey): Found<string>[] {
  const lines = rows.filter((row) => row.key === key).flatMap((row) => row.lines)
  const short = lines.filter(([start, end]) => end - start <= longestValue)
  return short.flatMap(([start, end]) => findWords(body, start, end) ?? [])
}

const longestValue = 10_000

/** The lines below the first heading that matches the pattern, up to the next heading or the closing words. */
export function linesUnder(body: Body, rows: readonly EfilingRow[], heading: RegExp): Body['lines'] {
  const at = rows.findIndex((row) => isHeading(body, row, heading))
  const found = rows[at]
  if (!found) return []
  const next = rows.slice(at + 1).find(({ key }) => key === 'heading' || key === 'tail')
  const end = next?.labelStart ?? body.text.length
  return body.lines.slice(0, mostLabeledLines).filter(({ start }) => start > found.labelStart && start < end)
}

/** Cells of HTML follow each other without a space, so only the heading's own line is compared. */
export function isHeading(body: Body, { key, labelStart }: EfilingRow, heading: RegExp): boolean {
  const end = key === 'heading' && body.lines.find((line) => line.start === labelStart)?.end
  return end !== false && end !== undefined && heading.test(body.text.slice(labelStart, end).trim())
}
