import type { Role } from '@courtcrier/contract/access.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { isWritable } from './form-values.ts'

/** A cell of a table by its record and its column. */
export interface CellPlace {
  id: string
  key: string
}

/** Where the focus goes from a cell that was edited. */
export type CellStep = 'stay' | 'next' | 'previous'

const cheapKinds: ReadonlySet<string> = new Set(['text', 'number', 'select', 'boolean', 'date'])

/**
 * Columns whose cells are edited in place: a value that is typed or chosen at once. What names a record or tells it
 * from others is changed in its form, where one sees which record it is.
 */
export function editableKeys(
  keys: readonly string[],
  { resource, role }: { resource: Resource; role: Role },
): string[] {
  return keys.filter((key) => {
    const field = findField(resource, key)
    const isOwn = field?.required === true && resource.unique.some((group) => group.includes(key))
    const isCheap = field !== undefined && cheapKinds.has(field.kind)
    return isCheap && key !== resource.title && !isOwn && isWritable(key, { resource, role, isNew: false })
  })
}

/** The editable cell after this one or before it, over the ends of rows; undefined beyond the last. */
export function cellAfter(
  from: CellPlace,
  step: CellStep,
  { ids, keys }: { ids: readonly string[]; keys: readonly string[] },
): CellPlace | undefined {
  const [row, column] = [ids.indexOf(from.id), keys.indexOf(from.key)]
  if (step === 'stay' || row < 0 || column < 0) return undefined
  const next = row * keys.length + column + (step === 'next' ? 1 : -1)
  const [id, key] = [ids[Math.floor(next / keys.length)], keys[((next % keys.length) + keys.length) % keys.length]]
  return next >= 0 && id !== undefined && key !== undefined ? { id, key } : undefined
}
