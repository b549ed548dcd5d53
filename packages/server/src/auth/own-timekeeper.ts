import type { Role } from '@courtcrier/contract/access.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { type AnyRow, fieldAccess } from '@courtcrier/contract/resource.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { user as userResource } from '@courtcrier/contract/resources/user.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { Save } from '../records/behaviour.ts'
import { sameEmail } from './lock-out.ts'

/**
 * Returns the timekeeper that a new user is by their address, where no person decides it: one whom a rule or a provider
 * adds, or a person whose role may not choose timekeepers. Their ethical walls apply from the first day.
 */
export async function findOwnTimekeeper(trx: Trx, save: Save): Promise<AnyRow> {
  const { writer } = save
  if (writer.userId !== undefined && choosesTimekeepers(writer.role)) return {}
  const [timekeeperId, ...others] = await findCandidates(trx, save)
  return timekeeperId !== undefined && others.length === 0 ? { timekeeperId } : {}
}

/** Returns a problem if a new user could be any of several timekeepers, so that it isn't known which walls apply. */
export async function whyAmbiguous(trx: Trx, save: Save): Promise<Problem[]> {
  const candidates = await findCandidates(trx, save)
  if (candidates.length < 2) return []
  return [{ field: 'timekeeperId', code: `ambiguous_timekeeper:${save.values.email}` }]
}

/** Whether a role sees by their addresses who is which timekeeper, and may say so of users. */
export function choosesTimekeepers(role: Role): boolean {
  const maySee = [timekeeper.title, 'email'].every((key) => fieldAccess(timekeeper, key, role) !== 'DENY')
  return maySee && fieldAccess(userResource, 'timekeeperId', role) === 'FULL'
}

/** Whom a new user could be; no one for a service account. */
async function findCandidates(trx: Trx, { firmId, values, current }: Save): Promise<string[]> {
  const { email, timekeeperId, isServiceAccount } = values
  if (current || timekeeperId || isServiceAccount === true || typeof email !== 'string') return []
  return findFreeTimekeepers(trx, { firmId, email })
}

/** Returns the timekeepers with an address whom no user is, two of them at most. */
export async function findFreeTimekeepers(
  trx: Trx,
  { firmId, email }: { firmId: number; email: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from timekeepers t
    where t.firm_id = ${firmId}::integer and lowered(t.email) = ${sameEmail(email)}
      and not exists (select from users u where u.firm_id = t.firm_id and u.timekeeper_id = t.id)
    order by t.id limit 2`.execute(trx)
  return rows.map(({ id }) => id)
}
