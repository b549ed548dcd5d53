import { WireType } from '@bufbuild/protobuf/wire'
import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions, KindOptions } from './field.ts'
import { lineOf, readText, stringKind } from './string-kinds.ts'

type SelectOptions = FieldOptions & Pick<KindOptions, 'default' | 'valueLabels' | 'tones'>
type OpenOptions = SelectOptions & { moreIn: string; formerly?: number }

/** The longest choice of a firm's own. */
export const longestChoice = 60

/**
 * Returns a field for one of a list of values; a new row has `default`, or none. With `moreIn`, a firm adds choices of its
 * own.
 */
export function select(
  number: number,
  values: readonly string[],
  options: OpenOptions & { required: true },
): Field<string>
export function select(number: number, values: readonly string[], options: OpenOptions): Field<string | null>
export function select<const V extends string>(
  number: number,
  values: readonly V[],
  options: SelectOptions & { required: true },
): Field<V>
export function select<const V extends string>(
  number: number,
  values: readonly V[],
  options?: SelectOptions,
): Field<V | null>
export function select<const V extends string>(
  number: number,
  values: readonly V[],
  options: SelectOptions = {},
): Field<V | null> {
  return { kind: 'select', number, values, ...options }
}

/** Which choices a firm has beyond `values` is checked where they are known, when the row is written. */
export const selectKind: FieldKind = stringKind(
  'select',
  (field) => {
    if (field.moreIn) return lineOf(longestChoice)
    const values = field.values ?? []
    return z.string('not_text').check(z.refine((value) => values.includes(value), `not_choice:${values.join(', ')}`))
  },
  {
    proto: ({ moreIn }) => (moreIn ? 'string' : 'enum'),
    write: (writer, value, field) => {
      if (field.moreIn) writer.string(String(value))
      else writer.int32((field.values ?? []).indexOf(String(value)))
    },
    read: (reader, field) => {
      if (field.moreIn) return readText(reader)
      const index = reader.int32()
      return field.values?.[index] ?? `#${index}`
    },
    wireType: ({ moreIn }) => (moreIn ? WireType.LengthDelimited : WireType.Varint),
  },
)
