import { endedBySlash, hiddenTags } from '@courtcrier/contract/hidden-tags.ts'
import type { Span } from '@courtcrier/contract/notice.ts'

/** Decodes one character reference as written in the source (`&nbsp`, `&#8217;`). */
export type DecodeReference = (reference: string) => string

export interface Marking {
  spans: readonly Span[]
  /** Returns the opening tag of a mark covered by the spans with these indexes. */
  open: (places: readonly number[]) => string
  decode: DecodeReference
}

/**
 * Wraps every span of the HTML's visible text in `<mark>`. Spans index into the text of the source as the server reads
 * it: text between tags in source order, references decoded, nothing collapsed, the content of `hiddenTags` left out.
 * Marks the source instead of the browser's tree, because a browser moves text (text directly inside a table).
 * Overlapping spans share marks.
 */
export function markSpans(html: string, { spans, open, decode }: Marking): string {
  const stretches = stretchesOf(spans)
  const output: string[] = []
  let copied = 0
  let visible = 0
  let next = 0
  for (const chunk of visibleChunks(html, decode)) {
    const end = visible + chunk.length
    while (next < stretches.length && (stretches[next]?.end ?? 0) <= visible) next++
    for (let at = next; at < stretches.length; at++) {
      const stretch = stretches[at]
      if (!stretch || stretch.start >= end) break
      // A reference can't be split: it is marked as a whole.
      const from = chunk.isLiteral ? chunk.start + Math.max(0, stretch.start - visible) : chunk.start
      const to = chunk.isLiteral ? chunk.start + Math.min(chunk.length, stretch.end - visible) : chunk.end
      if (from < copied || from >= to) continue
      output.push(html.slice(copied, from), open(stretch.places), html.slice(from, to), '</mark>')
      copied = to
    }
    visible = end
  }
  output.push(html.slice(copied))
  return output.join('')
}

/** Returns the visible text of the HTML by the same rules: the plain view of an email without plain text. */
export function visibleText(html: string, decode: DecodeReference): string {
  let text = ''
  for (const chunk of visibleChunks(html, decode)) {
    const source = html.slice(chunk.start, chunk.end)
    text += chunk.isLiteral ? source : decode(source)
  }
  return text
}

export interface Stretch {
  start: number
  end: number
  places: number[]
}

/**
 * Splits spans, which may overlap, into stretches that don't; each lists the spans that cover it. Empty ones are
 * dropped.
 */
export function stretchesOf(spans: readonly Span[]): Stretch[] {
  const usable = spans.slice(0, mostSpans).filter(([start, end]) => start >= 0 && start < end)
  const edges = [...new Set(usable.flat())].sort((a, b) => a - b)
  const stretches = edges.slice(0, -1).map((start, index) => {
    const end = edges[index + 1] ?? start
    const places = spans
      .slice(0, mostSpans)
      .flatMap(([from, to], place) => (from <= start && to >= end && from < to ? [place] : []))
    return { start, end, places }
  })
  return stretches.filter(({ places }) => places.length > 0)
}

/** More values than any notice has; keeps a hostile email from causing quadratic work. */
const mostSpans = 400

interface Chunk {
  /** Its position in the source. */
  start: number
  end: number
  /** Length of the visible text. */
  length: number
  isLiteral: boolean
}

/** Yields the pieces of visible text in source order: literal runs, and character references one by one. */
function* visibleChunks(html: string, decode: DecodeReference): Generator<Chunk> {
  let at = 0
  while (at < html.length) {
    const open = nextMarkup(html, at)
    yield* textChunks(html, at, { end: open, decode })
    if (open === html.length) return
    at = afterMarkup(html, open)
  }
}

/** Returns the start of the next tag, comment or declaration; a `<` before anything else is text. */
function nextMarkup(html: string, from: number): number {
  for (let at = html.indexOf('<', from); at >= 0; at = html.indexOf('<', at + 1)) {
    if (/[a-z!?/]/i.test(html[at + 1] ?? '')) return at
  }
  return html.length
}

function afterMarkup(html: string, at: number): number {
  if (html.startsWith('<!--', at)) return afterText(html, '-->', at + 4)
  if (!/^<\/?[a-z]/i.test(html.slice(at, at + 3))) return afterText(html, '>', at + 1)
  const isClosing = html[at + 1] === '/'
  const nameEnd = endOfName(html, at + (isClosing ? 2 : 1))
  const end = endOfTag(html, nameEnd)
  const name = html.slice(at + 1, Math.min(nameEnd, at + 12)).toLowerCase()
  if (isClosing || !hiddenTags.has(name) || (endedBySlash.has(name) && isEnded(html, end))) return end
  return closingTag(html, name, end)
}

function afterText(html: string, text: string, from: number): number {
  const found = html.indexOf(text, from)
  return found < 0 ? html.length : found + text.length
}

function endOfName(html: string, from: number): number {
  let at = from
  while (at < html.length && !/[\s/>]/.test(html[at] ?? '')) at++
  return at
}

/** Returns the end of a tag; a `>` inside a quoted value doesn't end it (HTML standard, 13.2.5.32 to 13.2.5.40). */
function endOfTag(html: string, from: number): number {
  let isValue = false
  for (let at = from; at < html.length; at++) {
    const char = html[at] ?? ''
    if (char === '>') return at + 1
    if (/\s/.test(char)) continue
    if (isValue && (char === '"' || char === "'")) {
      const quote = html.indexOf(char, at + 1)
      if (quote < 0) return html.length
      at = quote
    } else if (isValue) {
      while (at + 1 < html.length && !/[\s>]/.test(html[at + 1] ?? '')) at++
    }
    isValue = char === '=' && !isValue
  }
  return html.length
}

/** Whether the tag that ends here has a slash at its end. */
function isEnded(html: string, end: number): boolean {
  return html.endsWith('/>', end)
}

/** Elements that contain markup, so that one may be within another. */
const nested = new Set(['svg', 'math', 'template', 'noscript'])

function closingTag(html: string, name: string, from: number): number {
  const pattern = new RegExp(`<(/?)${name}(?=[\\s/>])`, 'gi')
  pattern.lastIndex = from
  let depth = 1
  for (let tag = pattern.exec(html); tag; tag = pattern.exec(html)) {
    const isClosing = tag[1] === '/'
    pattern.lastIndex = endOfTag(html, pattern.lastIndex)
    if (isClosing) depth--
    else if (nested.has(name) && !(endedBySlash.has(name) && isEnded(html, pattern.lastIndex))) depth++
    if (depth === 0) return tag.index
  }
  return html.length
}

const reference = /&(?:#x[0-9a-f]+|#[0-9]+|[a-z][a-z0-9]*);?/gi

function* textChunks(
  html: string,
  start: number,
  { end, decode }: { end: number; decode: DecodeReference },
): Generator<Chunk> {
  const source = html.slice(start, end)
  let copied = 0
  for (const match of source.matchAll(reference)) {
    const decoded = decode(match[0])
    if (decoded === match[0]) continue
    if (match.index > copied) yield literal(start + copied, start + match.index)
    copied = match.index + match[0].length
    yield { start: start + match.index, end: start + copied, length: decoded.length, isLiteral: false }
  }
  if (source.length > copied) yield literal(start + copied, end)
}

function literal(start: number, end: number): Chunk {
  return { start, end, length: end - start, isLiteral: true }
}
