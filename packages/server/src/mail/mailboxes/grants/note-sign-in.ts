import { sql } from 'kysely'
import { announce } from '../../../base/db/changes.ts'
import type { Trx } from '../../../base/db/database.ts'
import { recordEvent } from '../../../records/audit.ts'
import { type AccountKey, accountKinds } from './accounts.ts'

interface SignedIn {
  key: AccountKey
  userId: string
}

/** Logs that someone signed in to an account at its service. */
export async function noteSuccess(trx: Trx, { key, userId, result }: SignedIn & { result: string }): Promise<void> {
  const names = await namesOf(trx, { key, userId })
  await recordEvent(trx, {
    ...eventOf({ key, userId }, names.account, result),
    level: 'AUDIT',
    sentence: `${names.user} signed in to the mail account "${names.account}". ${result}`,
    action: 'mail_signed_in',
  })
}

/** Logs why someone who wanted to sign in to an account didn't. */
export async function noteFailure(trx: Trx, { key, userId, problem }: SignedIn & { problem: string }): Promise<void> {
  const names = await namesOf(trx, { key, userId })
  await recordEvent(trx, {
    ...eventOf({ key, userId }, names.account, problem),
    level: 'WARNING',
    sentence: `${names.user} did not sign in to the mail account "${names.account}". ${problem}`,
    action: 'mail_sign_in_failed',
  })
}

function eventOf({ key, userId }: SignedIn, recordTitle: string, result: string) {
  return {
    firmId: key.firmId,
    type: 'other' as const,
    userId,
    entity: accountKinds[key.kind].resource.name,
    entityId: key.id,
    recordTitle,
    facts: { result: result.slice(0, 1000) },
  }
}

async function namesOf(trx: Trx, { key: { kind, firmId, id }, userId }: SignedIn) {
  const { rows } = await sql<{ account: string; user: string }>`
    select a.name as account, u.full_name as user from ${sql.table(accountKinds[kind].table)} a, users u
    where a.firm_id = ${firmId} and a.id = ${id}::uuid and u.firm_id = ${firmId} and u.id = ${userId}::uuid`.execute(
    trx,
  )
  return rows[0] ?? { account: '', user: '' }
}

/** Lets consoles and readers know that an account changed. */
export async function announceAccount(trx: Trx, { kind, firmId, id }: AccountKey): Promise<void> {
  await announce(trx, { firmId, entity: accountKinds[kind].resource.name, ids: [id] })
}
