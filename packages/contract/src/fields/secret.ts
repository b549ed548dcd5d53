import type { Field, FieldKind, FieldOptions, KindOptions } from './field.ts'
import { plainString, stringKind } from './string-kinds.ts'

/** Returns a field for a password, key or token: write-only and encrypted at rest. */
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
