import { credentialSubjects } from './credential-kinds.ts'
import { snakeCase } from './names.ts'

/** Access types with their wire order; READ is the default value on the wire (specification, section 6). */
export const accessTypes = ['READ', 'FULL', 'DENY'] as const
export type AccessType = (typeof accessTypes)[number]

/**
 * Everything a role can be granted, by permission name. The position gives the protobuf numbers of the
 * role's two fields for it (10 + 2n and 11 + 2n), so this list only ever grows at its end.
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

/** Governs what is each person's own, such as saved views: every role may, and each row says who may what with it. */
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

/** What a role may do with one subject: the whole, and single fields by their snake_case names. */
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

/** Administrator: the system-defined role named admin. */
export function isAdmin(role: Role): boolean {
  return role.isSystemDefined && /^admin(istrator)?$/i.test(role.name)
}

/** What a role may do with a subject as a whole; an unknown subject is denied. */
export function subjectAccess(subject: string, role: Role): AccessType {
  if (subject === everyone) return 'FULL'
  if (!(permissionSubjects as readonly string[]).includes(subject)) return 'DENY'
  return known(role.grants[subject]?.access)
}

/**
 * What a role may do with a field (snake_case) of a subject. Deny wins over read, read over full; a field
 * that the role does not name follows the subject; whatever is unknown is denied.
 */
export function permittedField(subject: string, field: string, role: Role): AccessType {
  const whole = subjectAccess(subject, role)
  const fields = role.grants[subject]?.fields
  if (!fields || !Object.hasOwn(fields, field)) return whole
  return stricter(whole, known(fields[field]))
}

/**
 * The role with which somebody sees what another role would see: of every subject and field what both may. It goes by
 * the viewed role's name and id, and is the administrator's only when both are.
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

/** The value of the role's flag for a route's access key: `judgeAccess` is the grant of `judge`. */
export function routeAccess(key: AccessKey, role: Role): AccessType {
  return subjectAccess(snakeCase(key.replace(/Access$/, '')), role)
}

export type GuardDecision = { allow: true } | { redirect: '/' | '/success'; from?: string }

/** The guard on every route change (specification, section 4). An empty access key is always allowed once signed in. */
export function guardRoute(to: { path: string; accessKey?: AccessKey | '' }, role: Role | undefined): GuardDecision {
  if (isPublicPath(to.path)) return { allow: true }
  if (!role) return { redirect: '/', from: to.path }
  if (to.accessKey && routeAccess(to.accessKey, role) === 'DENY') return { redirect: '/success' }
  return { allow: true }
}

/** Home, log-in, forgot and reset are open to everybody. */
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
