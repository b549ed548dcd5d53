import type { Body } from '../../text/body.ts'
import { findLabel, type LabeledPart, type LabelTree, skipSpace } from './labels.ts'

/** A line, a cell, or a column of a plain-text line, with the label it begins with. */
export interface Stretch {
  /** After any quotation marks of quoted mail. */
  start: number
  end: number
  /** Line breaks before it; 0 for a column further right on the same line. */
  breaks: number
  isCellStart: boolean
  /** Its horizontal position. */
  indent: number
  label?: LabeledPart
  /** Whether it contains a link to a document. */
  hasLink?: boolean
  /** Where the value starts; the same as `end` if the label is alone. */
  valueStart: number
}

/** Notices are far shorter; a format doesn't read beyond this. */
export const mostLines = 20_000

/** Splits the body at lines, cells and columns. Examines each character only a few times. */
export function cutStretches(body: Body, labels: LabelTree): Stretch[] {
  const stretches: Stretch[] = []
  for (const line of body.lines.slice(0, mostLines)) {
    const start = body.kind === 'text' ? skipQuoteMarks(body.text, line.start, line.end) : line.start
    const from = skipSpace(body.text, start, line.end)
    if (from >= line.end) continue
    const first = { ...line, start: from, indent: from - start }
    for (const part of cutColumns(body, first, labels)) stretches.push(withLabel(part, body.text, labels))
  }
  return stretches
}

type Cut = Omit<Stretch, 'label' | 'valueStart'>

function withLabel(cut: Cut, text: string, labels: LabelTree): Stretch {
  const found = findLabel(labels, text, cut.start, cut.end)
  const { start, end, breaks, isCellStart, indent } = cut
  const plain = { start, end, breaks, isCellStart, indent }
  return found ? { ...plain, label: found.part, valueStart: found.valueStart } : { ...plain, valueStart: start }
}

/** Splits several labels on one line, separated by tabs, bars or spaces: `Case No.: 12-345    Filed: 1/2/2026`. */
function cutColumns({ kind, text }: Body, line: Cut, labels: LabelTree): Cut[] {
  const isGap = kind === 'text' ? isTextGap : isHtmlGap
  const cuts: Cut[] = []
  let start = line.start
  const last = Math.min(line.end, line.start + longestColumns)
  for (let at = line.start; at < last; at++) {
    if (!isGap(text.charCodeAt(at), text.charCodeAt(at + 1))) continue
    const next = skipGap(text, at, last)
    if (next < last && next > start && findLabel(labels, text, next, line.end)) {
      cuts.push({ ...line, start, end: at, ...(cuts.length > 0 && { breaks: 0 }) })
      start = next
    }
    at = next - 1
  }
  return [...cuts, { ...line, start, ...(cuts.length > 0 && { breaks: 0 }) }]
}

/** Lines of a docket text are longer; lines with columns aren't. */
const longestColumns = 2_000

function isTextGap(code: number, next: number): boolean {
  return code === 9 || code === bar || (code === 32 && next === 32)
}

/** In HTML, only no-break spaces display as more than one space. */
function isHtmlGap(code: number, next: number): boolean {
  return code === bar || (code === noBreakSpace && (next === noBreakSpace || next === 32))
}

const bar = 124
const noBreakSpace = 0xa0

function skipGap(text: string, start: number, end: number): number {
  let at = start
  while (at < end && [9, 10, 13, 32, bar, noBreakSpace].includes(text.charCodeAt(at))) at++
  return at
}

/** `> > ` before the lines of forwarded and quoted mail. */
function skipQuoteMarks(text: string, start: number, end: number): number {
  let at = start
  for (let seen = at; seen < end && seen - start < 40; seen++) {
    const code = text.charCodeAt(seen)
    if (code === 62) at = seen + 1
    else if (code !== 32) break
  }
  return at
}
