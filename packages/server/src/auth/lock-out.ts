import { createHash } from 'node:crypto'
import { lowered } from '@courtcrier/contract/lowered.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Failures are forgotten when none followed for this long. */
const forgetMs = 24 * hourMs

/** Whose failures are counted together, and how they slow the next attempt down. */
interface Count {
  key: string
  /** The number of failures in a row at which attempts have to pause: for a minute, then twice as long each time. */
  free: number
  longestMs: number
}

/** Where an attempt is made from. */
export type AttemptSource =
  /** A browser in which the account's owner has logged in before. */
  | { browser: string }
  /** Any other, on this network. */
  | { network: string }
  /** The account's own session, for changing its password. */
  | { session: 'own' }

/** One attempt to log in with an email address, whether or not an account has it. */
export interface Attempt {
  firmId: number
  email: string
  from: AttemptSource
  isRight: boolean
  now: Date
}

export type AttemptResult = 'accepted' | 'refused' | { lockedUntil: Date }

/**
 * Counts an attempt. During a pause the right password is refused like a wrong one, so no one learns that it was right;
 * attempts already under way when it began are refused too. Addresses without an account are counted the same way: a
 * pause must not reveal that one exists.
 */
export async function countAttempt(trx: Trx, attempt: Attempt): Promise<AttemptResult> {
  const counts: { count: Count; failures: Failures }[] = []
  for (const count of countsOf(attempt)) counts.push({ count, failures: await lockFailures(trx, attempt, count.key) })
  const pauses = counts.flatMap(({ failures: { lockedUntil } }) =>
    lockedUntil && lockedUntil > attempt.now ? [lockedUntil.getTime()] : [],
  )
  if (pauses.length > 0) return { lockedUntil: new Date(Math.max(...pauses)) }
  for (const { count, failures } of counts) {
    if (attempt.isRight) await sql`delete from login_failures where email_key = ${count.key}`.execute(trx)
    else await addFailure(trx, { count, failures, now: attempt.now })
  }
  if (attempt.isRight) return 'accepted'
  await dropForgotten(trx, attempt.now)
  return 'refused'
}

/**
 * Anyone can enter a wrong password for an account they know of, so strangers slow each other down, first those on their
 * network and then, far more gently, all of them; a browser in which the owner has logged in before is counted alone.
 */
function countsOf({ email, from }: Attempt): readonly Count[] {
  const account = emailKey(email)
  if ('browser' in from) return [{ key: `${account}:${hashed(`browser ${from.browser}`)}`, ...ofOneSource }]
  if ('session' in from) return [{ key: `${account}:${hashed('session')}`, ...ofOneSource }]
  return [
    { key: `${account}:${hashed(`network ${from.network}`)}`, ...ofOneSource },
    // A thousand rented addresses get no more tries in a day than this.
    { key: account, free: 20, longestMs: hourMs },
  ]
}

const ofOneSource = { free: 5, longestMs: forgetMs } as const

/** Forgets the failures of an address whose owner has been authenticated, wherever they were made. */
export async function clearFailures(trx: Trx, email: string): Promise<void> {
  await sql`delete from login_failures where starts_with(email_key, ${emailKey(email)})`.execute(trx)
}

/** Returns the form of an address in which equal ones compare as equal, in programs and in `lowered(email)`: people don't distinguish case. */
export function sameEmail(email: string): string {
  return lowered(email.trim())
}

async function addFailure(
  trx: Trx,
  { count: { key, free, longestMs }, failures, now }: { count: Count; failures: Failures; now: Date },
): Promise<void> {
  const count = isForgotten(failures.lastAt, now) ? 1 : failures.failures + 1
  const pauseMs = count < free ? 0 : Math.min(minuteMs * 2 ** (count - free), longestMs)
  const lockedUntil = pauseMs > 0 ? new Date(now.getTime() + pauseMs) : null
  await sql`update login_failures set failures = ${count}::integer, locked_until = ${lockedUntil}::timestamptz,
    last_at = ${now}::timestamptz where email_key = ${key}`.execute(trx)
}

interface Failures {
  failures: number
  lockedUntil: Date | null
  lastAt: Date
}

/**
 * Returns the row of a count, created if missing and locked until the transaction ends, so that simultaneous attempts
 * are counted one by one.
 */
async function lockFailures(trx: Trx, { firmId, now }: Attempt, key: string): Promise<Failures> {
  const { rows } = await sql<Failures>`
    insert into login_failures (firm_id, id, email_key, failures, last_at)
    values (${firmId}::integer, ${newId()}::uuid, ${key}, 0, ${now}::timestamptz)
    on conflict (firm_id, email_key) do update set email_key = excluded.email_key
    returning failures, locked_until as "lockedUntil", last_at as "lastAt"`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('an upsert gave no row')
  return row
}

async function dropForgotten(trx: Trx, now: Date): Promise<void> {
  const before = new Date(now.getTime() - forgetMs)
  await sql`delete from login_failures where last_at < ${before}::timestamptz`.execute(trx)
}

function isForgotten(lastAt: Date, now: Date): boolean {
  return now.getTime() - lastAt.getTime() > forgetMs
}

/**
 * Returns the hash under which an address is stored: people type passwords into the wrong field, and nothing stored may
 * reveal one.
 */
function emailKey(email: string): string {
  return hashed(sameEmail(email))
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
