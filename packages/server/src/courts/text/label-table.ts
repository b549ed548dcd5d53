import type { Found, Span } from '@courtcrier/contract/notice.ts'
import { withoutEnd } from '@courtcrier/lib/without-end.ts'
import type { Body } from './body.ts'
import { findWords, squeeze } from './found.ts'
import { linksWithin } from './visible-text.ts'
import { goesOnBelow } from './wrapped-lines.ts'

/** A label in a notice and the value next to, after or below it. */
export interface LabelRow<Key extends string> {
  key: Key
  /** Where the label begins. */
  labelStart: number
  /** The value's range in the body, empty (`start === end`) if the notice leaves it blank. */
  start: number
  end: number
  /** The value's lines, if any. */
  lines: readonly Span[]
  /** Whether label and value are table cells, unlike a note above the notice or a signature below it. */
  isCell: boolean
}

/** No notice has this many lines; a longer body is read only up to here. */
export const mostLabeledLines = 5_000

/**
 * The label/value pairs of a body in order: rows of two cells, `Label: value` lines, and a label with its value on the
 * next line. `labels` maps each known label, in lower case and without its colon, to a key; one system's labels differ
 * between states and years, so several map to the same key. Labels with the key `heading` have no value; one with the
 * key `tail` ends the notice.
 */
export function readLabelRows<Key extends string>(body: Body, labels: Readonly<Record<string, Key>>): LabelRow<Key>[] {
  const lines = body.lines.slice(0, mostLabeledLines)
  const marks = lines.map((line) => findLabel(body, line, labels))
  const cellGap = body.kind === 'html' ? findCellGap(lines, marks) : 0
  const lineGap = body.kind === 'html' ? 2 : findLineGap(lines, marks)
  const rows: LabelRow<Key>[] = []
  let valueEnd = -1
  for (const [at, mark] of marks.entries()) {
    const line = lines[at]
    // A value may look like a label: the link "Download Document" in the row of that name.
    if (!mark || !line || line.start < valueEnd) continue
    const isInline = mark.hasInlineValue
    const values = isInline
      ? [[mark.valueStart, endOfWrapped({ body, lines, marks, at })] as const]
      : mark.key === 'heading'
        ? []
        : valueLines({ body, lines, marks, at, cellGap, lineGap })
    const [first, last] = [values[0], values.at(-1)]
    valueEnd = last?.[1] ?? valueEnd
    rows.push({
      key: mark.key,
      labelStart: line.start,
      start: first?.[0] ?? line.end,
      end: last?.[1] ?? line.end,
      lines: values,
      isCell: body.kind === 'html' && line.isCellStart && !isInline,
    })
  }
  return rows
}

/** The words of a row's value, with its lines joined; undefined if blank. */
export function rowWords(body: Body, row: LabelRow<string> | undefined, separator = ' '): Found<string> | undefined {
  const lines = (row?.lines ?? []).flatMap(([start, end]) => findWords(body, start, end) ?? [])
  const [first, last] = [lines[0]?.span, lines.at(-1)?.span]
  if (!first || !last) return undefined
  return { value: lines.map(({ value }) => value).join(separator), span: [first[0], last[1]], from: 'body' }
}

interface Mark<Key extends string> {
  key: Key
  valueStart: number
  hasInlineValue: boolean
}

type Line = Body['lines'][number]

const longestLabel = 80
/** A value separated from its label by more white space than this doesn't belong to it for a reader. */
const longestGap = 400

function findLabel<Key extends string>(
  body: Body,
  line: Line,
  labels: Readonly<Record<string, Key>>,
): Mark<Key> | undefined {
  const head = body.text.slice(line.start, Math.min(line.end, line.start + longestLabel))
  const match = labelPattern.exec(head)
  if (!match?.[1]) return undefined
  const words = squeeze(match[1]).replace(/\*/g, '').toLowerCase()
  const own = [words, withoutEnd(words, /[.,]/)].find((spelling) => Object.hasOwn(labels, spelling))
  const key = own === undefined ? undefined : labels[own]
  if (key === undefined) return undefined
  const valueStart = line.start + match[0].length
  return {
    key,
    valueStart,
    hasInlineValue:
      squeeze(body.text.slice(valueStart, Math.min(line.end, valueStart + longestGap))).replace(/\*/g, '') !== '',
  }
}

/**
 * A label ends at its colon, at a tab or a wide gap (tables turned into text), after its number sign, or with the line.
 */
