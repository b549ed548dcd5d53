import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions } from './field.ts'
import { stringKind } from './string-kinds.ts'

/** Returns a field for a time of day, `17:30`, in the owner's time zone. */
export function timeOfDay(number: number, options: FieldOptions & { required: true }): Field<string>
export function timeOfDay(number: number, options?: FieldOptions): Field<string | null>
export function timeOfDay(number: number, options: FieldOptions = {}): Field<string | null> {
  return { kind: 'timeOfDay', number, ...options }
}

export const timeOfDayKind: FieldKind = stringKind('timeOfDay', () =>
  z.string('not_time').check(z.refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), 'not_time')),
)
