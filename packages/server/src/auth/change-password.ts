import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { withFirmWrite } from '../base/db/firm-write.ts'
import { recordEvent } from '../records/audit.ts'
import type { Caller } from '../records/caller.ts'
import type { AuthDeps } from './auth-deps.ts'
import { endSignIns } from './factors/challenges.ts'
import { clearFailures, countAttempt } from './lock-out.ts'
import { findAccount } from './log-in.ts'
import { revokeSessions } from './sessions.ts'

export type ChangeResult = 'changed' | 'refused' | { lockedUntil: Date }

/**
 * Changes the caller's password, given the current one. Every other session of the user ends. Wrong passwords slow
 * the next attempt down like failed logins, so that a stolen session can't be used to guess.
 */
export async function changePassword(
  deps: AuthDeps,
  caller: Caller,
  passwords: { current: string; next: string },
): Promise<ChangeResult> {
  const { firmId, user } = caller
  const account = await withFirm(deps.database, firmId, (trx) => findAccount(trx, user.email))
  const isRight = await deps.passwords.verify(account?.passwordHash, passwords.current, caller)
  const hash = await deps.passwords.hash(passwords.next, caller)
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const now = deps.now()
    const result = await countAttempt(trx, { firmId, email: user.email, from: { session: 'own' }, isRight, now })
    if (result !== 'accepted') return result
    await setPassword(trx, { firmId, userId: user.id, email: user.email, hash, now, keptSession: caller.sessionId })
    return 'changed'
  })
}

/**
 * Sets a user's password: the user's sessions end, links to set a new password no longer work, nor do questions for a
 * second factor that the former password led to, and all pauses end.
 */
export async function setPassword(
  trx: Trx,
  set: { firmId: number; userId: string; email: string; hash: string; now: Date; keptSession?: string },
): Promise<void> {
  const { firmId, userId, hash, now } = set
  await sql`insert into user_secrets (firm_id, id, password_hash, changed_at)
    values (${firmId}::integer, ${userId}::uuid, ${hash}, ${now}::timestamptz)
    on conflict (firm_id, id) do update
      set password_hash = excluded.password_hash, changed_at = excluded.changed_at`.execute(trx)
  await sql`update password_resets set used_at = ${now}::timestamptz
    where user_id = ${userId}::uuid and used_at is null`.execute(trx)
  await endSignIns(trx, { firmId, userId })
  await clearFailures(trx, set.email)
  await revokeSessions(trx, { firmId, userId, now, except: set.keptSession })
  await recordEvent(trx, {
    firmId,
    level: 'AUDIT',
    type: 'object update',
    sentence: `The password of ${set.email} was changed.`,
    userId,
    entity: 'user',
    entityId: userId,
    action: 'password_changed',
  })
}
