import { WireType } from '@bufbuild/protobuf/wire'
import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions, KindOptions } from './field.ts'

type NumberOptions = FieldOptions & Pick<KindOptions, 'min' | 'max' | 'integer' | 'default' | 'unit'>
const largestInteger = 2_147_483_647

/** Returns a field for a number; a whole one unless `integer: false`. */
export function number(fieldNumber: number, options: NumberOptions & { required: true }): Field<number>
export function number(fieldNumber: number, options?: NumberOptions): Field<number | null>
export function number(fieldNumber: number, options: NumberOptions = {}): Field<number | null> {
  return { kind: 'number', number: fieldNumber, integer: true, ...options }
}

export const numberKind: FieldKind = {
  name: 'number',
  column: (field) => (field.integer ? 'integer' : 'double precision'),
  empty: () => null,
  schema: (field) => {
    const least = field.min ?? (field.integer ? -largestInteger : -Number.MAX_VALUE)
    const most = field.max ?? (field.integer ? largestInteger : Number.MAX_VALUE)
    const within = z.number('not_number').check(
      z.gte(least, `too_small:${least}`),
      z.lte(most, `too_large:${most}`),
      z.overwrite((n) => (n === 0 ? 0 : n)),
    )
    return field.integer ? within.check(z.refine((n) => Number.isInteger(n), 'not_integer')) : within
  },
  proto: (field) => (field.integer ? 'sint32' : 'double'),
  write: (writer, value, field) => (field.integer ? writer.sint32(Number(value)) : writer.double(Number(value))),
  read: (reader, field) => (field.integer ? reader.sint32() : reader.double()),
  wireType: (field) => (field.integer ? WireType.Varint : WireType.Bit64),
  toCsv: (value) => String(value ?? ''),
  fromCsv: (text) => (/^\s*[-+]?(\d|\.\d)[\d.e+-]*\s*$/i.test(text) ? Number(text) : text),
  isSortable: true,
}
