import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions, KindOptions } from './field.ts'
import { plainString, stringListKind } from './string-kinds.ts'

/** Returns a field for several texts, none of them empty and without duplicates. */
export function textList(
  number: number,
  options: FieldOptions & Pick<KindOptions, 'max' | 'values' | 'moreIn' | 'minItems' | 'longestItem'> = {},
): Field<string[]> {
  return { kind: 'textList', number, ...options }
}

export const textListKind: FieldKind = stringListKind('textList', (field) => {
  const item = plainString(field.longestItem ?? 1000).check(z.minLength(1, 'required'))
  const values = field.moreIn ? undefined : field.values
  const schema = values ? item.check(z.refine((v) => values.includes(v), `not_choice:${values.join(', ')}`)) : item
  return schema as z.ZodMiniType<string, string>
})
