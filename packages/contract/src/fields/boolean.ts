import { WireType } from '@bufbuild/protobuf/wire'
import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions, KindOptions } from './field.ts'

const words: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['y', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['n', false],
  ['0', false],
])

/** Yes or no; never unset, false unless `default: true`. */
export function boolean(number: number, options: FieldOptions & Pick<KindOptions, 'default'> = {}): Field<boolean> {
  return { kind: 'boolean', number, ...options }
}

export const booleanKind: FieldKind = {
  name: 'boolean',
  column: () => 'boolean',
  empty: () => false,
  schema: () => z.boolean('not_boolean'),
  proto: () => 'bool',
  write: (writer, value) => writer.bool(value === true),
  read: (reader) => reader.bool(),
  wireType: () => WireType.Varint,
  toCsv: (value) => String(value ?? ''),
  fromCsv: (text) => words.get(text.trim().toLowerCase()) ?? text,
  isSortable: true,
}
