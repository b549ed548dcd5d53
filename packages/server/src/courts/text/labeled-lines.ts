import type { Found } from '@courtcrier/contract/notice.ts'
import type { Body } from './body.ts'
import { squeeze, trimSpan } from './found.ts'
import { linksWithin } from './visible-text.ts'

/** A line of a notice laid out as labels and values. */
export interface LabeledLine<Label extends string = string> {
  text: string
  start: number
  end: number
  /** Line breaks before it; two or more look like a gap. */
  breaks: number
  label?: Label
  /** Where the label ends and its value, if on the same line, starts. */
  valueStart: number
}

/**
 * Groups lines by the label above them. Everything below a label in `last` belongs to it: these are the clerk's own
 * words, whatever they look like.
 */
export function groupByLabel<Label extends string>(
  lines: readonly LabeledLine<Label>[],
  last: readonly Label[],
): Map<Label, readonly LabeledLine<Label>[]> {
  const fields = new Map<Label, LabeledLine<Label>[]>()
  let current: LabeledLine<Label>[] = []
  for (const line of lines) {
    const isOpen = !last.some((label) => fields.has(label))
    if (line.label && isOpen && !fields.has(line.label)) {
      current = []
      fields.set(line.label, current)
    }
    current.push(line)
  }
  return fields
}

/** The words are the record and aren't changed; only the layout's paragraph breaks are preserved. */
export function readDocketText(body: Body, field: readonly LabeledLine[] | undefined): Found<string> | undefined {
  if (!field?.[0]) return undefined
  const lines = [{ ...field[0], start: field[0].valueStart }, ...field.slice(1)]
  const pieces: string[] = []
  for (const line of lines) {
    const words = wordsOf(body, line)
    if (words === '') continue
    if (pieces.length > 0) pieces.push(breakBefore(body, line))
    pieces.push(words)
  }
  const joined = pieces.join('')
  // Plain-text notices contain the italics of the HTML ones as literal tags, also when a program put them into HTML.
  const value = joined.replace(/(?: ?<\/?[ibu]> ?)+/gi, ' ').trim()
  const span = trimSpan(body.text, lines[0]?.start ?? 0, lines.at(-1)?.end ?? 0)
  return value === '' ? undefined : { value, span, from: 'body' }
}

/** Forwarded plain text has quotation marks at the start of lines. */
function wordsOf(body: Body, { start, end }: LabeledLine): string {
  const raw = body.text.slice(start, end)
  return squeeze(body.kind === 'text' ? raw.replace(/^[\s>]{1,20}/, '') : raw)
}

function breakBefore(body: Body, line: LabeledLine): string {
  if (line.breaks > 1) return '\n\n'
  return body.kind === 'html' ? '\n' : ' '
}

/**
 * Whether a "Case Name:" below a docket text starts another case of the notice rather than being the clerk's words: its
 * number follows, and either it links to the docket or the case has its own docket text.
 */
export function namesFurtherCase(body: Body, lines: readonly LabeledLine[], place: number): boolean {
  const below = lines.slice(place + 1, place + 1 + mostLinesBelow)
  const at = below.findIndex(({ label }) => label === 'case number')
  const number = below[at]
  if (!number || at > 2) return false
  const next = below[at + 1]
  const hasLink = body.links.length > 0 && linksWithin(body, number.start, (next ?? number).end).length > 0
  return hasLink || below.some(({ label }) => label === 'docket text')
}

const mostLinesBelow = 14

/** Whether a case's name follows a sentence about a transaction, as in every notice. */
export function isFollowedByCase(lines: readonly LabeledLine[], place: number): boolean {
  return lines.slice(place + 1, place + mostLinesBelow).some(({ label }) => label === 'case name')
}
