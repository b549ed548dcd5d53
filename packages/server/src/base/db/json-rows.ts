/**
 * Rows as one parameter, for `jsonb_to_recordset(${jsonRows(rows)}::text::jsonb)`. jsonb refuses lone surrogates, which
 * cutting a text can leave, and NUL; a plain text parameter would accept the former.
 */
export function jsonRows(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value,
  )
}
