import { ApiError } from '@courtcrier/contract/errors.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { type ActiveSession, findSessions, nameOfSession, type SessionsDeps } from './own-sessions.ts'
import { revokeSessions } from './sessions.ts'

/** Returns the sessions of a user of the caller's firm. Throws `not_found` when there is no such user. */
export async function listUserSessions(
  { database, now }: SessionsDeps,
  { firmId }: Caller,
  userId: string,
): Promise<readonly ActiveSession[]> {
  return withFirm(database, firmId, async (trx) => {
    await nameOf(trx, firmId, userId)
    return findSessions(trx, { firmId, userId }, now())
  })
}

interface Ending {
  caller: Caller
  userId: string
  /** The session to end; all of them if absent, except the one the caller uses. */
  only?: string
  /** Refuses the caller with an `ApiError`, if the user is beyond their rights. */
  check: (trx: Trx) => Promise<void>
}

/** Ends sessions of a user at once, and returns how many there were. Throws `not_found` when there is no such user. */
export async function endUserSessions({ database, now }: SessionsDeps, ending: Ending): Promise<number> {
  const { caller, userId, only, check } = ending
  const { firmId } = caller
  return withFirmWrite(database, firmId, async (trx) => {
    const fullName = await nameOf(trx, firmId, userId)
    await check(trx)
    const all = await findSessions(trx, { firmId, userId }, now())
    const ended = all.filter(({ id }) => (only === undefined ? id !== caller.sessionId : id === only))
    if (ended.length === 0) return 0
    const which = only === undefined ? { except: caller.sessionId } : { only }
    await revokeSessions(trx, { firmId, userId, now: now(), ...which })
    await recordEvent(trx, {
      ...{ firmId, level: 'AUDIT', type: 'other', userId: caller.userId, entity: 'user', entityId: userId },
      sentence: `${caller.user.fullName} signed ${fullName} out: ${ended.map(nameOfSession).join(', ')}.`,
      recordTitle: fullName,
    })
    return ended.length
  })
}

async function nameOf(trx: Trx, firmId: number, userId: string): Promise<string> {
  const { rows } = await sql<{ fullName: string }>`
    select full_name as "fullName" from users where firm_id = ${firmId}::integer and id = ${userId}::uuid`.execute(trx)
  if (!rows[0]) throw new ApiError('not_found')
  return rows[0].fullName
}
