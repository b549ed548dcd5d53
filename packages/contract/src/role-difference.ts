import {
  type AccessType,
  type PermissionSubject,
  permissionSubjects,
  permittedField,
  type Role,
  subjectAccess,
} from './access.ts'
import { rankOf } from './role-rules.ts'

/** A change in a role's access to a subject, or to one of its fields. */
export interface AccessChange {
  subject: PermissionSubject
  /** snake_case; absent for the subject as a whole. */
  field?: string
  from: AccessType
  to: AccessType
  isGain: boolean
}

/**
 * Returns what the second role may do differently from the first. A field that only follows its subject is not named.
 */
export function differenceOf(before: Role, after: Role): AccessChange[] {
  return permissionSubjects.flatMap((subject) => {
    const whole = { from: subjectAccess(subject, before), to: subjectAccess(subject, after) }
    const names = [before, after].flatMap((role) => Object.keys(role.grants[subject]?.fields ?? {}))
    const fields = [...new Set(names)].map((field) => ({
      field,
      from: permittedField(subject, field, before),
      to: permittedField(subject, field, after),
    }))
    const told = fields.filter(({ from, to }) => from !== to && !(from === whole.from && to === whole.to))
    return [...(whole.from === whole.to ? [] : [whole]), ...told].map((change) => ({
      subject,
      ...change,
      isGain: rankOf(change.to) > rankOf(change.from),
    }))
  })
}
