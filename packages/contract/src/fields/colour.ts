import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions } from './field.ts'
import { stringKind } from './string-kinds.ts'

/** A colour, `#23407a`, lower case. */
export function colour(number: number, options: FieldOptions = {}): Field<string | null> {
  return { kind: 'colour', number, ...options }
}

export const colourKind: FieldKind = stringKind('colour', () =>
  z.string('not_colour').check(
    z.trim(),
    z.toLowerCase(),
    z.refine((text) => /^#[0-9a-f]{6}$/.test(text), 'not_colour'),
  ),
)
