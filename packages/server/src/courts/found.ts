import type { Found, Span } from '@courtcrier/contract/notice.ts'
import type { Body } from './body.ts'

/** The words between two offsets of the body with the space around and between them tidied; undefined when there are none. */
export function findWords(body: Body, start: number, end: number): Found<string> | undefined {
  const span = trimSpan(body.text, start, end)
  const value = squeeze(body.text.slice(span[0], span[1]))
  return value === '' ? undefined : { value, span, from: 'body' }
}

/** Runs of white space become one space; no-break, zero-width and soft-hyphen characters count as white space or nothing. */
export function squeeze(text: string): string {
  const trimmed = text.trim()
  // Most lines are tidy already, and looking is several times faster than replacing.
  if (!untidy.test(trimmed)) return trimmed
  return trimmed.replace(invisibles, '').replace(/\s+/g, ' ').trim()
}

/** The span without the white space at both of its ends. */
export function trimSpan(text: string, start: number, end: number): Span {
  let from = start
  let to = end
  while (from < to && isSpace(text.charCodeAt(from))) from++
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--
  return [from, to]
}

const untidy = /[^\S ]| {2}|[\u200b-\u200d\u00ad\ufeff]/
const invisibles = /[\u200b-\u200d\u00ad\ufeff]/g

function isSpace(code: number): boolean {
  return code <= 32 || code === 0xa0 || code === 0x200b || code === 0xfeff
}
