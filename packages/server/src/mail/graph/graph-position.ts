import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { isHeld } from '../mailboxes/holding.ts'
import { defaultMaxBytes } from '../recipients.ts'
import type { GraphAccount } from './graph-account.ts'

type Database = Pick<Services, 'database'>
type Key = Pick<GraphAccount, 'firmId' | 'mailboxId'>

/** A folder as it was found in the mailbox. */
interface OpenFolder {
  account: GraphAccount
  folderId: string
}

/** Where reading continues: the next page, or the changes since the last one. */
export interface GraphPosition {
  link: string | undefined
  /** The firm's largest message. */
  maxBytes: number
}

/**
 * What the link is for; another folder or start needs one of its own. Graph's ID tells folders apart: one that was
 * renamed keeps its link, and a new one of its name has no messages there.
 */
function sourceKey({ account: { client, readFrom }, folderId }: OpenFolder): string {
  return `${client.address}@${client.host}/${folderId} since ${readFrom.toISOString()}`
}

export async function readPosition({ database }: Database, folder: OpenFolder): Promise<GraphPosition> {
  const { firmId, mailboxId } = folder.account
  const rows = await withFirm(database, firmId, async (trx) => {
    const result = await sql<{ link: string | null; maxBytes: number | null }>`
      select p.link, f.max_message_size as "maxBytes" from firms f
        left join graph_positions p on p.firm_id = f.firm_id and p.id = ${mailboxId}::uuid and p.source = ${sourceKey(folder)}
      where f.firm_id = ${firmId}`.execute(trx)
    return result.rows
  })
  return { link: rows[0]?.link ?? undefined, maxBytes: rows[0]?.maxBytes ?? defaultMaxBytes }
}

/**
 * Saves that everything before the link was received, or is noted as waiting. Returns false if the mailbox is in other
 * hands: links say nothing of which comes after which.
 */
export async function savePosition({ database }: Database, folder: OpenFolder, link: string): Promise<boolean> {
  const { firmId, mailboxId, holding } = folder.account
  const { rows } = await withFirm(database, firmId, (trx) =>
    sql`insert into graph_positions (firm_id, id, source, link)
      select ${firmId}::integer, ${mailboxId}::uuid, ${sourceKey(folder)}, ${link} where ${isHeld(holding)}
      on conflict (firm_id, id) do update set source = excluded.source, link = excluded.link returning 1`.execute(trx),
  )
  return rows.length > 0
}

/** Graph no longer knows the link: the folder is looked through again. */
export async function forgetPosition(
  { database }: Database,
  { firmId, mailboxId, holding }: Pick<GraphAccount, 'firmId' | 'mailboxId' | 'holding'>,
): Promise<void> {
  await withFirm(database, firmId, (trx) =>
    sql`delete from graph_positions where firm_id = ${firmId} and id = ${mailboxId}::uuid and ${isHeld(holding)}`.execute(
      trx,
    ),
  )
}

/** Returns those of the messages that are neither settled nor waiting, nor left. */
export async function findUnknown<Message extends { id: string }>(
  { database }: Database,
  { firmId, mailboxId }: Key,
  messages: readonly Message[],
): Promise<Message[]> {
  if (messages.length === 0) return []
  const keys = messages.map(({ id }) => keyOf(id))
  const { rows } = await withFirm(database, firmId, (trx) =>
    sql<{ key: string }>`select encode(key, 'hex') as key from graph_messages
      where firm_id = ${firmId} and mailbox_id = ${mailboxId}::uuid
        and key in (select decode(k, 'hex') from jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb) k)`.execute(
      trx,
    ),
  )
  const known = new Set(rows.map(({ key }) => key))
  return messages.filter(({ id }) => !known.has(keyOf(id)))
}