const labelPattern =
  /^[\s>*]{0,20}([a-z][a-z0-9 .,/()'&*-]{0,60}?#?)(?:\*{0,2}\s*:\*{0,2}|\t|\s{2,}|(?<=#)\s*(?=\w)|\s*$)/i

/**
 * How many line breaks separate a label's cell from its value's: the smallest number found, when neither is blank. A
 * new row adds two, and a blank cell adds its own. The number itself depends on what mail programs put into cells.
 */
function findCellGap(lines: readonly Line[], marks: readonly (Mark<string> | undefined)[]): number {
  let fewest = Number.POSITIVE_INFINITY
  for (const [at, mark] of marks.entries()) {
    const next = lines[at + 1]
    if (mark && !mark.hasInlineValue && lines[at]?.isCellStart && next?.isCellStart) {
      fewest = Math.min(fewest, next.breaks)
    }
  }
  return fewest
}

/**
 * How many line breaks separate most labels from the values below them in plain text: one, or those of the blank lines that
 * Outlook puts around every cell. A single label above a blank line has no value.
 */
function findLineGap(lines: readonly Line[], marks: readonly (Mark<string> | undefined)[]): number {
  const counts = Array.from({ length: mostBlank + 1 }, () => 0)
  for (const [at, mark] of marks.entries()) {
    const isAbove = mark && !mark.hasInlineValue && mark.key !== 'heading' && mark.key !== 'tail' && !marks[at + 1]
    const gap = isAbove ? (lines[at + 1]?.breaks ?? 0) : 0
    if (gap > 0 && gap <= mostBlank) counts[gap] = (counts[gap] ?? 0) + 1
  }
  const most = Math.max(...counts)
  return most < fewestBelow ? 1 : counts.indexOf(most)
}

const fewestBelow = 3
const mostBlank = 6

interface LabelPosition<Key extends string> {
  body: Body
  lines: readonly Line[]
  marks: readonly (Mark<Key> | undefined)[]
  at: number
  cellGap: number
  lineGap: number
}

/** Where a value ends that a mail program may have wrapped behind its label. */
function endOfWrapped<Key extends string>({
  body,
  lines,
  marks,
  at,
}: Omit<LabelPosition<Key>, 'cellGap' | 'lineGap'>): number {
  let last = at
  while (last - at < mostWrapped && !marks[last + 1] && goesOnBelow(body, lines[last], lines[last + 1])) last++
  return lines[last]?.end ?? 0
}

const mostWrapped = 20

/** The lines of a value that isn't on its label's line. */
function valueLines<Key extends string>({ body, lines, marks, at, cellGap, lineGap }: LabelPosition<Key>): Span[] {
  const [label, first, mark] = [lines[at], lines[at + 1], marks[at + 1]]
  const isTable = body.kind === 'html' && label?.isCellStart === true
  if (!label || !first || (mark && (!isTable || mark.hasInlineValue))) return []
  if (isTable && (!first.isCellStart || first.breaks > cellGap + 1)) return []
  if (!isTable && !isBelow({ body, label, first, lineGap })) return []
  const rowGap = isTable ? cellGap + 2 : Number.POSITIVE_INFINITY
  const values: Span[] = [[first.start, first.end]]
  for (let next = at + 2; next < lines.length && values.length < mostValueLines; next++) {
    const line = lines[next]
    if (!line || marks[next]?.key === 'tail') break
    if (line.breaks >= rowGap || (isTable && line.cell !== first.cell)) break
    if (endsValue({ body, line, isTable, isLabel: marks[next] !== undefined })) break
    values.push([line.start, line.end])
  }
  return values
}

/**
 * Whether a line is directly below a label, or as far below it as all values are. A label that is a link is the value of
 * another one.
 */
function isBelow({ body, label, first, lineGap }: { body: Body; label: Line; first: Line; lineGap: number }): boolean {
  if (body.kind === 'html') return first.breaks <= lineGap
  const isLink = linksWithin(body, label.start, label.end).length > 0
  return first.breaks === 1 || (first.breaks === lineGap && !isLink)
}

const mostValueLines = 1_000

interface NextLine {
  body: Body
  line: Line
  isTable: boolean
  isLabel: boolean
}

/** Within a cell nothing is a label, because a clerk's remarks may quote any. */
function endsValue({ body, line, isTable, isLabel }: NextLine): boolean {
  if (isTable) return line.isCellStart
  return isLabel || body.kind === 'html' || line.breaks > 1
}
