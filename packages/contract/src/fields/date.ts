import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions } from './field.ts'
import { stringKind } from './string-kinds.ts'

/** Returns a field for a calendar date, `2026-11-21`, without a zone. */
export function date(number: number, options: FieldOptions & { required: true }): Field<string>
export function date(number: number, options?: FieldOptions): Field<string | null>
export function date(number: number, options: FieldOptions = {}): Field<string | null> {
  return { kind: 'date', number, ...options }
}

export const dateKind: FieldKind = stringKind(
  'date',
  () => z.string('not_date').check(z.refine(isCalendarDate, 'not_date')),
  { column: () => 'date' },
)

/** Returns whether the text is `YYYY-MM-DD` and the day exists (no 30 February). */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith('0000')) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
