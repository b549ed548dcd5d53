import type { Found, Span } from '@courtcrier/contract/notice.ts'
import type { Body } from './body.ts'
import { isInk, isInvisible } from './ink.ts'

/** The words between two offsets in the body, with white space tidied; undefined if there are none. */
export function findWords(body: Body, start: number, end: number): Found<string> | undefined {
  const span = trimSpan(body.text, start, end)
  const value = squeeze(body.text.slice(span[0], span[1]))
  return value === '' ? undefined : { value, span, from: 'body' }
}

/**
 * The words of several lines, joined by spaces, because markup may end a line without any. Undefined if there are none.
 */
export function joinLines(body: Body, lines: readonly { start: number; end: number }[]): Found<string> | undefined {
  const found = lines.flatMap(({ start, end }) => findWords(body, start, end) ?? [])
  const [first, last] = [found[0], found.at(-1)]
  if (!first?.span || !last?.span) return undefined
  return { value: found.map(({ value }) => value).join(' '), span: [first.span[0], last.span[1]], from: 'body' }
}

/**
 * Collapses white space to single spaces, trims it at the ends, and removes zero-width and soft-hyphen characters.
 * Written without regular expressions, which took a tenth of the time to read a notice, because it runs for every line.
 */
export function squeeze(text: string): string {
  let result = ''
  let start = -1
  let isSpaced = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInk(code)) {
      if (start < 0) start = at
      continue
    }
    // A single space between words stays within the copied range.
    if (code === 32 && start >= 0 && isInk(text.charCodeAt(at + 1))) continue
    if (start >= 0) {
      result += isSpaced && result !== '' ? ` ${text.slice(start, at)}` : text.slice(start, at)
      start = -1
      isSpaced = false
    }
    if (!isInvisible(code)) isSpaced = true
  }
  if (start < 0) return result
  return isSpaced && result !== '' ? `${result} ${text.slice(start)}` : result + text.slice(start)
}

/** The span without white space at its ends. */
export function trimSpan(text: string, start: number, end: number): Span {
  let from = start
  let to = end
  while (from < to && isSpace(text.charCodeAt(from))) from++
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--
  return [from, to]
}

function isSpace(code: number): boolean {
  return code <= 32 || code === 0xa0 || isInvisible(code)
}
