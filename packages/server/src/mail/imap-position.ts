import { sql } from 'kysely'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import type { Services } from '../base/services.ts'
import { defaultMaxBytes } from './recipients.ts'

/** How far a mailbox folder has been read. */
export interface Position {
  /** Changes when the server numbers the folder's messages anew; what was read then says nothing. */
  uidValidity: bigint
  lastUid: number
}

export interface PositionKey {
  firmId: number
  /** Server, user and folder. */
  accountKey: string
}

/** Where to go on, and the largest message that the firm takes. Throws when there is no such firm. */
export async function readPosition(
  { database }: Pick<Services, 'database'>,
  { firmId, accountKey }: PositionKey,
): Promise<{ position: Position | undefined; maxBytes: number }> {
  const rows = await withFirm(database, firmId, async (trx) => {
    const result = await sql<{ uidValidity: string | null; lastUid: string | null; maxBytes: number | null }>`
      select p.uid_validity::text as "uidValidity", p.last_uid::text as "lastUid", f.max_message_size as "maxBytes"
      from firms f left join mail_positions p on p.firm_id = f.firm_id and p.account_key = ${accountKey}
      where f.firm_id = ${firmId}`.execute(trx)
    return result.rows
  })
  const [row] = rows
  if (!row) throw new Error(`There is no firm ${firmId}; COURTCRIER_IMAP names it.`)
  const { uidValidity, lastUid } = row
  const position =
    uidValidity === null || lastUid === null
      ? undefined
      : { uidValidity: BigInt(uidValidity), lastUid: Number(lastUid) }
  return { position, maxBytes: row.maxBytes ?? defaultMaxBytes }
}

/** Remembers that everything up to this message was taken in, or left in place for good. */
export async function savePosition(
  { database }: Pick<Services, 'database'>,
  { firmId, accountKey }: PositionKey,
  { uidValidity, lastUid }: Position,
): Promise<void> {
  await withFirm(database, firmId, (trx) =>
    sql`insert into mail_positions (firm_id, id, account_key, uid_validity, last_uid)
      values (${firmId}::integer, ${newId()}::uuid, ${accountKey}, ${String(uidValidity)}::bigint, ${lastUid}::bigint)
      on conflict (firm_id, account_key)
      do update set uid_validity = excluded.uid_validity, last_uid = excluded.last_uid`.execute(trx),
  )
}
