import type { Found, Span } from '@courtcrier/contract/notice.ts'
import { withoutEnd } from '../base/lib/without-end.ts'
import type { Body } from './body.ts'
import { findWords, squeeze } from './found.ts'

/** A label of a notice and the value beside, behind or below it. */
export interface LabelRow<Key extends string> {
  key: Key
  /** Where the label begins. */
  labelStart: number
  /** The value's stretch of the body, empty (`start === end`) where the notice leaves it blank. */
  start: number
  end: number
  /** The value's lines, or none. */
  lines: readonly Span[]
  /** Whether label and value are cells of a table, which a note above the notice or a signature below it is not. */
  isCell: boolean
}

/** No notice has as many lines; a longer body is read no further. */
export const mostLabelledLines = 5_000

/**
 * The label/value pairs of a body in order: rows of two cells, `Label: value` lines, and a label with its value on the
 * next line. `labels` maps each known label, in lower case and without its colon, to a key; the labels of one system
 * differ between states and years, so several map to the same key. Labels of the key `heading` have no value;
 * one of the key `tail` ends the notice.
 */
export function readLabelRows<Key extends string>(body: Body, labels: Readonly<Record<string, Key>>): LabelRow<Key>[] {
  const lines = body.lines.slice(0, mostLabelledLines)
  const marks = lines.map((line) => findLabel(body, line, labels))
  const cellGap = body.kind === 'html' ? findCellGap(lines, marks) : 0
  const rows: LabelRow<Key>[] = []
  let valueEnd = -1
  for (const [at, mark] of marks.entries()) {
    const line = lines[at]
    // A value may read like a label: the link "Download Document" in the row of that name.
    if (!mark || !line || line.start < valueEnd) continue
    const lineRange: Span = [mark.valueStart, line.end]
    const isInline = mark.hasInlineValue
    const values = isInline
      ? [lineRange]
      : mark.key === 'heading'
        ? []
        : valueLines({ body, lines, marks, at, cellGap })
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

/** The words of a row's value, its lines joined; undefined when it is blank. */
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
/** More white space than this between a label and its value is none that a reader would follow. */
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

/** The label ends at its colon, at a tab or a wide gap (tables turned into text), behind its number sign, or with the line. */
const labelPattern =
  /^[\s>*]{0,20}([a-z][a-z0-9 .,/()'&*-]{0,60}?#?)(?:\*{0,2}\s*:\*{0,2}|\t|\s{2,}|(?<=#)\s*(?=\w)|\s*$)/i

/**
 * How many line breaks lie between a label's cell and its value's: fewest where neither is blank. A new row breaks twice
 * more, and a blank cell adds its own breaks; the number itself depends on what mail programs put into cells.
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

interface Place<Key extends string> {
  body: Body
  lines: readonly Line[]
  marks: readonly (Mark<Key> | undefined)[]
  at: number
  cellGap: number
}

/** The lines of the value that does not stand behind its label. */
function valueLines<Key extends string>({ body, lines, marks, at, cellGap }: Place<Key>): Span[] {
  const [label, first, mark] = [lines[at], lines[at + 1], marks[at + 1]]
  const isTable = body.kind === 'html' && label?.isCellStart === true
  if (!label || !first || (mark && (!isTable || mark.hasInlineValue))) return []
  if (isTable && (!first.isCellStart || first.breaks > cellGap + 1)) return []
  if (!isTable && first.breaks > (body.kind === 'html' ? 2 : 1)) return []
  const rowGap = isTable ? cellGap + 2 : Number.POSITIVE_INFINITY
  const values: Span[] = [[first.start, first.end]]
  for (let next = at + 2; next < lines.length && values.length < mostValueLines; next++) {
    const line = lines[next]
    if (!line || marks[next]?.key === 'tail') break
    if (line.breaks >= rowGap || endsValue({ body, line, isTable, isLabel: marks[next] !== undefined })) break
    values.push([line.start, line.end])
  }
  return values
}

const mostValueLines = 1_000

interface NextLine {
  body: Body
  line: Line
  isTable: boolean
  isLabel: boolean
}

/** Within a cell nothing is a label: a clerk's remarks may quote any. */
function endsValue({ body, line, isTable, isLabel }: NextLine): boolean {
  if (isTable) return line.isCellStart
  return isLabel || body.kind === 'html' || line.breaks > 1
}
