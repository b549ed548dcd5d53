import type { Span } from '@courtcrier/contract/notice.ts'
import { scanAnyHtml } from './any-html.ts'
import { hasInk } from './ink.ts'
import type { HtmlSink } from './plain-html.ts'
import { scanPlainHtml } from './plain-html.ts'

/**
 * The text of an HTML body that spans index into: its text in source order, with character references decoded and
 * nothing collapsed, trimmed or inserted. Comments and content that readers never see are left out. Offsets count UTF-16
 * units. Tags aren't balanced first, so the order is the source's even where a browser moves text (text directly inside
 * a table, for example).
 */
export function visibleText(html: string): string {
  return readHtml(html).text
}

/** A link in the body, and the range of visible text that it covers. */
export interface VisibleLink {
  href: string
  start: number
  end: number
}

/** A range of visible text that the markup shows as one line (a paragraph, a cell, the text between two `<br>`). */
export interface VisibleLine {
  start: number
  end: number
  /** Line breaks since the last nonblank line; two or more look like a gap. */
  breaks: number
  /** Whether it is the first line of a table cell. */
  isCellStart: boolean
  /** The same for all lines of a cell, and for those between two tables; absent in plain text. */
  cell?: number
}

export interface VisibleBody {
  text: string
  /** Without blank lines. */
  lines: readonly VisibleLine[]
  links: readonly VisibleLink[]
  /** The spans of HTML's preformatted text, in order. Its line feeds end lines. */
  preformatted: readonly Span[]
}

/** Reads an HTML body's visible text with its lines and links, in one pass and linear time for any markup. */
export function readHtml(html: string): VisibleBody {
  return collectBody((sink) => scanPlainHtml(html, sink)) ?? readAnyHtml(html)
}

/** Does the same with the tokenizer alone, which handles all of HTML. */
export function readAnyHtml(html: string): VisibleBody {
  const body = collectBody((sink) => {
    scanAnyHtml(html, sink)
    return true
  })
  if (!body) throw new Error('the tokenizer reads everything')
  return body
}

function collectBody(feed: (sink: HtmlSink) => boolean): VisibleBody | undefined {
  const chunks: string[] = []
  const lines = collectLines()
  const links: VisibleLink[] = []
  const preformatted = collectPreformatted()
  let openLink: VisibleLink | undefined
  let length = 0
  const closeLink = () => {
    if (openLink) links.push({ ...openLink, end: length })
    openLink = undefined
  }
  const isRead = feed({
    text(chunk) {
      chunks.push(chunk)
      if (preformatted.isOpen()) lines.preformattedText(chunk, length)
      else lines.text(chunk)
      length += chunk.length
    },
    tag(name, isClosing) {
      lines.tag(name, length)
      if (name === 'a' && isClosing) closeLink()
      else if (name === 'pre') preformatted.tag(isClosing, length)
    },
    link(href) {
      if (openLink && madeOfNumber.test(href)) return
      closeLink()
      openLink = { href, start: length, end: length }
    },
  })
  if (!isRead) return undefined
  closeLink()
  lines.flush(length)
  return { text: chunks.join(''), lines: lines.lines, links, preformatted: preformatted.close(length) }
}

/** Phones make links of numbers, also within a link. */
const madeOfNumber = /^\s*(?:tel|sms|x-apple-data-detectors):/i

/** Finds the outermost preformatted elements. */
function collectPreformatted() {
  const spans: Span[] = []
  let depth = 0
  let start = 0
  return {
    isOpen: () => depth > 0,
    tag(isClosing: boolean, length: number) {
      if (!isClosing && depth++ === 0) start = length
      else if (isClosing && depth > 0 && --depth === 0) spans.push([start, length])
    },
    close: (length: number): readonly Span[] => (depth > 0 ? [...spans, [start, length]] : spans),
  }
}

/** The links whose text is within a range of the visible text. */
export function linksWithin(body: VisibleBody, start: number, end: number): readonly VisibleLink[] {
  return partsWithin(body.links, start, end)
}

/** The lines that are within a range of the visible text as a whole. */
export function linesWithin(body: VisibleBody, start: number, end: number): readonly VisibleLine[] {
  return partsWithin(body.lines, start, end)
}

/**
 * Parts are in order and don't overlap. Without binary search, a body of only links and cases, or only documents, would
 * take quadratic time.
 */
function partsWithin<T extends { start: number; end: number }>(parts: readonly T[], start: number, end: number): T[] {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  let last = low
  while (last < parts.length && (parts[last]?.end ?? 0) <= end) last++
  return parts.slice(low, last)
}

/**
 * The visible text of a span, without what is inside elements with the given names (lower case, at most ten letters).
 * An element that is never closed continues to the end, as its formatting does in a browser.
 */
export function textOutside(html: string, [start, end]: Span, names: ReadonlySet<string>): string {
  const kept: string[] = []
  let visible = 0
  let depth = 0
  scanAnyHtml(html, {
    text(chunk) {
      const from = Math.max(0, start - visible)
      const to = Math.min(chunk.length, end - visible)
      visible += chunk.length
      if (depth === 0 && from < to) kept.push(chunk.slice(from, to))
    },
    tag(name, isClosing) {
      if (names.has(name)) depth = isClosing ? Math.max(0, depth - 1) : depth + 1
    },
  })
  return kept.join('')
}

/** Elements that start and end on their own line. */
const blockTags = new Set(
  (
    'address article aside blockquote body br center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 head header ' +
    'hr html li main nav ol p pre section table tbody td tfoot th thead tr ul'
  ).split(' '),
)

const tableTags = new Set(['td', 'th', 'tr', 'table'])

/** Splits the text into lines at block elements. */
function collectLines() {
  const lines: VisibleLine[] = []
  let start = 0
  let breaks = 0
  let isCellStart = false
  let cell = 0
  let isBlank = true
  const flush = (length: number) => {
    if (!isBlank) {
      lines.push({ start, end: length, breaks, isCellStart, cell })
      breaks = 0
      isCellStart = false
      isBlank = true
    }
    start = length
  }
  return {
    lines,
    flush,
    text(chunk: string) {
      if (isBlank && hasInk(chunk)) isBlank = false
    },
    preformattedText(chunk: string, at: number) {
      let from = 0
      for (let feed = chunk.indexOf('\n'); feed >= 0; feed = chunk.indexOf('\n', from)) {
        if (isBlank && hasInk(chunk.slice(from, feed))) isBlank = false
        flush(at + feed)
        breaks++
        from = feed + 1
      }
      if (isBlank && hasInk(chunk.slice(from))) isBlank = false
    },
    tag(name: string, length: number) {
      if (!blockTags.has(name)) return
      flush(length)
      breaks++
      if (tableTags.has(name)) [cell, isCellStart] = [cell + 1, name === 'td' || name === 'th']
    },
  }
}
