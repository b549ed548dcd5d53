import { storableJson } from './storable-text.ts'

/** Rows as one parameter, for `jsonb_to_recordset(${jsonRows(rows)}::text::jsonb)`. */
export function jsonRows(rows: readonly object[]): string {
  return storableJson(rows)
}
