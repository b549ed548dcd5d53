import { isAt, labelsOf } from './host-labels.ts'

/** A link in plain text. */
export interface TextLink {
  href: string
  /** Where its address starts. */
  start: number
  end: number
  /** What isn't text: the address with its brackets, if it follows words. */
  blank: readonly (readonly [start: number, end: number])[]
}

/**
 * Finds the addresses in a text, in the ways programs write links as text: bare, in `<>`, `[]` or `()` after its words,
 * as Markdown, and wrapped over lines with or without brackets.
 */
export function findTextLinks(text: string): TextLink[] {
  const links: TextLink[] = []
  let last = 0
  for (const { index } of text.matchAll(/https?:\/\//gi)) {
    // An address wrapped by another one is part of it.
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
  // The words of a Markdown link may themselves be an address.
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
  const blankStart = open === '(' ? startOfParentheses(enclosed.href, start) : endOfWordsBefore(text, start)
  if (blankStart === undefined) return { href: enclosed.href, start: at, end: enclosed.end, blank: [] }
  return { href: enclosed.href, start, end, blank: [[blankStart, end]] }
}

/** Words in parentheses could also be the clerk's own. */
function startOfParentheses(href: string, start: number): number | undefined {
  return /uscourts\.gov|showdoc|safelinks|urldefense|mimecast/i.test(href) ? start : undefined
}

const closing: Readonly<Record<string, string>> = { '<': '>', '[': ']', '(': ')', '](': ')' }

function bracketsAround(text: string, at: number): { open: string; close: string } {
  const open = text.slice(at - 2, at) === '](' ? '](' : text.slice(Math.max(0, at - 1), at)
  return { open: closing[open] ? open : '', close: closing[open] ?? '' }
}

interface Enclosed {
  href: string
  /** Where the closing bracket is. */
  end: number
}

/** Reads an address up to its closing bracket, with line breaks removed; undefined if anything else is in between. */
function readEnclosed(
  text: string,
  at: number,
  { close, isOwn }: { close: string; isOwn: boolean },
): Enclosed | undefined {
  // Most open brackets are never closed, which this check detects at once.
  if (!text.slice(at, at + longestLink).includes(close)) return undefined
  let depth = 0
  for (let end = at; end < text.length && end - at < longestLink; end++) {
    const character = text.charAt(end)
    if (character === '(') depth++
    if (character === ' ' && isBetweenWords(text, end)) return readLabeled(text, { at, end, close })
    if (character === '>' && isQuoteMark(text, end)) continue
    if (character === close && (close !== ')' || depth-- === 0)) {
      const href = text.slice(at, end).replace(wrap, '')
      return /\s/.test(href) ? undefined : { href, end }
    }
    if ('<">'.includes(character) || (character === '\n' && !isOwn)) return undefined
  }
  return undefined
}

/** An address behind which URL Defense wrote its host, before the closing bracket: ` [ecf[.]cand[.]uscourts[.]gov]>`. */
function readLabeled(
  text: string,
  { at, end, close }: { at: number; end: number; close: string },
): Enclosed | undefined {
  const href = text.slice(at, end).replace(wrap, '')
  const label = labelsOf(href).find((each) => isAt(text, end + 1, each))
  const last = end + 1 + (label?.length ?? 0)
  return label !== undefined && text.startsWith(close, last) ? { href, end: last } : undefined
}

/** Whether this space separates words, so that it doesn't come from wrapping: both sides are on one line. */
function isBetweenWords(text: string, at: number): boolean {
  return !/[\s>|]/.test(text.charAt(at - 1)) && /[^\s>|]/.test(text.charAt(at + 1))
}

const longestLink = 4_000
/** A line end, with the equals sign of a soft line break and the quotation marks of the next line. */
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

/**
 * Where the words in front of an address end: before it on its line or, if it was wrapped behind them, on the line above.
 * Undefined if there are none, or if they announce it: "Join the hearing at:".
 */
function endOfWordsBefore(text: string, start: number): number | undefined {
  const from = Math.max(0, start - longestLabel)
  const before = text.slice(from, start)
  const line = before.lastIndexOf('\n')
  if (hasWord.test(before.slice(line + 1))) return start
  const above = before.slice(before.lastIndexOf('\n', line - 1) + 1, Math.max(0, line))
  return text.charAt(start) === '<' && hasWord.test(above) && !/[:>][\s*]{0,9}$/.test(above) ? from + line : undefined
}

const hasWord = /[\p{L}\p{N}]/u

function readBare(text: string, at: number): TextLink {
  const rest = text.slice(at, at + longestLink)
  // Its address may be repeated in brackets; what follows isn't examined again.
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

/** The only word on the next line, and where it ends; undefined if the line has more than one. */
function wordOfNextLine(rest: string): { word: string; end: number } | undefined {
  const front = /^=?[ \t]{0,3}\n[ \t]{0,8}(?:[>|][ \t]{0,3}){0,20}/.exec(rest)?.[0]
  const word = front && /^[^\s<>"]{1,2000}/.exec(rest.slice(front.length))?.[0]
  if (!word) return undefined
  const end = front.length + word.length
  return /^[ \t]{0,9}(?:\n|$)/.test(rest.slice(end, end + 10)) ? { word, end } : undefined
}

/** Whether a one-word line belongs to the address at the end of the previous line. */
function goesOn(address: string, next: string): boolean {
  if (/^https?:/i.test(next) || /[\])]$/.test(address)) return false
  if (/[=&?/%_-]$/.test(address)) return /^[\w.%&=/?-]+$/.test(next)
  return /^[\w.%-]*[&=?][\w.%&=/?-]*$/.test(next) && /[?&][\w-]*(?:=[\w.%-]*)?$/.test(address)
}

/** What follows an address and isn't part of it: brackets it didn't open, and punctuation. */
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
