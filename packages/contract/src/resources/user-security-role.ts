import { accessTypes, type Grant, permissionSubjects, type Role } from '../access.ts'
import { boolean } from '../fields/boolean.ts'
import type { Field } from '../fields/field.ts'
import { map, type TextMap } from '../fields/map.ts'
import { number } from '../fields/number.ts'
import { referenceList } from '../fields/reference.ts'
import { select } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { camelCase } from '../names.ts'
import { type AnyRow, defineResource, type RowOf } from '../resource.ts'

/** For each subject one entity-level access value and one map of field permissions (specification, section 3). */
const grantFields: Readonly<Record<string, Field>> = Object.fromEntries(
  permissionSubjects.flatMap((subject, index) => [
    [
      camelCase(`${subject}_access`),
      select(10 + 2 * index, accessTypes, { required: true, default: 'DENY', within: 'grants' }),
    ],
    [camelCase(`${subject}_permissions`), map(11 + 2 * index, { within: 'grants' })],
  ]),
)

export const userSecurityRole = defineResource('user_security_role', {
  label: ['Role', 'Roles'],
  route: '/security-roles',
  access: 'firmAccess',
  title: 'name',
  isUndoable: false,
  fields: {
    name: text(4, { required: true, max: 120, search: true }),
    userIds: referenceList(5, 'user', {
      ...{ isComputed: true, label: 'Users' },
      workedOutOf: [['user', 'security_role_id']],
    }),
    isSystemDefined: boolean(6, { readOnly: true, label: 'Predefined' }),
    requiresSecondFactor: boolean(7, {
      label: 'Requires a second factor',
      help: 'Users with this role need an authenticator app or a passkey to log in. Those who log in through an identity provider are exempt: it has factors of its own.',
    }),
    secondFactorGraceDays: number(8, {
      ...{ required: true, default: 14, min: 0, max: 90, label: 'Days to add it' },
      help: 'From the first time a user is asked. Until then they can do it later; after that they can do nothing else.',
    }),
    ...grantFields,
  },
  unique: [['name']],
  list: { columns: ['name', 'isSystemDefined'], sort: 'name' },
})
export type UserSecurityRole = RowOf<typeof userSecurityRole>

/** Returns the role described by a row. A subject the row does not name is denied. */
export function roleFromRow(row: AnyRow): Role {
  const grants = permissionSubjects.flatMap((subject): [string, Grant][] => {
    const access = accessTypes.find((type) => type === row[camelCase(`${subject}_access`)])
    if (!access) return []
    return [[subject, { access, fields: knownTypes(row[camelCase(`${subject}_permissions`)]) }]]
  })
  return {
    id: String(row.id ?? ''),
    name: String(row.name ?? ''),
    isSystemDefined: row.isSystemDefined === true,
    grants: Object.fromEntries(grants),
  }
}

/** Returns the fields of a row for these grants. */
export function rowFromGrants(grants: Role['grants']): AnyRow {
  const entries = permissionSubjects.flatMap((subject) => [
    [camelCase(`${subject}_access`), grants[subject]?.access ?? 'DENY'],
    [camelCase(`${subject}_permissions`), grants[subject]?.fields ?? {}],
  ])
  return Object.fromEntries(entries)
}

/** Treats a value that isn't an access type as DENY. */
function knownTypes(permissions: unknown): Grant['fields'] {
  const entries = Object.entries((permissions ?? {}) as TextMap)
  return Object.fromEntries(
    entries.map(([field, value]) => [field, accessTypes.find((type) => type === value) ?? 'DENY']),
  )
}
