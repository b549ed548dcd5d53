import { WireType } from '@bufbuild/protobuf/wire'
import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions, KindOptions } from './field.ts'
import { stringKind } from './string-kinds.ts'

type SelectOptions = FieldOptions & Pick<KindOptions, 'default' | 'valueLabels' | 'tones'>

/** Returns a field for one of a fixed list of values; a new row has `default`, or none. */
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

export const selectKind: FieldKind = stringKind(
  'select',
  (field) => {
    const values = field.values ?? []
    return z.string('not_text').check(z.refine((value) => values.includes(value), `not_choice:${values.join(', ')}`))
  },
  {
    proto: () => 'enum',
    write: (writer, value, field) => writer.int32((field.values ?? []).indexOf(String(value))),
    read: (reader, field) => {
      const index = reader.int32()
      return field.values?.[index] ?? `#${index}`
    },
    wireType: () => WireType.Varint,
  },
)
