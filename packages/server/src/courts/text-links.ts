/** A link of a plain text. */
export interface TextLink {
  href: string
  /** Where its address stands. */
  start: number
  end: number
  /** What of it is no text: the address and the brackets around it, where it stands behind words. */
  blank: readonly (readonly [start: number, end: number])[]
}

/**
 * The addresses written out in a text, in the ways programs write a link as text: bare, in `<>` or `[]` or `()` behind its
 * words, as Markdown, and wrapped over lines within its brackets or without any.
 */
export function findTextLinks(text: string): TextLink[] {
  const links: TextLink[] = []
  let last = 0
  for (const { index } of text.matchAll(/https?:\/\//gi)) {
    // The address that another one wraps is a part of it.
    if (index < last) continue
    const link = readLink(text, index)
    links.push(link)
    last = link.end
  }
  return links
}

function readLink(text: string, at: number): TextLink {
  const { open, close } = bracketsAround(text, at)
  const enclosed = close === '' ? undefined : readEnclosed(text, at, { close, isOwn: open !== '(' })
  // The words of a Markdown link may be an address themselves.
  if (!enclosed || (open === '[' && /^\]\(https?:/i.test(text.slice(enclosed.end, enclosed.end + 8))))
    return readBare(text, at)
  const start = at - open.length
  const end = enclosed.end + 1
  const label = open === '](' ? startOfLabel(text, start) : -1
  if (label >= 0)
    return {
      href: enclosed.href,
      start,
      end,
      blank: [
        [label, label + 1],
        [start, end],
      ],
    }
  // Words in parentheses may as well be the clerk's own.
  const isText =
    open === '('
      ? !/uscourts\.gov|showdoc|safelinks|urldefense|mimecast/i.test(enclosed.href)
      : !hasWordsBefore(text, start)
  if (isText) return { href: enclosed.href, start: at, end: enclosed.end, blank: [] }
  return { href: enclosed.href, start, end, blank: [[start, end]] }
}

const closing: Readonly<Record<string, string>> = { '<': '>', '[': ']', '(': ')', '](': ')' }

function bracketsAround(text: string, at: number): { open: string; close: string } {
  const open = text.slice(at - 2, at) === '](' ? '](' : text.slice(Math.max(0, at - 1), at)
  return { open: closing[open] ? open : '', close: closing[open] ?? '' }
}

interface Enclosed {
  href: string
  /** Where the closing bracket stands. */
  end: number
}

/** An address up to its closing bracket, the line breaks taken out; undefined when something else stands in between. */
function readEnclosed(
  text: string,
  at: number,
  { close, isOwn }: { close: string; isOwn: boolean },
): Enclosed | undefined {
  // Most that is open is never closed, and this is told at once.
  if (!text.slice(at, at + longestLink).includes(close)) return undefined
  let depth = 0
  for (let end = at; end < text.length && end - at < longestLink; end++) {
    const character = text.charAt(end)
    if (character === '(') depth++
    if (character === ' ' && isBetweenWords(text, end)) return undefined
    if (character === '>' && isQuoteMark(text, end)) continue
    if (character === close && (close !== ')' || depth-- === 0)) {
      const href = text.slice(at, end).replace(wrap, '')
      return /\s/.test(href) ? undefined : { href, end }
    }
    if (character === '<' || character === '"' || (character === '\n' && !isOwn)) return undefined
    if (character === '>') return undefined
  }
  return undefined
}

/** Whether no wrap could take this space out: what stands on both sides of it is on one line. */
function isBetweenWords(text: string, at: number): boolean {
  return !/[\s>|]/.test(text.charAt(at - 1)) && /[^\s>|]/.test(text.charAt(at + 1))
}

const longestLink = 4_000
/** A line's end with the quotation marks of the next line, and the equals sign of a soft line break. */
const wrap = /=?[ \t]{0,3}\n[ \t]{0,8}(?:[>|][ \t]{0,3}){0,20}/g

function isQuoteMark(text: string, at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 61); before--) {
    const character = text.charAt(before)
    if (character === '\n') return true
    if (!/[\s>|]/.test(character)) return false
  }
  return false
}

function startOfLabel(text: string, close: number): number {
  const from = Math.max(0, close - longestLabel)
  const open = text.slice(from, close).lastIndexOf('[')
  return open < 0 ? -1 : from + open
}

const longestLabel = 500

function hasWordsBefore(text: string, start: number): boolean {
  const before = text.slice(Math.max(0, start - longestLabel), start)
  return /[\p{L}\p{N}]/u.test(before.slice(before.lastIndexOf('\n') + 1))
}

function readBare(text: string, at: number): TextLink {
  const rest = text.slice(at, at + longestLink)
  // Its own address may stand behind it once more, in brackets; what is behind that is not looked at again and again.
  const first = /^[^\s<>"]{1,4000}?(?=\]?[[(]https?:\/\/|[\s<>"]|$)/i.exec(rest)?.[0] ?? ''
  const isRepeated = /^\]?[[(]https?:\/\//i.test(rest.slice(first.length, first.length + 10))
  const pieces = [first]
  let end = at + first.length
  for (let count = 0; !isRepeated && count < mostWraps; count++) {
    const next = wordOfNextLine(text.slice(end, end + longestLink))
    if (!next || !goesOn(pieces.join(''), next.word)) break
    pieces.push(next.word)
    end += next.end
  }
  const whole = pieces.join('')
  const href = withoutEnd(whole)
  return { href, start: at, end: end - (whole.length - href.length), blank: [] }
}

const mostWraps = 12

/** The one word of the next line, and where it ends; undefined when the line has more than that. */
function wordOfNextLine(rest: string): { word: string; end: number } | undefined {
  const front = /^=?[ \t]{0,3}\n[ \t]{0,8}(?:[>|][ \t]{0,3}){0,20}/.exec(rest)?.[0]
  const word = front && /^[^\s<>"]{1,2000}/.exec(rest.slice(front.length))?.[0]
  if (!word) return undefined
  const end = front.length + word.length
  return /^[ \t]{0,9}(?:\n|$)/.test(rest.slice(end, end + 10)) ? { word, end } : undefined
}

/** Whether a line that is nothing but one word belongs to the address that ended the line above. */
function goesOn(address: string, next: string): boolean {
  if (/^https?:/i.test(next) || /[\])]$/.test(address)) return false
  if (/[=&?/%_-]$/.test(address)) return /^[\w.%&=/?-]+$/.test(next)
  return /^[\w.%-]*[&=?][\w.%&=/?-]*$/.test(next) && /[?&][\w-]*(?:=[\w.%-]*)?$/.test(address)
}

/** What stands behind an address and is no part of it: brackets that it did not open, and punctuation. */
function withoutEnd(address: string): string {
  const open = {
    ')': countOf(address, ')') - countOf(address, '('),
    ']': countOf(address, ']') - countOf(address, '['),
  }
  let end = address.length
  while (end > 8) {
    const last = address.charAt(end - 1)
    if (last === ')' || last === ']') {
      if (open[last] <= 0) break
      open[last]--
    } else if (!".,;:!'*|}>\u201d\u2019".includes(last)) break
    end--
  }
  return address.slice(0, end)
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1
}
