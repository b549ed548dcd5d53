import { hasFeature } from '@courtcrier/contract/features.ts'
import type { Field } from '@courtcrier/contract/fields/field.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { getFirm } from '../session/firm.ts'

/** Whether a person can be offered the field: what leads to a resource that this version lacks has nothing to choose. */
export function isOffered(field: Field): boolean {
  return isBooked(field) && (field.resource === undefined || findResource(field.resource) !== undefined)
}

/** Whether the firm has what the field belongs to. */
export function isBooked({ feature }: Field): boolean {
  return feature === undefined || hasFeature(getFirm(), feature)
}
