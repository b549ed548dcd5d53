import type { OwnSignIn } from '@courtcrier/contract/calls/own-sessions.ts'
import { mostOwnSignIns } from '@courtcrier/contract/calls/own-sessions.ts'
import { deviceOf } from '@courtcrier/lib/device.ts'
import { sql } from 'kysely'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import { revokeSessions } from './sessions.ts'

export interface SessionsDeps {
  database: Database
  now: () => Date
}

/** One active login: all tokens issued for it. */
export interface ActiveSession {
  id: string
  userAgent: string | null
  signedInAt: Date
  /** When its tokens were last renewed; a console in use renews them every few minutes. */
  lastSeenAt: Date
  expiresAt: Date
  /** Where it was signed in from; unknown for sessions older than the history of sign-ins. */
  network: string | null
  place: string | null
}

/** Returns the caller's sessions, most recently used first. */
export async function listSessions({ database, now }: SessionsDeps, caller: Caller): Promise<readonly ActiveSession[]> {
  return withFirm(database, caller.firmId, (trx) => findSessions(trx, caller, now()))
}

/** Returns the caller's latest sign-ins and failed attempts, the latest first. */
export async function listSignIns(database: Database, { firmId, userId }: Caller): Promise<readonly OwnSignIn[]> {
  const { rows } = await withFirm(database, firmId, (trx) =>
    sql<OwnSignIn & { at: Date }>`select id, created_at as at, outcome, reason, way, provider, program, place, network
      from sign_ins where firm_id = ${firmId}::integer and user_id = ${userId}::uuid
      order by created_at desc, id desc limit ${mostOwnSignIns}`.execute(trx),
  )
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

/** Ends one of the caller's sessions at once; returns undefined when there is no such session. */
export async function endSession(
  { database, now }: SessionsDeps,
  caller: Caller,
  id: string,
): Promise<ActiveSession | undefined> {
  return withFirmWrite(database, caller.firmId, async (trx) => {
    const ended = (await findSessions(trx, caller, now())).find((session) => session.id === id)
    if (!ended) return undefined
    await revokeSessions(trx, { ...caller, now: now(), only: id })
    await tell(trx, caller, `${caller.user.fullName} signed out of a session: ${nameOfSession(ended)}.`)
    return ended
  })
}

/** Signs out every session of the caller except the current one, and returns how many there were. */
export async function endOtherSessions({ database, now }: SessionsDeps, caller: Caller): Promise<number> {
  return withFirmWrite(database, caller.firmId, async (trx) => {
    const others = (await findSessions(trx, caller, now())).filter(({ id }) => id !== caller.sessionId)
    if (others.length === 0) return 0
    await revokeSessions(trx, { ...caller, now: now(), except: caller.sessionId })
    const names = others.map(nameOfSession).join(', ')
    await tell(trx, caller, `${caller.user.fullName} signed out all other sessions: ${names}.`)
    return others.length
  })
}

/** Returns a user's active sessions, most recently used first. */
export async function findSessions(
  trx: Trx,
  { firmId, userId }: { firmId: number; userId: string },
  now: Date,
): Promise<readonly ActiveSession[]> {
  const { rows } = await sql<ActiveSession>`
    select o.*, i.network, i.place from (
      select family_id as id, (array_agg(user_agent order by created_at desc))[1] as "userAgent",
        min(created_at) as "signedInAt", max(greatest(created_at, used_at)) as "lastSeenAt",
        max(expires_at) as "expiresAt"
      from sessions where firm_id = ${firmId}::integer and user_id = ${userId}::uuid
      group by family_id
      having bool_and(revoked_at is null) and max(expires_at) > ${now}::timestamptz
    ) o left join sign_ins i on i.firm_id = ${firmId}::integer and i.id = o.id
    order by o."lastSeenAt" desc, o.id`.execute(trx)
  return rows
}

/** Names a session by its device, for the log. */
export function nameOfSession({ userAgent }: ActiveSession): string {
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
