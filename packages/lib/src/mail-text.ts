import { escapeMarkup } from './escape-markup.ts'

// Directional marks and line breaks could make a header or a name read as something else.
// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
const unprintable = /[\s\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]+/g

/** The text as one line of a header or heading: no line breaks or invisible marks, at most `longest` characters. */
export function oneLine(text: string, longest: number): string {
  const line = text.toWellFormed().replace(unprintable, ' ').trim()
  return shortened(line, longest)
}

/** Truncates with an ellipsis, never in the middle of a character. */
function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text
  return `${text
    .slice(0, longest - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`
}

/** Text as HTML. */
export interface Html {
  html: string
}

/** A template whose values are escaped, unless they are `Html` themselves. */
export function html(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const parts = strings.map((text, n) => text + (n < values.length ? htmlOf(values[n] ?? '') : ''))
  return { html: parts.join('') }
}

function htmlOf(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'string' || typeof value === 'number') return escapeMarkup(withoutControls(String(value)))
  if ('html' in value) return value.html
  return value.map((part) => part.html).join('')
}

function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: HTML has no place for them
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g, ' ')
}
