import type { Field } from '@courtcrier/contract/fields/field.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'

/** Whether a person can be offered the field: what leads to a resource that this version lacks has nothing to choose. */
export function isOffered(field: Field): boolean {
  return field.resource === undefined || findResource(field.resource) !== undefined
}