/** Notes that a message was received, or is gone. */
export async function settleMessage({ database }: Database, { firmId, mailboxId }: Key, id: string): Promise<void> {
  await withFirm(database, firmId, (trx) =>
    sql`insert into graph_messages (firm_id, mailbox_id, key) values (${firmId}::integer, ${mailboxId}::uuid, decode(${keyOf(id)}, 'hex'))
      on conflict (firm_id, mailbox_id, key) do update
        set message_id = null, is_left = false, next_at = null, reason = null`.execute(trx),
  )
}

/** Notes that a message is left in place, until `retryLeft`. One that another reader has settled since stays so. */
export async function leaveMessage({ database }: Database, { firmId, mailboxId }: Key, id: string): Promise<void> {
  await withFirm(database, firmId, (trx) =>
    sql`insert into graph_messages (firm_id, mailbox_id, key, message_id, is_left)
      values (${firmId}::integer, ${mailboxId}::uuid, decode(${keyOf(id)}, 'hex'), ${id}, true)
      on conflict (firm_id, mailbox_id, key) do update
        set message_id = excluded.message_id, is_left = true, next_at = null, reason = null
        where graph_messages.message_id is not null`.execute(trx),
  )
}

/** Takes the messages that were left in place again, at the next pass. */
export async function retryLeft(trx: Trx, { firmId, mailboxId }: Key): Promise<void> {
  await sql`update graph_messages set is_left = false, tries = 0, faults = 0, next_at = now()
    where firm_id = ${firmId} and mailbox_id = ${mailboxId}::uuid and is_left`.execute(trx)
}

/** A message that couldn't be received yet. */
export interface WaitingMessage {
  id: string
  /** Attempts that failed because of the message. */
  tries: number
  /** Attempts that failed because of the service. */
  faults: number
  /** When Graph received it; null if it doesn't say. */
  receivedAt: Date | null
}

/** Notes that a message couldn't be received, and when it is tried again. One that was settled since stays so. */
export async function postponeMessage(
  { database }: Database,
  { firmId, mailboxId }: Key,
  { id, tries, faults, receivedAt, waitMs, reason }: WaitingMessage & { waitMs: number; reason: string },
): Promise<void> {
  await withFirm(database, firmId, (trx) =>
    sql`insert into graph_messages (firm_id, mailbox_id, key, message_id, tries, faults, received_at, next_at, reason)
      values (${firmId}::integer, ${mailboxId}::uuid, decode(${keyOf(id)}, 'hex'), ${id}, ${tries}::smallint, ${faults}::integer,
        ${receivedAt}::timestamptz,
        now() + make_interval(secs => ${waitMs / 1000}::double precision), ${reason.slice(0, 1000)})
      on conflict (firm_id, mailbox_id, key) do update
        set message_id = excluded.message_id, tries = excluded.tries, faults = excluded.faults,
          received_at = excluded.received_at,
          next_at = excluded.next_at, reason = excluded.reason
        where graph_messages.message_id is not null`.execute(trx),
  )
}

/** Returns what is to be tried again now, how much waits altogether, since when, and why. */
export async function findWaiting({ database }: Database, { firmId, mailboxId }: Key) {
  const { rows } = await withFirm(database, firmId, (trx) =>
    sql<WaitingMessage & { isDue: boolean; reason: string | null; total: number; since: Date | null }>`
      select message_id as id, tries::int as tries, faults, received_at as "receivedAt", min(received_at) over () as since, next_at <= now() as "isDue", reason, count(*) over ()::int as total
      from graph_messages where firm_id = ${firmId} and mailbox_id = ${mailboxId}::uuid
        and message_id is not null and not is_left
      order by next_at limit 100`.execute(trx),
  )
  return {
    due: rows.filter(({ isDue }) => isDue),
    total: rows[0]?.total ?? 0,
    reason: rows[0]?.reason ?? undefined,
    since: rows[0]?.since ?? undefined,
  }
}

/** Half a SHA-256, in hexadecimal: Graph's own are long. */
function keyOf(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32)
}
