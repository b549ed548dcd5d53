import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'

/** The number of failures in a row at which an address is locked. */
const freeFailures = 5
const minuteMs = 60_000
const firstLockMs = 15 * minuteMs
const longestLockMs = 24 * 60 * minuteMs
/** Failures are forgotten when none followed for this long. */
const forgetMs = 24 * 60 * minuteMs

/** One attempt to log in with an email address, whether or not an account has it. */
export interface Attempt {
  firmId: number
  email: string
  isRight: boolean
  now: Date
}

export type AttemptResult = 'accepted' | 'refused' | { lockedUntil: Date }

/**
 * Counts an attempt. While an address is locked, the right password is refused like a wrong one, so no one learns that
 * it was right; attempts already under way when it was locked are refused too. Addresses without an account are counted
 * the same way: a lock must not reveal that one exists.
 */
export async function countAttempt(trx: Trx, attempt: Attempt): Promise<AttemptResult> {
  const failures = await lockFailures(trx, attempt)
  if (failures.lockedUntil && failures.lockedUntil > attempt.now) return { lockedUntil: failures.lockedUntil }
  if (attempt.isRight) {
    await clearFailures(trx, attempt.email)
    return 'accepted'
  }
  const count = isForgotten(failures.lastAt, attempt.now) ? 1 : failures.failures + 1
  const lockedUntil = lockEnd(count, attempt.now)
  await sql`update login_failures set failures = ${count}::integer, locked_until = ${lockedUntil}::timestamptz,
    last_at = ${attempt.now}::timestamptz where email_key = ${emailKey(attempt.email)}`.execute(trx)
  await dropForgotten(trx, attempt.now)
  return 'refused'
}

/** Forgets the failures of an address whose owner has been authenticated. */
export async function clearFailures(trx: Trx, email: string): Promise<void> {
  await sql`delete from login_failures where email_key = ${emailKey(email)}`.execute(trx)
}

/** Returns the form of an address in which equal ones compare as equal: people don't distinguish case. */
export function sameEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Returns when the lock ends: after 15 minutes at the fifth failure, doubling with each further one, up to a day. */
function lockEnd(failures: number, now: Date): Date | null {
  if (failures < freeFailures) return null
  const ms = Math.min(firstLockMs * 2 ** (failures - freeFailures), longestLockMs)
  return new Date(now.getTime() + ms)
}

interface Failures {
  failures: number
  lockedUntil: Date | null
  lastAt: Date
}

/**
 * Returns the address's row, created if missing and locked until the transaction ends, so that simultaneous attempts
 * are counted one by one.
 */
async function lockFailures(trx: Trx, { firmId, email, now }: Attempt): Promise<Failures> {
  const { rows } = await sql<Failures>`
    insert into login_failures (firm_id, id, email_key, failures, last_at)
    values (${firmId}::integer, ${newId()}::uuid, ${emailKey(email)}, 0, ${now}::timestamptz)
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
  return createHash('sha256').update(sameEmail(email)).digest('hex')
}
