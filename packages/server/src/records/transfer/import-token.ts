import { type AccessType, type Grant, permissionSubjects, type Role } from '@courtcrier/contract/access.ts'
import type { UsedKey } from '../caller.ts'

/** Who imports: someone who is signed in, or a program with the firm's token. */
export interface Importer {
  firmId: number
  role: Role
  /** Absent when a program imports. */
  userId?: string | undefined
  timekeeperId: string | undefined
  /** The API key of a program that isn't the firm's but acts as someone. */
  key?: UsedKey | undefined
}

/**
 * Data that other systems of a firm maintain. Who may log in, what they may do and where documents go are for people to
 * decide.
 */
const fed = new Set<string>([
  'case',
  'client',
  'matter',
  'timekeeper',
  'timekeeper_group',
  'department',
  'location',
  'practice_group',
  'judge',
  'jurisdiction',
  'ignored_case',
])

/** What a program with the token may do. */
export const programRole: Role = {
  id: '',
  name: 'Import token',
  isSystemDefined: false,
  grants: Object.fromEntries(
    permissionSubjects.map((subject): [string, Grant] => {
      const access: AccessType = fed.has(subject)
        ? 'FULL'
        : /(^user|credential$|^webhook$)/.test(subject)
          ? 'DENY'
          : 'READ'
      return [subject, { access, fields: {} }]
    }),
  ),
}
