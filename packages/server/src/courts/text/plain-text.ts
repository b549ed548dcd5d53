import { hasInk } from './ink.ts'
import { findTextLinks, type TextLink } from './text-links.ts'
import type { VisibleBody, VisibleLine } from './visible-text.ts'

/**
 * Reads the structure of plain text, whose lines end at line feeds. What programs add is blanked so that every offset
 * is preserved: the marks of a quoted forward (`> > `), and the addresses of links that have words (`7<https://…>`,
 * `[7](https://…)`). An address that is itself the text stays.
 */
export function readPlainText(source: string): VisibleBody {
  const quotes = findQuoteMarks(source)
  const found = findTextLinks(source)
  const text = blanked(source, [...quotes, ...found.flatMap(({ blank }) => blank)])
  return { text, lines: textLines(text), links: found.map(toVisible), preformatted: [] }
}

/** A blanked range. */
type Stretch = readonly [start: number, end: number]

function toVisible({ href, start, end }: TextLink): VisibleBody['links'][number] {
  return { href, start, end }
}

function blanked(source: string, stretches: readonly Stretch[]): string {
  if (stretches.length === 0) return source
  const pieces: string[] = []
  let at = 0
  for (const [start, end] of stretches.toSorted((a, b) => a[0] - b[0])) {
    if (start < at) continue
    // Line feeds within a wrapped address are blanked too, so it isn't split into lines; the one after it stays.
    pieces.push(source.slice(at, start), ' '.repeat(end - start))
    at = end
  }
  pieces.push(source.slice(at))
  return pieces.join('')
}

/** The marks at the start of each quoted line. */
function findQuoteMarks(source: string): Stretch[] {
  const marks: Stretch[] = []
  if (!/^[ \t]{0,3}[>|]/m.test(source)) return marks
  for (let start = 0; start < source.length; ) {
    const feed = source.indexOf('\n', start)
    const end = feed < 0 ? source.length : feed
    const to = endOfMarks(source, start, end)
    if (to > start) marks.push([start, to])
    start = end + 1
  }
  return marks
}

function endOfMarks(source: string, start: number, end: number): number {
  let last = start
  for (let at = start; at < end && at - start < longestMarks; at++) {
    const character = source[at]
    if (character === '>' || character === '|') last = at + 1
    else if (character !== ' ' && character !== '\t') break
  }
  return last
}

const longestMarks = 60

function textLines(text: string): VisibleLine[] {
  const lines: VisibleLine[] = []
  let breaks = 0
  let start = 0
  while (start < text.length) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed
    breaks++
    if (hasInk(text.slice(start, end))) {
      lines.push({ start, end, breaks, isCellStart: true })
      breaks = 0
    }
    start = end + 1
  }
  return lines
}
