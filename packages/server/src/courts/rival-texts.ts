import type { RivalTexts } from './message/message.ts'
import { readHtml } from './text/visible-text.ts'

/**
 * Whether the plain text behind an alternative in HTML has other words or numbers. The same words in another form are
 * none: programs write HTML as text with marks, addresses and line breaks of their own.
 */
export function saysOther({ html, text }: RivalTexts): boolean {
  const { text: words, lines } = readHtml(html.slice(0, longestCompared))
  const shown = wordsOf(lines.map(({ start, end }) => words.slice(start, end)).join('\n'))
  const written = wordsOf(text.slice(0, longestCompared))
  return [...shown].some((word) => !written.has(word)) || [...written].some((word) => !shown.has(word))
}

const longestCompared = 1_000_000

/** Without addresses of the web, which only one of them shows. */
function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .replace(/\b(?:https?|mailto):[^\s<>"]{1,4000}/gi, ' ')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )
}
