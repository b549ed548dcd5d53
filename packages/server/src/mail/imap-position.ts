import { sql } from 'kysely'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import type { Services } from '../base/services.ts'
import type { ReadAccount } from './imap-client.ts'
import { isHeld } from './mailboxes/holding.ts'
import { clockMinutes } from './mailboxes/mailbox-rows.ts'
import { defaultMaxBytes } from './recipients.ts'

export interface PositionKey {
  firmId: number
  /** Server, user and folder. */
  accountKey: string
}

/** How far a mailbox folder has been read. */
interface Position {
  /** Changes when the server renumbers the folder's messages; the previous position is then meaningless. */
  uidValidity: bigint
  lastUid: number
}

/** Returns where to continue, and the firm's largest message size. Throws when there is no such firm. */
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

/**
 * Returns since when an account is read. One that is read from its first time on is noted before it is connected to, by the
 * database's clock: IDs of a process whose clock was ahead for a moment stay ahead, and messages would be passed over.
 */
export async function findStart(
  { database }: Pick<Services, 'database'>,
  { firmId, accountKey }: PositionKey,
  { isFromFirstRead, readFrom }: Pick<ReadAccount, 'isFromFirstRead' | 'readFrom'>,
): Promise<Date | undefined> {
  if (!isFromFirstRead) return readFrom
  return withFirm(database, firmId, async (trx) => {
    await sql`insert into mail_positions (firm_id, id, account_key, uid_validity, last_uid, first_read_at)
      select f.firm_id, ${newId()}::uuid, ${accountKey}, 0, 0, now() from firms f where f.firm_id = ${firmId}::integer
      on conflict (firm_id, account_key) do nothing`.execute(trx)
    const { rows } = await sql<{ readFrom: Date | null }>`
      select first_read_at - make_interval(mins => ${clockMinutes}::integer) as "readFrom" from mail_positions
      where firm_id = ${firmId}::integer and account_key = ${accountKey}`.execute(trx)
    return rows[0]?.readFrom ?? undefined
  })
}

/**
 * Saves that everything up to this message was received, or left in place permanently. Returns false if the mailbox is in
 * other hands. The same number of the folder only grows: several processes may read an account of the settings.
 */
export async function savePosition(
  { database }: Pick<Services, 'database'>,
  { firmId, accountKey, holding }: PositionKey & Pick<ReadAccount, 'holding'>,
  { uidValidity, lastUid }: Position,
): Promise<boolean> {
  const { rows } = await withFirm(database, firmId, (trx) =>
    sql`insert into mail_positions as p (firm_id, id, account_key, uid_validity, last_uid)
      select ${firmId}::integer, ${newId()}::uuid, ${accountKey}, ${String(uidValidity)}::bigint, ${lastUid}::bigint
      where ${isHeld(holding)}
      on conflict (firm_id, account_key) do update set uid_validity = excluded.uid_validity,
        last_uid = greatest(excluded.last_uid, case when p.uid_validity = excluded.uid_validity then p.last_uid end)
      returning 1`.execute(trx),
  )
  return rows.length > 0
}
