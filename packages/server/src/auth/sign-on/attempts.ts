import { hashToken, makeSecretToken } from '@courtcrier/lib/secret-token.ts'
import { sql } from 'kysely'
import { randomNonce, randomPKCECodeVerifier } from 'openid-client'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'

/** How long signing in at the provider may take. */
const validMs = 10 * 60_000
/** How long the result waits for the console, which collects it at once. */
const collectMs = 2 * 60_000

/** A sign-in under way, as the browser and the provider need it. */
export interface NewAttempt {
  id: string
  state: string
  nonce: string
  verifier: string
  /** The value of the browser's cookie. */
  browser: string
}

interface Begun {
  firmId: number
  providerId: string
  returnTo: string
  testerId?: string
  /** Whether the provider is to have its user log in again. */
  isFresh?: boolean
  now: Date
}

/** Begins a sign-in, and forgets those that weren't finished. */
export async function beginAttempt(trx: Trx, begun: Begun): Promise<NewAttempt> {
  const { firmId, providerId, returnTo, testerId, isFresh = false, now } = begun
  const [id, state, browser] = [newId(), makeSecretToken(), makeSecretToken()]
  const [nonce, verifier] = [randomNonce(), randomPKCECodeVerifier()]
  await sql`delete from sign_on_attempts where firm_id = ${firmId} and expires_at <= ${now}::timestamptz`.execute(trx)
  await sql`insert into sign_on_attempts (firm_id, id, provider_id, browser_hash, state_hash, nonce, code_verifier,
      return_to, tester_id, is_fresh, expires_at)
    values (${firmId}::integer, ${id}::uuid, ${providerId}::uuid, ${browser.hash}, ${state.hash}, ${nonce}, ${verifier},
      ${returnTo}, ${testerId ?? null}::uuid, ${isFresh}, ${new Date(now.getTime() + validMs)}::timestamptz)`.execute(
    trx,
  )
  return { id, state: state.token, nonce, verifier, browser: browser.token }
}

export interface ReturnedAttempt {
  id: string
  providerId: string
  browserHash: string
  nonce: string
  verifier: string
  returnTo: string
  testerId: string | null
  isFresh: boolean
  begunAt: Date
}

/** Returns the sign-in that a state belongs to; every state works once, whatever comes of it. */
export async function takeState(
  trx: Trx,
  { firmId, state, now }: { firmId: number; state: string; now: Date },
): Promise<ReturnedAttempt | undefined> {
  const { rows } = await sql<Omit<ReturnedAttempt, 'begunAt'> & { expiresAt: Date }>`
    update sign_on_attempts set returned_at = ${now}::timestamptz
    where firm_id = ${firmId} and state_hash = ${hashToken(state)} and returned_at is null
      and expires_at > ${now}::timestamptz
    returning id, provider_id as "providerId", browser_hash as "browserHash", nonce, code_verifier as "verifier",
      return_to as "returnTo", tester_id as "testerId", is_fresh as "isFresh", expires_at as "expiresAt"`.execute(trx)
  return rows.map(({ expiresAt, ...row }) => ({ ...row, begunAt: new Date(expiresAt.getTime() - validMs) }))[0]
}

/**
 * Returns whether the provider of a sign-in that is under way is in use; undefined once its settings were changed, which
 * ends the sign-in. Locks the provider, so that such a change waits for what comes of it.
 */
export async function lockUnderWay(
  trx: Trx,
  { firmId, id, providerId }: { firmId: number; id: string; providerId: string },
): Promise<{ isInUse: boolean } | undefined> {
  const { rows: providers } = await sql<{ isInUse: boolean }>`
    select is_active as "isInUse" from identity_providers
    where firm_id = ${firmId} and id = ${providerId}::uuid for no key update`.execute(trx)
  // Only now: a change that held the lock has ended it.
  const { rows } = await sql`
    select 1 from sign_on_attempts where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  return rows.length > 0 ? providers[0] : undefined
}

/**
 * Binds a sign-in to the browser that brings it back, too: someone who began one could otherwise send another person to
 * the provider, and collect that person's session. Returns the value of the browser's second cookie.
 */
export async function bindReturn(trx: Trx, { firmId, id }: { firmId: number; id: string }): Promise<string> {
  const { token, hash } = makeSecretToken()
  await sql`update sign_on_attempts set return_hash = ${hash}
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  return token
}

interface Settled {
  firmId: number
  id: string
  now: Date
  userId?: string
  /** When the user showed who they are, if that is known. */
  provedAt?: Date | undefined
  sentence?: string
}

/** Leaves the result of a sign-in for the console to collect. */
export async function settleAttempt(trx: Trx, { firmId, id, now, ...result }: Settled): Promise<void> {
  await sql`update sign_on_attempts set returned_at = ${now}::timestamptz, user_id = ${result.userId ?? null}::uuid,
      authenticated_at = ${result.provedAt ?? null}::timestamptz, sentence = ${result.sentence ?? null}, expires_at = ${new Date(now.getTime() + collectMs)}::timestamptz
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
}

interface Collecting {
  firmId: number
  id: string
  /** What the browser has from the start of the sign-in. */
  browser: string
  /** What it has from bringing the sign-in back; '' if nothing. */
  returned: string
  now: Date
}

interface CollectedAttempt {
  providerId: string
  userId: string | null
  /** When they showed who they are; null if that isn't known. */
  provedAt: Date | null
  sentence: string | null
}

/** Takes the result of a sign-in, once, for the browser that began it and, if it is bound to that, brought it back. */
export async function collectAttempt(
  trx: Trx,
  { firmId, id, browser, returned, now }: Collecting,
): Promise<CollectedAttempt | undefined> {
  const { rows } = await sql<CollectedAttempt>`
    delete from sign_on_attempts
    where firm_id = ${firmId} and id = ${id}::uuid and browser_hash = ${hashToken(browser)} and tester_id is null
      and (return_hash is null or return_hash = ${hashToken(returned)}) and returned_at is not null and expires_at > ${now}::timestamptz
    returning provider_id as "providerId", user_id as "userId", authenticated_at as "provedAt", sentence`.execute(trx)
  return rows[0]
}
