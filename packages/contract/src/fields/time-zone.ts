import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions } from './field.ts'
import { stringKind } from './string-kinds.ts'

/** Returns a field for an IANA time zone, `America/New_York`. */
export function timeZone(number: number, options: FieldOptions & { required: true }): Field<string>
export function timeZone(number: number, options?: FieldOptions): Field<string | null>
export function timeZone(number: number, options: FieldOptions = {}): Field<string | null> {
  return { kind: 'timeZone', number, ...options }
}

export const timeZoneKind: FieldKind = stringKind('timeZone', () =>
  z.string('not_zone').check(z.maxLength(64, 'not_zone'), z.refine(isTimeZone, 'not_zone')),
)

/** Returns whether the runtime's time zone database knows the name. Offsets such as `+02:00` aren't zones. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    // RangeError is how Intl reports an unknown zone; there is no predicate.
    return false
  }
}
