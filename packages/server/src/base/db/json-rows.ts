/**
 * Rows as one parameter, for `jsonb_to_recordset(${jsonRows(rows)}::text::jsonb)`. Halves of characters, which
 * cutting a text can leave, and NUL are what jsonb refuses; a text parameter of its own would take the first.
 */
export function jsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )
}

/** The same with the number of each row in its column `n`, so that answers find back to their questions. */
export function numberedRows(rows: readonly object[]): string {
  return jsonRows(rows.map((row, n) => ({ ...row, n })))
}
