import { credentialSubjects } from './credential-kinds.ts'
import { snakeCase } from './names.ts'

/** Access types with their wire order; READ is the default value on the wire (specification, section 6). */
export const accessTypes = ['READ', 'FULL', 'DENY'] as const
export type AccessType = (typeof accessTypes)[number]

/**
 * Everything a role can be granted, by permission name. The position determines the protobuf numbers of the role's two
 * fields for it (10 + 2n and 11 + 2n), so new names are only ever added at the end.
 */
export const permissionSubjects = [
  'case',
  'client',
  'department',
  'document',
  'ecfx_jurisdiction',
  'envelope',
  'firm',
  'inbox_item',
  'judge',
  'jurisdiction',
  'location',
  'matter',
  'practice_group',
  'timekeeper',
  'timekeeper_group',
  'user',
  'dashboard',
  'email_template',
  'storage_policy',
  'ignored_case',
  'webhook',
  'auto_case_creation',
  'jurisdiction_preference',
  'jurisdiction_group',
  'notification_rule',
  'document_processing',
  'credential',
  'user_security_role',
  'system_event',
  'delivery',
  'document_copy',
  'notice_format',
  'ethical_wall',
  'abbreviation',
  ...credentialSubjects,
  'import_run',
] as const
export type PermissionSubject = (typeof permissionSubjects)[number]

/**
 * Governs personal records such as saved views: every role may use them, and each row decides who may do what with it.
 */
export const everyone = 'everyone'

/** Route permissions: one flag on the role per key (specification, section 6). */
export const accessKeys = [
  'dashboardAccess',
  'inboxItemAccess',
  'documentAccess',
  'envelopeAccess',
  'firmAccess',
  'notificationRuleAccess',
  'jurisdictionGroupAccess',
  'jurisdictionPreferenceAccess',
  'storagePolicyAccess',
  'userAccess',
  'timekeeperGroupAccess',
  'clientAccess',
  'caseAccess',
  'timekeeperAccess',
  'matterAccess',
  'jurisdictionAccess',
  'ignoredCaseAccess',
  'judgeAccess',
  'departmentAccess',
  'locationAccess',
  'emailTemplateAccess',
  'noticeFormatAccess',
] as const
export type AccessKey = (typeof accessKeys)[number]

/** A role's access to one subject: to the whole, and to single fields by their snake_case names. */
export interface Grant {
  access: AccessType
  fields: Readonly<Record<string, AccessType>>
}

export interface Role {
  id: string
  name: string
  isSystemDefined: boolean
  grants: Readonly<Record<string, Grant>>
}

/** Returns whether this is the system-defined role named admin. */
export function isAdmin(role: Role): boolean {
  return role.isSystemDefined && /^admin(istrator)?$/i.test(role.name)
}

/** Returns a role's access to a subject as a whole; an unknown subject is denied. */
export function subjectAccess(subject: string, role: Role): AccessType {
  if (subject === everyone) return 'FULL'
  if (!(permissionSubjects as readonly string[]).includes(subject)) return 'DENY'
  return known(role.grants[subject]?.access)
}

/**
 * Returns a role's access to a field (snake_case) of a subject. Deny wins over read, read over full; a field the role
 * doesn't name follows its subject; anything unknown is denied.
 */
export function permittedField(subject: string, field: string, role: Role): AccessType {
  const whole = subjectAccess(subject, role)
  const fields = role.grants[subject]?.fields
  if (!fields || !Object.hasOwn(fields, field)) return whole
  return stricter(whole, known(fields[field]))
}

/**
 * Returns the role for viewing as another role: for every subject and field, what both may do. It has the viewed role's
 * name and ID, and is the administrator's only when both are.
 */
export function intersectRoles(own: Role, viewed: Role): Role {
  const grants = permissionSubjects.map((subject): [string, Grant] => {
    const names = [own, viewed].flatMap((role) => Object.keys(role.grants[subject]?.fields ?? {}))
    const fields = names.map((name): [string, AccessType] => [
      name,
      stricter(permittedField(subject, name, own), permittedField(subject, name, viewed)),
    ])
    const access = stricter(subjectAccess(subject, own), subjectAccess(subject, viewed))
    return [subject, { access, fields: Object.fromEntries(fields) }]
  })
  return {
    id: viewed.id,
    name: viewed.name,
    isSystemDefined: viewed.isSystemDefined && (isAdmin(own) || !isAdmin(viewed)),
    grants: Object.fromEntries(grants),
  }
}

/** Returns the role's flag for a route's access key: `judgeAccess` is the grant of `judge`. */
export function routeAccess(key: AccessKey, role: Role): AccessType {
  return subjectAccess(snakeCase(key.replace(/Access$/, '')), role)
}

export type GuardDecision = { allow: true } | { redirect: '/' | '/success'; from?: string }

/** Guards every route change (specification, section 4). An empty access key is always allowed once signed in. */
export function guardRoute(to: { path: string; accessKey?: AccessKey | '' }, role: Role | undefined): GuardDecision {
  if (isPublicPath(to.path)) return { allow: true }
  if (!role) return { redirect: '/', from: to.path }
  if (to.accessKey && routeAccess(to.accessKey, role) === 'DENY') return { redirect: '/success' }
  return { allow: true }
}

/** Returns whether the path is home, login, forgot password or reset, which are open to everyone. */
export function isPublicPath(path: string): boolean {
  return /^\/(login|password-forgot|password-reset)?\/?$/.test(path.split('?')[0] ?? '')
}

function known(value: string | undefined): AccessType {
  return accessTypes.find((type) => type === value) ?? 'DENY'
}

function stricter(a: AccessType, b: AccessType): AccessType {
  if (a === 'DENY' || b === 'DENY') return 'DENY'
  return a === 'READ' || b === 'READ' ? 'READ' : 'FULL'
}
