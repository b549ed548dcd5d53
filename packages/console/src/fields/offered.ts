import { hasFeature } from '@courtcrier/contract/features.ts'
import type { Field } from '@courtcrier/contract/fields/field.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { getFirm } from '../session/firm.ts'

/**
 * Returns whether to offer the field: one that refers to a resource missing from this version has nothing to choose.
 */
export function isOffered(field: Field): boolean {
  return isBooked(field) && (field.resource === undefined || findResource(field.resource) !== undefined)
}

/** Returns whether the field means something beside the form's other values. */
export function isApplicable({ onlyWith, notWith }: Field, values: AnyRow): boolean {
  const has = (key: string, wanted: readonly string[]) => wanted.includes(String(values[key]))
  if (onlyWith && !has(onlyWith.key, onlyWith.values)) return false
  return !notWith?.some((beside) => Object.entries(beside).every(([key, wanted]) => has(key, wanted)))
}

/** Returns whether the firm subscribes to the field's feature. */
export function isBooked({ feature }: Field): boolean {
  return feature === undefined || hasFeature(getFirm(), feature)
}
