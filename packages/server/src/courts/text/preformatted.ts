import type { Span } from '@courtcrier/contract/notice.ts'
import { readPlainText } from './plain-text.ts'
import { linksWithin, type VisibleBody, type VisibleLine } from './visible-text.ts'

type Written = VisibleBody & { kind: 'html' | 'text' }

/**
 * An HTML body whose words are mostly preformatted is a plain-text message that a mail program put into HTML: it is read
 * as the text it was, with addresses as links. Offsets are preserved.
 */
export function asWritten<Body extends Written>(body: Body): Body {
  if (body.kind === 'text') return body
  if (body.preformatted.length === 0) return isInParagraphs(body) ? withTextLines(body) : body
  const { inside, outside } = divide(body)
  if (lengthOf(inside) <= lengthOf(outside)) return body
  const texts = body.preformatted.map((span) => readStretch(body.text, span))
  // Some programs make addresses links in preformatted text, too.
  const isNew = ({ start, end }: { start: number; end: number }) => linksWithin(body, start, end + 1).length === 0
  const found = texts.flatMap(({ links }) => links.filter(isNew))
  return {
    ...body,
    kind: 'text',
    text: withStretches(body.text, texts),
    lines: [...outside, ...texts.flatMap(({ lines }) => lines)].toSorted((a, b) => a.start - b.start),
    links: [...body.links, ...found].toSorted((a, b) => a.start - b.start),
  }
}

/**
 * Whether each line of a plain-text message was put into a paragraph of its own, and so were its blank lines, as Outlook
 * and Gmail do. Text has no tables, and no links but addresses.
 */
function isInParagraphs({ text, lines, links }: Written): boolean {
  const [first] = lines
  if (!first || lines.length < fewestLines || lines.some(({ isCellStart, cell }) => isCellStart || cell !== first.cell))
    return false
  const within = lines.filter(({ breaks }) => breaks < paragraphBreaks).length
  const gaps = lines.filter(({ breaks }) => breaks > paragraphBreaks).length
  const isSingle = within <= lines.length / mostWithin && lines.length - within - gaps >= fewestLines / 2
  return isSingle && gaps >= fewestGaps && links.every(({ start, end }) => isAddress(text.slice(start, end)))
}

const fewestLines = 8
const fewestGaps = 3
/** A header block above, with its lines in one paragraph, is at most a fourth of all lines. */
const mostWithin = 4
/** The end of an element and the beginning of the next. */
const paragraphBreaks = 2

function isAddress(words: string): boolean {
  return /^\s*(?:https?:\/\/|www\.|[^\s@]{1,100}@)\S{1,4000}\s*$/i.test(words) || words.trim() === ''
}

function withTextLines<Body extends Written>(body: Body): Body {
  const lines = body.lines.map((line) => ({
    ...line,
    breaks: line.breaks > paragraphBreaks ? 2 : 1,
    isCellStart: true,
  }))
  return { ...body, kind: 'text', lines }
}

type Lines = VisibleLine[]

/** Lines and spans are in order, so one pass over both tells which lines are within one. */
function divide({ lines, preformatted }: VisibleBody): { inside: Lines; outside: Lines } {
  const parts: { inside: Lines; outside: Lines } = { inside: [], outside: [] }
  let at = 0
  for (const line of lines) {
    while (at < preformatted.length && (preformatted[at]?.[1] ?? 0) <= line.start) at++
    const isInside = line.start >= (preformatted[at]?.[0] ?? Number.POSITIVE_INFINITY)
    parts[isInside ? 'inside' : 'outside'].push(line)
  }
  return parts
}

function lengthOf(lines: Lines): number {
  return lines.reduce((sum, { start, end }) => sum + end - start, 0)
}

interface Stretch extends Omit<VisibleBody, 'preformatted'> {
  span: Span
}

function readStretch(text: string, span: Span): Stretch {
  const [start] = span
  const { text: words, lines, links } = readPlainText(text.slice(...span))
  const shift = <Ranged extends { start: number; end: number }>(one: Ranged): Ranged => ({
    ...one,
    start: one.start + start,
    end: one.end + start,
  })
  return { span, text: words, lines: lines.map(shift), links: links.map(shift) }
}

function withStretches(text: string, stretches: readonly Stretch[]): string {
  const pieces: string[] = []
  let at = 0
  for (const { span, text: words } of stretches) {
    pieces.push(text.slice(at, span[0]), words)
    at = span[1]
  }
  return [...pieces, text.slice(at)].join('')
}
