import { WireType } from '@bufbuild/protobuf/wire'
import * as z from 'zod/mini'
import { isCalendarDate } from './date.ts'
import type { Field, FieldKind, FieldOptions } from './field.ts'
import { stringKind } from './string-kinds.ts'

/**
 * Returns a field for a point in time: ISO with milliseconds and `Z` in rows and JSON, milliseconds since 1970 on the
 * wire.
 */
export function timestamp(number: number, options: FieldOptions & { required: true }): Field<string>
export function timestamp(number: number, options?: FieldOptions): Field<string | null>
export function timestamp(number: number, options: FieldOptions = {}): Field<string | null> {
  return { kind: 'timestamp', number, ...options }
}

const isoTimestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/

export const timestampKind: FieldKind = stringKind(
  'timestamp',
  () =>
    z.string('not_timestamp').check(
      z.refine(isTimestamp, { error: 'not_timestamp', abort: true }),
      z.overwrite((text) => new Date(text).toISOString()),
    ),
  {
    column: () => 'timestamp(3) with time zone',
    proto: () => 'uint64',
    write: (writer, value) => writer.uint64(Date.parse(String(value))),
    read: (reader) => new Date(Number(reader.uint64())).toISOString(),
    wireType: () => WireType.Varint,
  },
)

/**
 * Returns whether the text is a valid timestamp: `Date.parse` alone would accept 30 February as 2 March, and an offset
 * can lead past the year 9999.
 */
function isTimestamp(text: string): boolean {
  if (!isoTimestamp.test(text) || !isCalendarDate(text.slice(0, 10))) return false
  const time = Date.parse(text)
  return time >= 0 && time < Date.UTC(10_000, 0)
}
