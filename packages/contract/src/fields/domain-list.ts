import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions, KindOptions } from './field.ts'
import { plainString, stringListKind } from './string-kinds.ts'

const domain = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** Returns a field for several mail domains, in lower case, without duplicates. */
export function domainList(number: number, options: FieldOptions & Pick<KindOptions, 'max'> = {}): Field<string[]> {
  return { kind: 'domainList', number, ...options }
}

export const domainListKind: FieldKind = stringListKind(
  'domainList',
  () =>
    plainString(253).check(
      z.toLowerCase(),
      z.refine((text) => domain.test(text), 'not_domain'),
    ) as z.ZodMiniType<string, string>,
)
