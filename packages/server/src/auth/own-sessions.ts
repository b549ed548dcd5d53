import { sql } from 'kysely'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { deviceOf } from '../base/lib/device.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { revokeSessions } from './sessions.ts'

interface SessionsDeps {
  database: Database
  now: () => Date
}

/** One active login: all tokens issued for it. */
export interface OwnSession {
  id: string
  userAgent: string | null
  signedInAt: Date
  /** When its tokens were last renewed; a console in use renews them every few minutes. */
  lastSeenAt: Date
  expiresAt: Date
}

/** Returns the caller's sessions, most recently used first. */
export async function listSessions({ database, now }: SessionsDeps, caller: Caller): Promise<readonly OwnSession[]> {
  return withFirm(database, caller.firmId, (trx) => findSessions(trx, caller, now()))
}

/** Ends one of the caller's sessions at once; returns undefined when there is no such session. */
export async function endSession(
  { database, now }: SessionsDeps,
  caller: Caller,
  id: string,
): Promise<OwnSession | undefined> {
  return withFirm(database, caller.firmId, async (trx) => {
    const ended = (await findSessions(trx, caller, now())).find((session) => session.id === id)
    if (!ended) return undefined
    await revokeSessions(trx, { ...caller, now: now(), only: id })
    await tell(trx, caller, `${caller.user.fullName} signed out of a session: ${nameOf(ended)}.`)
    return ended
  })
}

/** Signs out every session of the caller except the current one, and returns how many there were. */
export async function endOtherSessions({ database, now }: SessionsDeps, caller: Caller): Promise<number> {
  return withFirm(database, caller.firmId, async (trx) => {
    const others = (await findSessions(trx, caller, now())).filter(({ id }) => id !== caller.sessionId)
    if (others.length === 0) return 0
    await revokeSessions(trx, { ...caller, now: now(), except: caller.sessionId })
    await tell(trx, caller, `${caller.user.fullName} signed out all other sessions: ${others.map(nameOf).join(', ')}.`)
    return others.length
  })
}

async function findSessions(trx: Trx, { firmId, userId }: Caller, now: Date): Promise<readonly OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select family_id as id, (array_agg(user_agent order by created_at desc))[1] as "userAgent",
      min(created_at) as "signedInAt", max(greatest(created_at, used_at)) as "lastSeenAt", max(expires_at) as "expiresAt"
    from sessions where firm_id = ${firmId}::integer and user_id = ${userId}::uuid
    group by family_id
    having bool_and(revoked_at is null) and max(expires_at) > ${now}::timestamptz
    order by "lastSeenAt" desc, family_id`.execute(trx)
  return rows
}

function nameOf({ userAgent }: OwnSession): string {
  return deviceOf(userAgent ?? '') ?? 'an unknown device'
}

async function tell(trx: Trx, { firmId, userId }: Caller, sentence: string): Promise<void> {
  await recordEvent(trx, {
    firmId,
    level: 'AUDIT',
    type: 'other',
    sentence,
    userId,
    entity: 'user',
    entityId: userId,
  })
}
