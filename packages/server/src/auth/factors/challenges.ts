import { randomBytes } from 'node:crypto'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import { hashToken, makeSecretToken } from '@courtcrier/lib/secret-token.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'

/** How long a question may stay unanswered. */
const validMs = 10 * 60_000

/** A question put to a browser. */
export interface NewChallenge {
  id: string
  /** What a passkey signs: base64url of random bytes. */
  challenge: string
  /** The value of the browser's cookie. */
  browser: string
}

/**
 * Asks the browser of someone who signs in, the session of someone who adds a passkey, or, without a user, a session to
 * confirm; forgets what wasn't answered.
 */
export async function beginChallenge(
  trx: Trx,
  { firmId, userId, sessionId, now }: { firmId: number; userId?: string; sessionId?: string; now: Date },
): Promise<NewChallenge> {
  const [id, browser, challenge] = [newId(), makeSecretToken(), randomBytes(32).toString('base64url')]
  await sql`delete from factor_challenges where firm_id = ${firmId} and expires_at <= ${now}::timestamptz`.execute(trx)
  await sql`insert into factor_challenges (firm_id, id, user_id, session_id, browser_hash, challenge, expires_at)
    values (${firmId}::integer, ${id}::uuid, ${userId ?? null}::uuid, ${sessionId ?? null}::uuid,
      ${sessionId === undefined ? browser.hash : null}, ${challenge},
      ${new Date(now.getTime() + validMs)}::timestamptz)`.execute(trx)
  return { id, challenge, browser: browser.token }
}

/** Where an answer comes from: the browser with the cookie, or a session. */
export type Answerer = { browser: string } | { sessionId: string }

interface ChallengeAnswer {
  firmId: number
  id: string
  by: Answerer
  now: Date
}

/** Returns an open question if it was put to this browser or session. Locks it, so that it is answered once. */
export async function lockChallenge(
  trx: Trx,
  { firmId, id, by, now }: ChallengeAnswer,
): Promise<{ challenge: string; userId: string | null } | undefined> {
  if (!isUuid(id)) return undefined
  const isTheirs =
    'browser' in by
      ? sql`browser_hash = ${hashToken(by.browser)} and session_id is null`
      : sql`session_id = ${by.sessionId}::uuid`
  const { rows } = await sql<{ challenge: string; userId: string | null }>`
    select challenge, user_id as "userId" from factor_challenges
    where firm_id = ${firmId} and id = ${id}::uuid and ${isTheirs} and expires_at > ${now}::timestamptz
    for update`.execute(trx)
  return rows[0]
}

/** Ends the questions put to browsers that entered a user's password; those of the user's sessions stay. */
export async function endSignIns(trx: Trx, { firmId, userId }: { firmId: number; userId: string }): Promise<void> {
  await sql`delete from factor_challenges
    where firm_id = ${firmId} and user_id = ${userId}::uuid and session_id is null`.execute(trx)
}

/** Ends a question that was answered. */
export async function endChallenge(trx: Trx, { firmId, id }: { firmId: number; id: string }): Promise<void> {
  await sql`delete from factor_challenges where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
}
