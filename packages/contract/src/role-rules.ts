import { type AccessType, accessTypes, permissionSubjects } from './access.ts'
import type { TextMap } from './fields/map.ts'
import { isEqualValue } from './input.ts'
import type { Problem } from './messages.ts'
import { camelCase } from './names.ts'
import { isPermissionField } from './permission-fields.ts'
import type { AnyRow } from './resource.ts'

/** Returns the rank of an access type; a higher one allows more. */
export function rankOf(access: AccessType): number {
  return { DENY: 0, READ: 1, FULL: 2 }[access]
}

/**
 * Checks rules across a role's fields: predefined roles keep their grants, every other role has a user, every user has a
 * role, and a field is no more open than its record. A save that changes nothing is always valid.
 */
export function roleProblems(values: AnyRow, current: AnyRow | undefined): Problem[] {
  const changed = Object.keys(values).filter((key) => !current || !isEqualValue(values[key], current[key]))
  if (changed.length === 0) return []
  if (current?.isSystemDefined) {
    const fixed = changed
      .filter((key) => !openOnPredefined.includes(key))
      .map((field) => ({ field, code: 'predefined_role' }))
    return [...fixed, ...peopleProblems(values, current)]
  }
  return [...peopleProblems(values, current), ...grantProblems(values, current)]
}

/** Fields of predefined roles that can be changed: they decide who has the role and how they sign in, not what it allows. */
export const openOnPredefined: readonly string[] = ['userIds', 'requiresSecondFactor', 'secondFactorGraceDays']

/** Returns the users who would have the role after the save, and those of them who don't have it yet. */
export function peopleOf(values: AnyRow, current: AnyRow | undefined): { ids: string[]; joining: string[] } {
  const before = listOf(current?.userIds)
  const ids = values.userIds === undefined ? before : listOf(values.userIds)
  return { ids, joining: ids.filter((id) => !before.includes(id)) }
}

function peopleProblems(values: AnyRow, current: AnyRow | undefined): Problem[] {
  const { ids } = peopleOf(values, current)
  if (listOf(current?.userIds).some((id) => !ids.includes(id))) return [{ field: 'userIds', code: 'user_without_role' }]
  return ids.length === 0 && !current?.isSystemDefined ? [{ field: 'userIds', code: 'required_items' }] : []
}

function grantProblems(values: AnyRow, current: AnyRow | undefined): Problem[] {
  return permissionSubjects.flatMap((subject) => {
    const [access, permissions] = [camelCase(`${subject}_access`), camelCase(`${subject}_permissions`)]
    if (values[access] === undefined && values[permissions] === undefined) return []
    const whole = knownType(values[access] ?? current?.[access]) ?? 'DENY'
    const fields = (values[permissions] ?? current?.[permissions] ?? {}) as TextMap
    for (const [name, value] of Object.entries(fields)) {
      const type = knownType(value)
      if (!isPermissionField(subject, name)) return [{ field: permissions, code: 'unknown_field' }]
      if (!type) return [{ field: permissions, code: `not_choice:${accessTypes.join(', ')}` }]
      if (rankOf(type) > rankOf(whole)) return [{ field: permissions, code: 'exceeds_record' }]
    }
    return []
  })
}

function knownType(value: unknown): AccessType | undefined {
  return accessTypes.find((type) => type === value)
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
