import { type AccessType, type PermissionSubject, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { isEqualValue } from '@courtcrier/contract/input.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { roleFromRow, rowFromGrants } from '@courtcrier/contract/resources/user-security-role.ts'
import { rankOf } from '@courtcrier/contract/role-rules.ts'
import { idsOf } from '../../fields/reference.tsx'

/** Returns the form's values after a subject's access was set; fields that would exceed it follow it again. */
export function withAccess(values: AnyRow, subject: PermissionSubject, access: AccessType): AnyRow {
  const fields = Object.entries(roleFromRow(values).grants[subject]?.fields ?? {})
  const kept = fields.filter(([, own]) => rankOf(own) <= rankOf(access))
  return {
    [camelCase(`${subject}_access`)]: access,
    [camelCase(`${subject}_permissions`)]: Object.fromEntries(kept),
  }
}

/** Does the same for several subjects at once. */
export function withGroupAccess(values: AnyRow, subjects: readonly PermissionSubject[], access: AccessType): AnyRow {
  return Object.assign({}, ...subjects.map((subject) => withAccess(values, subject, access)))
}

/** Returns the values after a field's own access was set; undefined makes it follow its record. */
export function withFieldAccess(
  values: AnyRow,
  { subject, field, access }: { subject: PermissionSubject; field: string; access: AccessType | undefined },
): AnyRow {
  const { [field]: _, ...others } = roleFromRow(values).grants[subject]?.fields ?? {}
  return { [camelCase(`${subject}_permissions`)]: access ? { ...others, [field]: access } : others }
}

interface Versions {
  /** The role when editing began. */
  base: AnyRow
  /** The role as someone else has saved it since. */
  theirs: AnyRow
  /** The form's values. */
  mine: AnyRow
}

/** Returns the form's values on top of a later version: what was changed here, and everything else as it is now. */
export function mergedRole({ base, theirs, mine }: Versions): AnyRow {
  const entries = Object.entries(mine).map(([key, value]) => {
    if (key === 'userIds') return [key, mergedUsers({ base, theirs, mine })]
    return [key, isEqualValue(value ?? null, base[key] ?? null) ? (theirs[key] ?? null) : value]
  })
  return Object.fromEntries(entries)
}

/** Those who have the role now, and those who are to get it: no one who has another role by now comes back. */
function mergedUsers({ base, theirs, mine }: Versions): string[] {
  const [before, now] = [idsOf(base.userIds), idsOf(theirs.userIds)]
  return [...now, ...idsOf(mine.userIds).filter((id) => !before.includes(id) && !now.includes(id))]
}

/** Returns the values copied from another role, without its name and users. */
export function withGrantsOf(role: Role): AnyRow {
  return rowFromGrants(role.grants)
}

/** Returns the access all the subjects share; undefined when they differ. */
export function commonAccess(role: Role, subjects: readonly PermissionSubject[]): AccessType | undefined {
  const [first, ...others] = new Set(subjects.map((subject) => subjectAccess(subject, role)))
  return others.length === 0 ? first : undefined
}
