import { describe, expect, test } from 'vitest'
import { type AccessType, isAdmin, permissionSubjects, type Role, subjectAccess } from '../access.ts'
import { systemRoles } from './system-roles.ts'
import { roleFromRow, rowFromGrants } from './user-security-role.ts'

/** F: full access, R: read only, -: no access; for Administrator, Manager, View Only and Docketing. */
const table: Record<(typeof permissionSubjects)[number], string> = {
  case: 'F F R F',
  client: 'F F R F',
  department: 'F F R R',
  document: 'F F R F',
  ecfx_jurisdiction: 'F F R R',
  envelope: 'F F R F',
  firm: 'F R - -',
  inbox_item: 'F F R F',
  judge: 'F F R F',
  jurisdiction: 'F F R F',
  location: 'F F R R',
  matter: 'F F R F',
  practice_group: 'F F R R',
  timekeeper: 'F F R F',
  timekeeper_group: 'F F R R',
  user: 'F R - -',
  dashboard: 'F F R R',
  email_template: 'F F R R',
  storage_policy: 'F F R R',
  ignored_case: 'F F R F',
  webhook: 'F R - -',
  auto_case_creation: 'F F R R',
  jurisdiction_preference: 'F F R R',
  jurisdiction_group: 'F F R R',
  notification_rule: 'F F R R',
  document_processing: 'F F R R',
  credential: 'F R - -',
  user_security_role: 'F R R R',
  system_event: 'F R - R',
  delivery: 'F F R F',
  document_copy: 'F F R F',
  notice_format: 'F R - -',
  ethical_wall: 'F R - -',
  abbreviation: 'F F R R',
  filevine_credential: 'F R - -',
  box_client_credential: 'F R - -',
  box_credential: 'F R - -',
  sharepoint_online_credential: 'F R - -',
  sharepoint_server_credential: 'F R - -',
  clio_credential: 'F R - -',
  smokeball_credential: 'F R - -',
  netdocuments_client_credential: 'F R - -',
  netdocuments_cloud_credential: 'F R - -',
  litify_credential: 'F R - -',
  neos_credential: 'F R - -',
  imanage_cloud_credential: 'F R - -',
  imanage_server_credential: 'F R - -',
  import_run: 'F R - R',
}
const letters: Readonly<Record<AccessType, string>> = { FULL: 'F', READ: 'R', DENY: '-' }
const roles = systemRoles.map((role): Role => ({ ...role, id: role.name }))

describe('the predefined roles', () => {
  test('are the four of the specification, all system-defined, and one is the administrator', () => {
    expect(roles.map((role) => role.name)).toStrictEqual(['Administrator', 'Manager', 'View Only', 'Docketing'])
    expect(roles.map((role) => role.isSystemDefined)).toStrictEqual([true, true, true, true])
    expect(roles.map(isAdmin)).toStrictEqual([true, false, false, false])
  })

  test.each(permissionSubjects)('have the access to %s that the table says', (subject) => {
    expect(roles.map((role) => letters[subjectAccess(subject, role)]).join(' ')).toBe(table[subject])
  })

  test('restrict no individual fields', () => {
    for (const role of roles)
      expect(Object.values(role.grants).flatMap(({ fields }) => Object.keys(fields))).toEqual([])
  })
})

describe('the row of a role', () => {
  test.each(roles)('$name restores its grants', (role) => {
    const { name, isSystemDefined, id } = role
    expect(roleFromRow({ id, name, isSystemDefined, ...rowFromGrants(role.grants) })).toStrictEqual(role)
  })

  test('denies subjects it does not name, or names with an unknown value', () => {
    const row = {
      name: 'Odd',
      caseAccess: 'WRITE',
      matterAccess: 'FULL',
      matterPermissions: { name: 'WRITE', status: 'READ' },
    }
    const role = roleFromRow(row)
    expect(subjectAccess('case', role)).toBe('DENY')
    expect(subjectAccess('client', role)).toBe('DENY')
    expect(role.grants.matter).toStrictEqual({ access: 'FULL', fields: { name: 'DENY', status: 'READ' } })
  })

  test('keeps individual fields', () => {
    const grants = { judge: { access: 'FULL', fields: { name: 'READ' } } } as const
    expect(roleFromRow(rowFromGrants(grants)).grants.judge).toStrictEqual(grants.judge)
    expect(roleFromRow(rowFromGrants(grants)).grants.case).toStrictEqual({ access: 'DENY', fields: {} })
  })
})
