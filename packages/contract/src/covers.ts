import {
  type AccessType,
  isAdmin,
  type PermissionSubject,
  permissionSubjects,
  permittedField,
  type Role,
  subjectAccess,
} from './access.ts'
import { camelCase, labelFromKey } from './names.ts'
import { permissionFieldsOf, resourcesOf } from './permission-fields.ts'
import { rankOf } from './role-rules.ts'

/** A grant that one role has and another doesn't. */
export interface Excess {
  subject: PermissionSubject
  /** snake_case; absent for the subject as a whole. */
  field?: string
  access: AccessType
}

/**
 * Returns whether one role's grants include everything another role grants. No one may grant, change or revoke more
 * than their own role allows, or they could raise their own access through a colleague's account.
 */
export function covers(granter: Role, granted: Role): boolean {
  return findExcess(granter, granted) === undefined
}

/** Returns the first grant of `granted` beyond `granter`. Only an administrator covers an administrator. */
export function findExcess(granter: Role, granted: Role): Excess | undefined {
  if (isAdmin(granter)) return undefined
  for (const subject of permissionSubjects) {
    const access = subjectAccess(subject, granted)
    if (rankOf(access) > rankOf(subjectAccess(subject, granter))) return { subject, access }
    const field = fieldExcess(subject, { granter, granted })
    if (field) return field
  }
  return isAdmin(granted) ? { subject: 'user_security_role', access: 'FULL' } : undefined
}

function fieldExcess(
  subject: PermissionSubject,
  { granter, granted }: { granter: Role; granted: Role },
): Excess | undefined {
  const named = [granter, granted].flatMap((role) => Object.keys(role.grants[subject]?.fields ?? {}))
  for (const field of named) {
    const access = permittedField(subject, field, granted)
    if (rankOf(access) > rankOf(permittedField(subject, field, granter))) return { subject, field, access }
  }
  return undefined
}

/** Formats an excess: "Ethical walls: full", "Clients, Number: read". */
export function describeExcess({ subject, field, access }: Excess): string {
  const whole = resourcesOf(subject).find(({ name }) => name === subject)?.label[1] ?? labelFromKey(camelCase(subject))
  const part = field && permissionFieldsOf(subject).find(({ name }) => name === field)?.label
  return `${[whole, ...(part ? [part] : [])].join(', ')}: ${access.toLowerCase()}`
}

/** Returns the field of a role's row that contains the excess. */
export function fieldOfExcess({ subject, field }: Excess): string {
  return camelCase(`${subject}_${field === undefined ? 'access' : 'permissions'}`)
}
