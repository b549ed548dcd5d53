import type { Resource } from '@courtcrier/contract/resource.ts'
import { useRole } from '../session/session-store.ts'
import { mayCreate } from './may-create.ts'

/** Returns whether the role may create records of the resource. */
export function useCanCreate(resource: Resource): boolean {
  return mayCreate(resource, useRole())
}
