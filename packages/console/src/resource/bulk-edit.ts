import type { Role } from '@courtcrier/contract/access.ts'
import { isEqualValue, validateValues } from '@courtcrier/contract/input.ts'
import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { isOffered } from '../fields/offered.ts'
import { formKeys, isWritable, sentenceOf } from './form-values.ts'

interface Scope {
  resource: Resource
  role: Role
}

/** Fields that several records can be given the same value of. One that tells records apart has to differ. */
export function bulkKeys({ resource, role }: Scope): string[] {
  return formKeys({ resource, role }).filter((key) => {
    const field = findField(resource, key)
    const isOwn = resource.unique.some((group) => group.length === 1 && group[0] === key)
    const isShown = field && field.kind !== 'secret' && field.kind !== 'file' && isOffered(field)
    return isShown && !isOwn && isWritable(key, { resource, role, isNew: false })
  })
}

/** What is wrong with the values, a sentence a field, before any record is looked at. */
export function bulkProblems(values: AnyRow, { resource, role }: Scope): Record<string, string> {
  const result = validateValues(resource, values, role)
  if ('values' in result) return {}
  return Object.fromEntries(result.problems.map(({ field, code }) => [field, sentenceOf(code)]))
}

/** Fields of a row that would become another, with what they are now. */
export function changesOf(row: AnyRow, values: AnyRow): { key: string; before: unknown; after: unknown }[] {
  return Object.entries(values)
    .filter(([key, value]) => !isEqualValue(row[key] ?? null, value ?? null))
    .map(([key, after]) => ({ key, before: row[key], after }))
}
