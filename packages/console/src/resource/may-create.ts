import { type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { checkInput } from '@courtcrier/contract/input.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { isWritable } from './form-values.ts'

/** Returns whether the role may create records: it may also enter everything that a new one can't be without. */
export function mayCreate(resource: Resource, role: Role): boolean {
  if (resource.isReadOnly || resource.isVirtual || subjectAccess(resource.subject, role) !== 'FULL') return false
  const { problems } = checkInput(resource, {}, { role })
  return problems.every(({ field: key }) => isWritable(key, { resource, role, isNew: true }) && mayChoose(key))

  /** Nothing can be chosen among records that the role doesn't see. */
  function mayChoose(key: string): boolean {
    const referred = findResource(findField(resource, key)?.resource ?? '')
    return !referred || subjectAccess(referred.subject, role) !== 'DENY'
  }
}
