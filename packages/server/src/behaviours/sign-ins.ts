import { type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Behaviour } from '../records/behaviour.ts'

/** Where people sign in from is for those who manage users; others see their own sign-ins. */
export const signInBehaviour: Behaviour = {
  visible: (t, { userId, role }) => (managesUsers(role) ? sql<boolean>`true` : isOwn(t, userId)),
}

function managesUsers(role: Role): boolean {
  return subjectAccess(user.subject, role) === 'FULL'
}

function isOwn(t: string, userId: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${t}.user_id`)} = ${userId}::uuid`
}
