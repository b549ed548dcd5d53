import { type AccessType, type Grant, type PermissionSubject, permissionSubjects, type Role } from '../access.ts'

type Levels = Partial<Record<PermissionSubject, AccessType>>

const credentialSubjects = permissionSubjects.filter((subject) => /(^|_)credential$/.test(subject))

/** Returns the same access for the credentials of every kind. */
function credentials(access: AccessType): Levels {
  return Object.fromEntries(credentialSubjects.map((subject) => [subject, access]))
}

/** The predefined roles (specification, section 6): each one's general level, and its exceptions. */
const definitions: readonly { name: string; general: AccessType; levels: Levels }[] = [
  { name: 'Administrator', general: 'FULL', levels: {} },
  {
    name: 'Manager',
    general: 'FULL',
    levels: {
      firm: 'READ',
      user: 'READ',
      user_security_role: 'READ',
      ...credentials('READ'),
      ethical_wall: 'READ',
      webhook: 'READ',
      system_event: 'READ',
      notice_format: 'READ',
      import_run: 'READ',
    },
  },
  {
    name: 'View Only',
    general: 'READ',
    levels: {
      firm: 'DENY',
      user: 'DENY',
      ...credentials('DENY'),
      ethical_wall: 'DENY',
      webhook: 'DENY',
      system_event: 'DENY',
      notice_format: 'DENY',
      import_run: 'DENY',
    },
  },
  {
    name: 'Docketing',
    general: 'READ',
    levels: {
      case: 'FULL',
      client: 'FULL',
      matter: 'FULL',
      document: 'FULL',
      envelope: 'FULL',
      inbox_item: 'FULL',
      judge: 'FULL',
      jurisdiction: 'FULL',
      ignored_case: 'FULL',
      timekeeper: 'FULL',
      delivery: 'FULL',
      document_copy: 'FULL',
      firm: 'DENY',
      user: 'DENY',
      ...credentials('DENY'),
      ethical_wall: 'DENY',
      webhook: 'DENY',
      notice_format: 'DENY',
    },
  },
]

/** The roles every firm starts with; they can't be changed or removed. */
export const systemRoles: readonly Omit<Role, 'id'>[] = definitions.map(({ name, general, levels }) => ({
  name,
  isSystemDefined: true,
  grants: Object.fromEntries(
    permissionSubjects.map((subject): [string, Grant] => [subject, { access: levels[subject] ?? general, fields: {} }]),
  ),
}))

/** The role in which Courtcrier itself writes, as do commands on the server: everything is allowed. */
export const administratorRole: Role = { id: '', ...getSystemRole('Administrator') }

function getSystemRole(name: string): Omit<Role, 'id'> {
  const role = systemRoles.find((each) => each.name === name)
  if (!role) throw new Error(`there is no role named ${name}`)
  return role
}
