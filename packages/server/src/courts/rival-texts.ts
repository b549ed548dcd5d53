import type { RivalTexts } from './message/message.ts'
import { readHtml } from './text/visible-text.ts'

/**
 * Whether the plain text behind an alternative in HTML has other words or numbers, or has them in another order. The same
 * in another form is the same: programs write HTML as text with marks, addresses and line breaks of their own.
 */
export function saysOther({ html, text }: RivalTexts): boolean {
  const { text: words, lines } = readHtml(html.slice(0, longestCompared))
  const shown = lines.map(({ start, end }) => words.slice(start, end)).join('\n')
  return wordsOf(shown) !== wordsOf(text.slice(0, longestCompared))
}

const longestCompared = 1_000_000

/** Without addresses of the web, which only one of them shows. */
function wordsOf(text: string): string {
  const words = text.replace(/\b(?:https?|mailto):[^\s<>"]{1,4000}/gi, ' ').toLowerCase()
  return (words.match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}
