import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'

interface Claim {
  firmId: number
  mailboxId: string
  /** What the provider calls the message. */
  key: string
  raw: Uint8Array
  expiresAt: Date
}

/** The key brought this message before, and it was received; or it brought another, which a repeated call never does. */
type Claimed = 'new' | 'received' | 'another'

/**
 * Claims the key of a call for its message, whichever process receives it. A call that is repeated because receiving
 * failed may go on.
 */
export async function claimCall(
  database: Database,
  { firmId, mailboxId, key, raw, expiresAt }: Claim,
): Promise<Claimed> {
  const hash = createHash('sha256').update(raw).digest('base64url')
  return withFirm(database, firmId, async (trx) => {
    await forgetOld(trx, firmId)
    // The update changes nothing, and lets the row of a call in progress be read once that has committed.
    const { rows } = await sql<{ contentHash: string; isReceived: boolean }>`
      insert into mailbox_calls as c (firm_id, id, mailbox_id, call_key, content_hash, expires_at)
        values (${firmId}::integer, ${newId()}::uuid, ${mailboxId}::uuid, ${key}, ${hash}, ${expiresAt}::timestamptz)
        on conflict (firm_id, mailbox_id, call_key) do update set call_key = excluded.call_key
        returning c.content_hash as "contentHash", c.is_received as "isReceived"`.execute(trx)
    const [row] = rows
    if (row?.contentHash !== hash) return 'another'
    return row.isReceived ? 'received' : 'new'
  })
}

/** Remembers that the message is durable, so that a repeated call is answered without it. */
export async function finishCall(
  database: Database,
  { firmId, mailboxId, key }: Pick<Claim, 'firmId' | 'mailboxId' | 'key'>,
): Promise<void> {
  await withFirm(database, firmId, (trx) =>
    sql`update mailbox_calls set is_received = true
      where firm_id = ${firmId} and mailbox_id = ${mailboxId}::uuid and call_key = ${key}`.execute(trx),
  )
}

const mostForgotten = 100

/** A few at a time, and none that another call is about to forget. */
async function forgetOld(trx: Trx, firmId: number): Promise<void> {
  await sql`delete from mailbox_calls where firm_id = ${firmId} and id in (
    select id from mailbox_calls where firm_id = ${firmId} and expires_at < now()
    order by expires_at limit ${mostForgotten} for update skip locked)`.execute(trx)
}
