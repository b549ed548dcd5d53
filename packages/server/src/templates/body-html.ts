/** A value as text of HTML, fit for attributes too. */
export function escapeHtml(value: unknown): string {
  return String(value ?? '').replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** What a body gave: one without any tag is text, whose lines stay lines. */
export function withLines(template: string, rendered: string): string {
  return /<[a-z]/i.test(template) ? rendered : rendered.replace(/\r?\n/g, '<br>')
}

/** What runs, loads or sends something, as a sentence: mail programs take it out, or take the whole mail for hostile. */
export function activeParts(template: string): string[] {
  const name = activePart.exec(template)?.[1]
  return name ? [`"${name.toLowerCase()}" has no place in a mail: programs that read mail refuse it.`] : []
}

const activePart = /<[\s/]*(script|iframe|object|embed|form|input|button|link|meta|base|svg|math)\b/i
