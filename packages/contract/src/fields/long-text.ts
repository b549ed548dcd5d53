import type { Field, FieldOptions, KindOptions } from './field.ts'
import { plainString, stringKind } from './string-kinds.ts'

type LongTextOptions = FieldOptions & Pick<KindOptions, 'max' | 'holds'>

/** Returns a field for text of several lines. */
export function longText(number: number, options: LongTextOptions & { required: true }): Field<string>
export function longText(number: number, options?: LongTextOptions): Field<string | null>
export function longText(number: number, options: LongTextOptions = {}): Field<string | null> {
  return { kind: 'longText', number, max: 100_000, ...options }
}

export const longTextKind = stringKind('longText', (field) => plainString(field.max ?? 100_000), { isSortable: false })
