import { timingSafeEqual } from 'node:crypto'
import { hashToken, makeSecretToken } from '@courtcrier/lib/secret-token.ts'
import { sql } from 'kysely'
import { randomPKCECodeVerifier } from 'openid-client'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { storableText } from '../../base/db/storable-text.ts'

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

interface Begun<Column extends string> {
  firmId: number
  /** What is signed in to: the column of its ID, and the ID. */
  column: Column
  recordId: string
  userId: string
  /** What the record is now. */
  place: string
  now: Date
}

export interface ReturnedAttempt {
  id: string
  userId: string
  browserHash: string
  verifier: string
  place: string
}

interface AttemptResult {
  state: 'waiting' | 'done' | 'failed'
  sentence: string | null
}

/** Sign-ins at other services that are under way, of one kind of records. */
export interface Attempts<Column extends string> {
  /** Begins a sign-in, and forgets those that weren't finished. */
  begin: (trx: Trx, begun: Begun<Column>) => Promise<NewAttempt>
  /** Returns the sign-in that a state belongs to; every state works once, whatever comes of it. */
  take: (
    trx: Trx,
    returned: { firmId: number; state: string; now: Date },
  ) => Promise<(ReturnedAttempt & Record<Column, string | null>) | undefined>
  /** Leaves the result for the console, whose page and pop-up both read it. */
  settle: (
    trx: Trx,
    result: { firmId: number; id: string; state: 'done' | 'failed'; sentence: string },
  ) => Promise<void>
  /** How a sign-in went, for the browser that began it; undefined for any other, and after ten minutes. */
  read: (
    trx: Trx,
    asked: { firmId: number; id: string; browser: string; now: Date },
  ) => Promise<AttemptResult | undefined>
}

/** Returns the sign-ins that are kept in a table, which names the record by one of the columns. */
export function openAttempts<const Column extends string>(name: string, columns: readonly Column[]): Attempts<Column> {
  const table = sql.table(name)
  return {
    begin: async (trx, { firmId, column, recordId, userId, place, now }) => {
      const [id, state, browser, verifier] = [newId(), makeSecretToken(), makeSecretToken(), randomPKCECodeVerifier()]
      await sql`delete from ${table} where firm_id = ${firmId} and expires_at <= ${now}::timestamptz`.execute(trx)
      await sql`insert into ${table} (firm_id, id, ${sql.ref(column)}, user_id, browser_hash, state_hash,
          code_verifier, place, expires_at)
        values (${firmId}::integer, ${id}::uuid, ${recordId}::uuid, ${userId}::uuid, ${browser.hash}, ${state.hash},
          ${verifier}, ${place}, ${new Date(now.getTime() + validMs)}::timestamptz)`.execute(trx)
      return { id, state: state.token, verifier, browser: browser.token }
    },
    take: async (trx, { firmId, state, now }) => {
      const { rows } = await sql<ReturnedAttempt & Record<Column, string | null>>`
        update ${table} set returned_at = ${now}::timestamptz
        where firm_id = ${firmId} and state_hash = ${hashToken(state)} and returned_at is null
          and expires_at > ${now}::timestamptz
        returning id, ${sql.join(columns.map((column) => sql.ref(column)))}, user_id as "userId",
          browser_hash as "browserHash", code_verifier as "verifier", place`.execute(trx)
      return rows[0]
    },
    settle: async (trx, { firmId, id, state, sentence }) => {
      await sql`update ${table} set state = ${state}, sentence = ${storableText(sentence).slice(0, 1000)}
        where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
    },
    read: async (trx, { firmId, id, browser, now }) => {
      const { rows } = await sql<AttemptResult>`
        select state, sentence from ${table}
        where firm_id = ${firmId} and id = ${id}::uuid and browser_hash = ${hashToken(browser)}
          and expires_at > ${now}::timestamptz`.execute(trx)
      return rows[0]
    },
  }
}

/** A state that another browser started must not give its account to this one's firm, or the other way round (RFC 9700, section 4.7). */
export function isSameBrowser({ browserHash }: ReturnedAttempt, browser: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(browser)), Buffer.from(browserHash))
}
