import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions } from './field.ts'
import { stringKind } from './string-kinds.ts'

/** Returns a field for a color, `#23407a`, lower case. */
export function color(number: number, options: FieldOptions = {}): Field<string | null> {
  return { kind: 'color', number, ...options }
}

export const colorKind: FieldKind = stringKind('color', () =>
  z.string('not_colour').check(
    z.trim(),
    z.toLowerCase(),
    z.refine((text) => /^#[0-9a-f]{6}$/.test(text), 'not_colour'),
  ),
)
