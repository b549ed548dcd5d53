/** Receives a body's parts in source order. */
export interface HtmlSink {
  text: (chunk: string) => void
  tag?: (name: string, isClosing: boolean) => void
  link?: (href: string) => void
}

/**
 * Feeds a sink from plain markup, several times faster than a tokenizer for all of HTML: complete tags, common
 * character references, comments, styles and titles. Returns false at the first thing that is none of these, and
 * everything fed must then be discarded: any doubt is left to the tokenizer.
 */
export function scanPlainHtml(html: string, sink: HtmlSink): boolean {
  const scan: Scan = { html, sink, at: 0, sign: html.indexOf('&') }
  while (scan.at < html.length) {
    const open = html.indexOf('<', scan.at)
    const end = open < 0 ? html.length : open
    if (!feedText(scan, end)) return false
    if (open < 0) return true
    if (!readMarkup(scan, open)) return false
  }
  return true
}

interface Scan {
  html: string
  sink: HtmlSink
  at: number
  /** The next ampersand, or one already passed. Searching again for each text would take quadratic time. */
  sign: number
}

function feedText(scan: Scan, end: number): boolean {
  const { html, sink } = scan
  let from = scan.at
  if (scan.sign >= 0 && scan.sign < from) scan.sign = html.indexOf('&', from)
  while (scan.sign >= 0 && scan.sign < end) {
    if (scan.sign > from) sink.text(html.slice(from, scan.sign))
    const reference = readReference(html, scan.sign, false)
    if (!reference || reference.end > end) return false
    sink.text(reference.text)
    from = reference.end
    scan.sign = html.indexOf('&', from)
  }
  if (end > from) sink.text(html.slice(from, end))
  return true
}

interface Reference {
  text: string
  end: number
}

const named: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  sect: '\u00a7',
  rsquo: '\u2019',
  lsquo: '\u2018',
  rdquo: '\u201d',
  ldquo: '\u201c',
  ndash: '\u2013',
  mdash: '\u2014',
}

/** The character a reference represents; undefined if only HTML's full rules can tell. */
function readReference(html: string, at: number, isValue: boolean): Reference | undefined {
  const next = html.charCodeAt(at + 1)
  if (!isLetter(next) && next !== hash) return { text: '&', end: at + 1 }
  const semicolon = at + html.slice(at, at + longestReference).indexOf(';')
  const name = semicolon > at ? html.slice(at + 1, semicolon) : ''
  const text = Object.hasOwn(named, name) ? named[name] : numbered(name)
  if (text !== undefined) return { text, end: semicolon + 1 }
  return isValue ? readParameter(html, at) : readUnclosed(html, at)
}

/** `&nbsp ` as courts write it, and the ampersand itself in "P&L": no reference has a single letter. */
function readUnclosed(html: string, at: number): Reference | undefined {
  let end = at + 1
  while (end - at < longestReference && isNameCharacter(html.charCodeAt(end))) end++
  const next = html.charAt(end)
  if (end === at + 2 && next !== ';') return { text: '&', end: at + 1 }
  const isApart = next === ' ' || next === '\n' || next === '<' || next === '&'
  return isApart && html.slice(at + 1, end) === 'nbsp' ? { text: '\u00a0', end } : undefined
}

