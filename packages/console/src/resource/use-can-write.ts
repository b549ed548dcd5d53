import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { useRole } from '../session/session-store.ts'
import { isWritable } from './form-values.ts'

/** Returns whether the role may write records of the resource, and delete them. */
export function useCanWrite(resource: Resource): boolean {
  const role = useRole()
  return !resource.isReadOnly && !resource.isVirtual && subjectAccess(resource.subject, role) === 'FULL'
}

/** Returns whether the role may change any field of the resource's records. */
export function useCanEdit(resource: Resource): boolean {
  const role = useRole()
  if (resource.isReadOnly || resource.isVirtual) return false
  return resource.form.some((key) => isWritable(key, { resource, role, isNew: false }))
}
