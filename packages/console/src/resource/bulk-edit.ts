import type { Role } from '@courtcrier/contract/access.ts'
import { isEqualValue, validateValues } from '@courtcrier/contract/input.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { isOffered } from '../fields/offered.ts'
import { sentenceOf } from '../i18n/problem-sentence.ts'
import { formKeys, isWritable } from './form-values.ts'

interface Scope {
  resource: Resource
  role: Role
}

/** Returns the fields in which several records can share a value. Unique fields must differ. */
export function bulkKeys({ resource, role }: Scope): string[] {
  return formKeys({ resource, role }).filter((key) => {
    const field = findField(resource, key)
    const isOwn = resource.unique.some((group) => group.length === 1 && group[0] === key)
    const isShown = field && field.kind !== 'secret' && field.kind !== 'file' && isOffered(field)
    return isShown && !isOwn && isWritable(key, { resource, role, isNew: false })
  })
}

/** Returns the problems with the values, one sentence per field, before any record is checked. */
export function bulkProblems(values: AnyRow, { resource, role }: Scope): Record<string, string> {
  const { problems } = validateValues(resource, values, role)
  return Object.fromEntries(problems.map(({ field, code }) => [field, sentenceOf(code)]))
}

/** Returns the fields of a row that would change, with their current values. */
export function changesOf(row: AnyRow, values: AnyRow): { key: string; before: unknown; after: unknown }[] {
  return Object.entries(values)
    .filter(([key, value]) => !isEqualValue(row[key] ?? null, value ?? null))
    .map(([key, after]) => ({ key, before: row[key], after }))
}
