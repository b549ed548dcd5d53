import type { Found } from '@courtcrier/contract/notice.ts'
import type { Body } from './body.ts'
import { findWords } from './found.ts'
import { type LabelRow, mostLabelledLines, readLabelRows, rowWords } from './label-table.ts'

/** What the labels of e-filing services mean; each service has its own words for them. */
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

/** Spells a table of labels shortly: each key with the labels, separated by `|`, that mean it. */
export function labelsOf(table: Partial<Record<EfilingKey, string>>): Readonly<Record<string, EfilingKey>> {
  const pairs = Object.entries(table).flatMap(([key, labels]) => labels.split('|').map((label) => [label, key]))
  return Object.fromEntries(pairs)
}

/**
 * The rows of the notice itself: from its first heading or number, above which a forwarder may write anything, to that of
 * its closing words, below which signatures stand.
 */
export function readEfilingRows(body: Body, labels: Readonly<Record<string, EfilingKey>>): EfilingRow[] {
  const rows = readLabelRows(body, labels)
  const first = rows.findIndex(({ key }) => key === 'heading' || key === 'reference')
  const inside = rows.slice(Math.max(0, first))
  const tail = inside.findIndex(({ key }) => key === 'tail')
  return tail < 0 ? inside : inside.slice(0, tail + 1)
}

/** The value of the first row with the key, rows of a table before lines of text. */
export function efilingValue(
  body: Body,
  rows: readonly EfilingRow[],
  key: EfilingKey,
  separator = ' ',
): Found<string> | undefined {
  const own = rows.filter((row) => row.key === key && row.end - row.start <= longestValue)
  for (const row of [...own.filter(({ isCell }) => isCell), ...own.filter(({ isCell }) => !isCell)]) {
    const words = rowWords(body, row, separator)
    if (words) return words
  }
  return undefined
}

/** Every line of the values of the rows with the key, those longer than any value left out. */
export function efilingLines(body: Body, rows: readonly EfilingRow[], key: EfilingKey): Found<string>[] {
  const lines = rows.filter((row) => row.key === key).flatMap((row) => row.lines)
  const short = lines.filter(([start, end]) => end - start <= longestValue)
  return short.flatMap(([start, end]) => findWords(body, start, end) ?? [])
}

const longestValue = 10_000

/** The lines below the first heading that the pattern describes, up to the next heading or the closing words. */
export function linesUnder(body: Body, rows: readonly EfilingRow[], heading: RegExp): Body['lines'] {
  const at = rows.findIndex((row) => isHeading(body, row, heading))
  const found = rows[at]
  if (!found) return []
  const next = rows.slice(at + 1).find(({ key }) => key === 'heading' || key === 'tail')
  const end = next?.labelStart ?? body.text.length
  return body.lines.slice(0, mostLabelledLines).filter(({ start }) => start > found.labelStart && start < end)
}

/** Cells of HTML follow each other without a blank: only the heading's own line is its words. */
export function isHeading(body: Body, { key, labelStart }: EfilingRow, heading: RegExp): boolean {
  const end = key === 'heading' && body.lines.find((line) => line.start === labelStart)?.end
  return end !== false && end !== undefined && heading.test(body.text.slice(labelStart, end).trim())
}
