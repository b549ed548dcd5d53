import { WireType } from '@bufbuild/protobuf/wire'
import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions } from './field.ts'
import { stringKind } from './string-kinds.ts'

/** A point in time: ISO with milliseconds and `Z` in rows and JSON, milliseconds since 1970 on the wire. */
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
      z.refine((text) => isoTimestamp.test(text) && Date.parse(text) >= 0, { error: 'not_timestamp', abort: true }),
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
