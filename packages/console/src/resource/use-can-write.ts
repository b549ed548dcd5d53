import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { useRole } from '../session/session-store.ts'

/** Whether the role may make and remove records of the resource. */
export function useCanWrite(resource: Resource): boolean {
  const role = useRole()
  return !resource.isReadOnly && !resource.isVirtual && subjectAccess(resource.subject, role) === 'FULL'
}
