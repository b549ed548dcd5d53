import type { Role } from '@courtcrier/contract/access.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { isWritable } from './form-values.ts'

/** A cell of a table by its record and its column. */
export interface CellPlace {
  id: string
  key: string
}

/** Where the focus goes after a cell is edited. */
export type CellStep = 'stay' | 'next' | 'previous'

const cheapKinds: ReadonlySet<string> = new Set(['text', 'number', 'select', 'boolean', 'date'])

/**
 * Returns the columns whose cells are edited in place: values typed or chosen in one go. A field that names or
 * identifies a record is edited in its form, which shows which record it is.
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

/** Returns the next or previous editable cell, across rows; undefined past the last. */
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
