import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions } from './field.ts'
import { stringKind } from './string-kinds.ts'

/** Returns a field for the content hash (SHA-256, hexadecimal) of a stored file. */
export function file(number: number, options: FieldOptions & { required: true }): Field<string>
export function file(number: number, options?: FieldOptions): Field<string | null>
export function file(number: number, options: FieldOptions = {}): Field<string | null> {
  return { kind: 'file', number, ...options }
}

export const fileKind: FieldKind = stringKind(
  'file',
  () => z.string('not_file').check(z.refine((text) => /^[0-9a-f]{64}$/.test(text), 'not_file')),
  { isSortable: false },
)
