import * as z from 'zod/mini'
import { isUuid, storedId } from '../uuid.ts'
import type { Field, FieldKind, FieldOptions, KindOptions } from './field.ts'
import { plainString, stringKind, stringListKind } from './string-kinds.ts'

type ReferenceOptions = FieldOptions & Pick<KindOptions, 'idKind' | 'only'>

/** Returns a field for the ID of one record of another resource. */
export function reference(
  number: number,
  resource: string,
  options: ReferenceOptions & { required: true },
): Field<string>
export function reference(number: number, resource: string, options?: ReferenceOptions): Field<string | null>
export function reference(number: number, resource: string, options: ReferenceOptions = {}): Field<string | null> {
  return { kind: 'reference', number, resource, idKind: 'uuid', ...options }
}

/** Returns a field for the IDs of several records of another resource, in order, without duplicates. */
export function referenceList(
  number: number,
  resource: string,
  options: ReferenceOptions & Pick<KindOptions, 'minItems'> = {},
): Field<string[]> {
  return { kind: 'referenceList', number, resource, idKind: 'uuid', ...options }
}

const idSchema = (field: Field) =>
  plainString(64).check(
    z.overwrite((id) => (field.idKind === 'uuid' ? storedId(id) : id)),
    z.refine((id) => (field.idKind === 'uuid' ? isUuid(id) : id !== ''), 'not_reference'),
  ) as z.ZodMiniType<string, string>

export const referenceKind: FieldKind = stringKind('reference', idSchema, {
  column: (field) => (field.idKind === 'uuid' ? 'uuid' : 'text'),
})

export const referenceListKind: FieldKind = {
  ...stringListKind('referenceList', idSchema),
  column: (field) => (field.idKind === 'uuid' ? 'uuid[]' : 'text[]'),
}
