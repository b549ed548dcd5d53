import type { Field, FieldKind, FieldOptions, KindOptions } from './field.ts'
import { plainString, stringKind } from './string-kinds.ts'

/** A password, key or token: goes in, is encrypted at rest, and never comes out again. */
export function secret(
  number: number,
  options: FieldOptions & Pick<KindOptions, 'max' | 'isLong'> = {},
): Field<string | null> {
  return { kind: 'secret', number, max: 8000, ...options }
}

export const secretKind: FieldKind = stringKind('secret', (field) => plainString(field.max ?? 8000), {
  column: () => 'bytea',
  toCsv: () => '',
  isSortable: false,
})