function numbered(name: string): string | undefined {
  if (!/^#\d{1,4}$/.test(name)) return undefined
  const code = Number(name.slice(1))
  return (code >= 32 && code < 127) || (code >= 160 && code < 55_296) ? String.fromCharCode(code) : undefined
}

/** In an address, a name before an equals sign is a parameter, not a character. */
function readParameter(html: string, at: number): Reference | undefined {
  let end = at + 1
  while (end - at < 40 && isNameCharacter(html.charCodeAt(end))) end++
  return html.charCodeAt(end) === equals ? { text: html.slice(at, end), end } : undefined
}

const longestReference = 9
const hash = 35
const equals = 61
const slash = 47
const greater = 62

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

function isNameCharacter(code: number): boolean {
  return isLetter(code) || (code >= 48 && code <= 57) || code === 95
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12
}

function readMarkup(scan: Scan, open: number): boolean {
  const { html } = scan
  const next = html.charCodeAt(open + 1)
  if (isLetter(next)) return readOpening(scan, open + 1)
  if (next === slash) return readClosing(scan, open + 2)
  return next === 33 && readDeclaration(scan, open)
}

function readDeclaration(scan: Scan, open: number): boolean {
  const { html } = scan
  const isComment = html.startsWith('<!--', open)
  if (!isComment && !isLetter(html.charCodeAt(open + 2))) return false
  const end = isComment ? html.indexOf('-->', open + 4) : html.indexOf('>', open)
  if (end < 0) return false
  // Comments can be closed in ways that no one uses on purpose.
  if (isComment && (/^-?>/.test(html.slice(open + 4, open + 6)) || html.slice(open, end).includes('--!'))) return false
  scan.at = end + (isComment ? 3 : 1)
  return true
}

function readClosing(scan: Scan, start: number): boolean {
  const { html, sink } = scan
  if (!isLetter(html.charCodeAt(start))) return false
  const nameEnd = endOfName(html, start)
  if (html.charCodeAt(nameEnd) !== greater) return false
  sink.tag?.(nameOf(html, start, nameEnd), true)
  scan.at = nameEnd + 1
  return true
}

/** The content of these elements isn't parsed as markup, or isn't shown. */
const unusual = new Set([
  'textarea',
  'iframe',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
  'template',
  'noscript',
  'svg',
  'math',
])
const hidden = new Set(['script', 'style', 'title'])

function readOpening(scan: Scan, start: number): boolean {
  const { html, sink } = scan
  const nameEnd = endOfName(html, start)
  const name = nameOf(html, start, nameEnd)
  if (unusual.has(name)) return false
  sink.tag?.(name, false)
  const attributes = readAttributes(html, nameEnd, name === 'a')
  if (!attributes) return false
  scan.at = attributes.end
  if (name === 'a') sink.link?.(attributes.href)
  return !hidden.has(name) || (!attributes.isClosed && skipHidden(scan, name))
}

interface Attributes {
  href: string
  end: number
  isClosed: boolean
}

function readAttributes(html: string, start: number, isLink: boolean): Attributes | undefined {
  let href = ''
  for (let at = start; at < html.length; ) {
    const code = html.charCodeAt(at)
    if (code === greater) return { href, end: at + 1, isClosed: false }
    if (isSpace(code)) at++
    else if (code === slash) {
      if (html.charCodeAt(at + 1) !== greater) return undefined
      return { href, end: at + 2, isClosed: true }
    } else {
      const attribute = readAttribute(html, at)
      if (!attribute) return undefined
      if (isLink && href === '' && attribute.isHref) {
        const value = decodeValue(attribute.value)
        if (value === undefined) return undefined
        href = value
      }
      at = attribute.end
    }
  }
  return undefined
}

interface Attribute {
  isHref: boolean
  value: string
  end: number
}

function readAttribute(html: string, start: number): Attribute | undefined {
  let at = start
  while (isAttributeName(html.charCodeAt(at))) at++
  if (at === start) return undefined
  const isHref = at - start === 4 && html.slice(start, at).toLowerCase() === 'href'
  while (isSpace(html.charCodeAt(at))) at++
  if (html.charCodeAt(at) !== equals) return { isHref, value: '', end: at }
  do at++
  while (isSpace(html.charCodeAt(at)))
  const quote = html.charAt(at)
  if (quote === '"' || quote === "'") {
    const close = html.indexOf(quote, at + 1)
    return close < 0 ? undefined : { isHref, value: html.slice(at + 1, close), end: close + 1 }
  }
  const from = at
  while (at < html.length && !isSpace(html.charCodeAt(at)) && html.charCodeAt(at) !== greater) at++
  return at === from ? undefined : { isHref, value: html.slice(from, at), end: at }
}

/** Letters, digits and connecting characters; programs write no other attribute names. */
function isAttributeName(code: number): boolean {
  return isNameCharacter(code) || code === 45 || code === 58 || code === 46
}

function decodeValue(value: string): string | undefined {
  let decoded = ''
  let from = 0
  for (let sign = value.indexOf('&'); sign >= 0; sign = value.indexOf('&', from)) {
    const reference = readReference(value, sign, true)
    if (!reference) return undefined
    decoded += value.slice(from, sign) + reference.text
    from = reference.end
  }
  return decoded + value.slice(from)
}

/** Skips to the element's end; its words aren't part of the text. */
function skipHidden(scan: Scan, name: string): boolean {
  const { html } = scan
  for (let at = html.indexOf('</', scan.at); at >= 0; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() !== name) continue
    if (html.charCodeAt(at + 2 + name.length) !== greater) return false
    scan.at = at + 3 + name.length
    return true
  }
  return false
}

function endOfName(html: string, start: number): number {
  let at = start
  while (at < html.length) {
    const code = html.charCodeAt(at)
    if (code === greater || code === slash || isSpace(code)) break
    at++
  }
  return at
}

function nameOf(html: string, start: number, end: number): string {
  return end - start > 10 ? '' : html.slice(start, end).toLowerCase()
}
