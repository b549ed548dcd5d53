import { escapeMarkup } from '@courtcrier/lib/escape-markup.ts'

/** A value of a template for use in HTML text and attributes. */
export function escapedValue(value: unknown): string {
  return escapeMarkup(String(value ?? ''))
}

/** Keeps the line breaks of a body without any tag, which is plain text. */
export function withLines(template: string, rendered: string): string {
  return /<[a-z]/i.test(template) ? rendered : rendered.replace(/\r?\n/g, '<br>')
}

/**
 * Returns a sentence if a template has an element that runs, loads or sends something: mail programs remove those, or
 * treat the whole email as hostile.
 */
export function activeParts(template: string): string[] {
  const name = activePart.exec(template)?.[1]
  return name ? [`"${name.toLowerCase()}" isn't allowed in an email: mail programs reject it.`] : []
}

const activePart = /<[\s/]*(script|iframe|object|embed|form|input|button|link|meta|base|svg|math)\b/i
