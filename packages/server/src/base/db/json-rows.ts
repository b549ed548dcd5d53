/**
 * Rows as one parameter, for `jsonb_to_recordset(${jsonRows(rows)}::text::jsonb)`. jsonb refuses lone surrogates, which
 * cutting a text can leave, and NUL; a plain text parameter would accept the former.
 */
export function jsonRows(rows: readonly object[]): string {
  const text = JSON.stringify(rows)
  // Both are written as \u escapes. Looking at each value takes three times as long, and few rows have an escape.
  return text.includes('\\u') ? JSON.stringify(rows, acceptable) : text
}

function acceptable(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value
}
