/**
 * A text from outside as the database takes it: without NUL, which it refuses, and without half a character, which
 * cutting a text can leave and jsonb refuses.
 */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

/** A value as JSON for `${json}::text::jsonb`, whatever its texts are. */
export function storableJson(value: object): string {
  const json = JSON.stringify(value)
  // Both are written as \u escapes. Looking at each value takes three times as long, and few have an escape.
  return json.includes('\\u') ? JSON.stringify(value, acceptable) : json
}

function acceptable(_: string, value: unknown): unknown {
  return typeof value === 'string' ? storableText(value) : value
}
