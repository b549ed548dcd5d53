import type { Found } from '@courtcrier/contract/notice.ts'
import type { Body } from './body.ts'
import { squeeze, trimSpan } from './found.ts'
import { linksWithin } from './visible-text.ts'

/** A line of a notice that is laid out as labels and values. */
export interface LabelledLine<Label extends string = string> {
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
 * The lines by the label they stand under. Everything below a label of `last` belongs to it: these are the clerk's own
 * words, whatever they look like.
 */
export function groupByLabel<Label extends string>(
  lines: readonly LabelledLine<Label>[],
  last: readonly Label[],
): Map<Label, readonly LabelledLine<Label>[]> {
  const fields = new Map<Label, LabelledLine<Label>[]>()
  let current: LabelledLine<Label>[] = []
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

/** The words are the record and stay as they are; only the paragraphs' breaks are kept of their layout. */
export function readDocketText(body: Body, field: readonly LabelledLine[] | undefined): Found<string> | undefined {
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
  // Plain text notices carry the italics of the HTML ones as literal tags.
  const value = body.kind === 'text' ? joined.replace(/(?: ?<\/?[ibu]> ?)+/gi, ' ').trim() : joined
  const span = trimSpan(body.text, lines[0]?.start ?? 0, lines.at(-1)?.end ?? 0)
  return value === '' ? undefined : { value, span, from: 'body' }
}

/** Forwarded plain text stands behind quotation marks. */
function wordsOf(body: Body, { start, end }: LabelledLine): string {
  const raw = body.text.slice(start, end)
  return squeeze(body.kind === 'text' ? raw.replace(/^[\s>]{1,20}/, '') : raw)
}

function breakBefore(body: Body, line: LabelledLine): string {
  if (line.breaks > 1) return '\n\n'
  return body.kind === 'html' ? '\n' : ' '
}

/**
 * Whether a "Case Name:" below a docket text begins a further case of the notice and is not the clerk's own words: its
 * number follows, and either that is a link to the docket or the case has a docket text of its own.
 */
export function namesFurtherCase(body: Body, lines: readonly LabelledLine[], place: number): boolean {
  const below = lines.slice(place + 1, place + 1 + mostLinesBelow)
  const at = below.findIndex(({ label }) => label === 'case number')
  const number = below[at]
  if (!number || at > 2) return false
  const next = below[at + 1]
  const hasLink = body.links.length > 0 && linksWithin(body, number.start, (next ?? number).end).length > 0
  return hasLink || below.some(({ label }) => label === 'docket text')
}

const mostLinesBelow = 14

/** Whether a sentence on a transaction stands above a case's name, as every notice's own does. */
export function isFollowedByCase(lines: readonly LabelledLine[], place: number): boolean {
  return lines.slice(place + 1, place + mostLinesBelow).some(({ label }) => label === 'case name')
}
