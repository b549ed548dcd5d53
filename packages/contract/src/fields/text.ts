import * as z from 'zod/mini'
import type { Field, FieldOptions, KindOptions } from './field.ts'
import { lineOf, stringKind } from './string-kinds.ts'

type TextOptions = FieldOptions & Pick<KindOptions, 'max' | 'min' | 'pattern' | 'patternCode' | 'holds' | 'default'>

/** The sentence below the name of a record that is numbered if it has none. */
export const givenHelp = 'Courtcrier gives it a name if you leave this empty.'

/** Returns a field for one line of text. */
export function text(number: number, options: TextOptions & { required: true }): Field<string>
export function text(number: number, options: TextOptions & { given: NonNullable<Field['given']> }): Field<string>
export function text(number: number, options?: TextOptions): Field<string | null>
export function text(number: number, options: TextOptions = {}): Field<string | null> {
  return { kind: 'text', number, max: 255, ...options }
}

export const textKind = stringKind('text', (field) => {
  const { min = 0, pattern } = field
  const schema = lineOf(field.max ?? 255).check(z.minLength(min, `too_short:${min}`))
  return pattern ? schema.check(z.refine((value) => pattern.test(value), field.patternCode ?? 'not_text')) : schema
})
