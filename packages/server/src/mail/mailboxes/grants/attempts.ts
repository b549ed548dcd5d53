import { hashToken, makeSecretToken } from '@courtcrier/lib/secret-token.ts'
import { sql } from 'kysely'
import { randomPKCECodeVerifier } from 'openid-client'
import { announce } from '../../../base/db/changes.ts'
import type { Trx } from '../../../base/db/database.ts'
import { newId } from '../../../base/db/ids.ts'
import { type AccountKey, accountKinds } from './accounts.ts'

/** How long signing in at the service may take. */
const validMs = 10 * 60_000

/** A sign-in under way, as the browser and the service need it. */
export interface NewAttempt {
  id: string
  state: string
  verifier: string
  /** The value of the browser's cookie. */
  browser: string
}

interface Begun extends AccountKey {
  userId: string
  /** What the account is now. */
  place: string
  now: Date
}

/** Begins a sign-in, and forgets those that weren't finished. */
export async function beginAttempt(trx: Trx, { kind, firmId, id, userId, place, now }: Begun): Promise<NewAttempt> {
  const [attempt, state, browser, verifier] = [newId(), makeSecretToken(), makeSecretToken(), randomPKCECodeVerifier()]
  await sql`delete from mail_sign_in_attempts
    where firm_id = ${firmId} and expires_at <= ${now}::timestamptz`.execute(trx)
  await sql`insert into mail_sign_in_attempts (firm_id, id, ${sql.ref(accountKinds[kind].column)}, user_id,
      browser_hash, state_hash, code_verifier, place, expires_at)
    values (${firmId}::integer, ${attempt}::uuid, ${id}::uuid, ${userId}::uuid, ${browser.hash}, ${state.hash},
      ${verifier}, ${place}, ${new Date(now.getTime() + validMs)}::timestamptz)`.execute(trx)
  return { id: attempt, state: state.token, verifier, browser: browser.token }
}

export interface ReturnedAttempt {
  id: string
  mailboxId: string | null
  senderId: string | null
  userId: string
  browserHash: string
  verifier: string
  place: string
}

/** Returns the sign-in that a state belongs to; every state works once, whatever comes of it. */
export async function takeState(
  trx: Trx,
  { firmId, state, now }: { firmId: number; state: string; now: Date },
): Promise<ReturnedAttempt | undefined> {
  const { rows } = await sql<ReturnedAttempt>`
    update mail_sign_in_attempts set returned_at = ${now}::timestamptz
    where firm_id = ${firmId} and state_hash = ${hashToken(state)} and returned_at is null
      and expires_at > ${now}::timestamptz
    returning id, mailbox_id as "mailboxId", sender_id as "senderId", user_id as "userId",
      browser_hash as "browserHash", code_verifier as "verifier", place`.execute(trx)
  return rows[0]
}

/** Leaves the result for the console, whose page and pop-up both read it. */
export async function settleAttempt(
  trx: Trx,
  { firmId, id, state, sentence }: { firmId: number; id: string; state: 'done' | 'failed'; sentence: string },
): Promise<void> {
  await sql`update mail_sign_in_attempts set state = ${state}, sentence = ${sentence.slice(0, 1000)}
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
}

/** How a sign-in went, for the browser that began it; undefined for any other, and after ten minutes. */
export async function readAttempt(
  trx: Trx,
  { firmId, id, browser, now }: { firmId: number; id: string; browser: string; now: Date },
): Promise<{ state: 'waiting' | 'done' | 'failed'; sentence: string | null } | undefined> {
  const { rows } = await sql<{ state: 'waiting' | 'done' | 'failed'; sentence: string | null }>`
    select state, sentence from mail_sign_in_attempts
    where firm_id = ${firmId} and id = ${id}::uuid and browser_hash = ${hashToken(browser)}
      and expires_at > ${now}::timestamptz`.execute(trx)
  return rows[0]
}

/** Lets consoles and readers know that an account changed. */
export async function announceAccount(trx: Trx, { kind, firmId, id }: AccountKey): Promise<void> {
  await announce(trx, { firmId, entity: accountKinds[kind].resource.name, ids: [id] })
}
