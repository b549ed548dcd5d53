import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions } from './field.ts'
import { stringKind } from './string-kinds.ts'

/** A time of day, `17:30`, in the zone of whoever it belongs to. */
export function timeOfDay(number: number, options: FieldOptions & { required: true }): Field<string>
export function timeOfDay(number: number, options?: FieldOptions): Field<string | null>
export function timeOfDay(number: number, options: FieldOptions = {}): Field<string | null> {
  return { kind: 'timeOfDay', number, ...options }
}

export const timeOfDayKind: FieldKind = stringKind('timeOfDay', () =>
  z.string('not_time').check(z.refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), 'not_time')),
)
