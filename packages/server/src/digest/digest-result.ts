import { sql } from 'kysely'
import { announceLater } from '../db/changes.ts'
import type { Trx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { jsonRows } from '../db/json-rows.ts'
import { backOff } from '../pipeline/back-off.ts'
import { reopenAsFailed } from '../pipeline/settle.ts'
import type { Services } from '../services.ts'
import type { DigestKind } from './claim.ts'
import type { DigestRow } from './digest-row.ts'

/** What came of a try to send a message by the clock. */
export type DigestResult = { sent: string } | { retry: string } | { failed: string } | { empty: string }

export interface EndedDigest {
  row: DigestRow
  /** The deliveries that its mail told of. */
  told: readonly string[]
  result: DigestResult
}

/** As for a delivery: waits of a minute doubling to an hour come to 48 hours in as many tries. */
const mostTries = 54

export const kindNames: Readonly<Record<DigestKind, string>> = {
  daily: 'daily message',
  activity: 'daily activity report',
  dms_failures: 'report on failed copies',
  case_not_found: 'report on notices without a case',
  errors: 'error notification',
}

/** Writes down what came of it, for the message and each delivery in it, or queues the next try. */
export async function recordDigest(services: Services, trx: Trx, ended: EndedDigest): Promise<void> {
  const { row, result } = ended
  if ('empty' in result) return setStatus(trx, row, { status: 'empty', sentence: result.empty })
  if ('sent' in result) {
    await setStatus(trx, row, { status: 'sent', sentence: result.sent })
    return recordTold(trx, ended, { status: 'sent', sentence: result.sent })
  }
  if ('retry' in result && row.attempts < mostTries) return recordWait(services, trx, row, result.retry)
  const sentence = 'failed' in result ? result.failed : `${result.retry} Given up after ${row.attempts} tries.`
  await setStatus(trx, row, { status: 'failed', sentence })
  if (row.kind === 'daily') return recordTold(trx, ended, { status: 'failed', sentence })
  await noteFailure(trx, row, { level: 'ERROR', sentence })
}

/** The deliveries of a daily message that are not to be told, each with the reason. */
export async function cancelHidden(
  trx: Trx,
  firmId: number,
  hidden: readonly { deliveryId: string; status: string; sentence: string }[],
): Promise<void> {
  if (hidden.length === 0) return
  const { rows } = await sql<{ id: string }>`
    with r as (
      select * from jsonb_to_recordset(${jsonRows(hidden)}::text::jsonb) as r ("deliveryId" uuid, status text, sentence text)
    ), item as (
      -- Somebody may decide that they are to be told all the same, and it comes into a later message.
      delete from digest_items i using r where i.firm_id = ${firmId} and i.delivery_id = r."deliveryId" and r.status = 'scheduled'
    )
    update deliveries d set status = 'canceled', sentence = 'Not in the daily message. ' || left(r.sentence, 900), updated_at = now()
    from r where d.firm_id = ${firmId} and d.id = r."deliveryId" and d.status = 'scheduled'
    returning d.id`.execute(trx)
  if (rows.length > 0) await announceLater(trx, { firmId, entity: 'delivery', ids: rows.map(({ id }) => id) })
}

async function setStatus(
  trx: Trx,
  { firmId, id }: DigestRow,
  { status, sentence }: { status: string; sentence: string },
): Promise<void> {
  await sql`
    update digests set status = ${status}, sentence = ${sentence.slice(0, 1000)}, updated_at = now(),
      sent_at = case when ${status}::text = 'sent' then now() end
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
}

/**
 * A delivery that was canceled while the mail went out is told: it must not be told again. One that failed leaves the
 * message, so that it can be in another once somebody has mended the address.
 */
async function recordTold(
  trx: Trx,
  { row, told }: EndedDigest,
  { status, sentence }: { status: 'sent' | 'failed'; sentence: string },
): Promise<void> {
  const { firmId, id } = row
  if (told.length === 0) return
  const isSent = status === 'sent'
  const events = told.map((deliveryId) => ({ id: deliveryId, event_id: newId() }))
  const { rows } = await sql<{ id: string; itemId: string }>`
    with ended as (
      update deliveries d set status = ${status}, sentence = ${sentence.slice(0, 1000)}, attempts = coalesce(attempts, 0) + 1,
        updated_at = now(), sent_at = case when ${isSent}::boolean then now() end,
        message_id = case when ${isSent}::boolean then ${id} else message_id end
      where d.firm_id = ${firmId} and d.id = any(${[...told]}::uuid[])
        and (d.status = 'scheduled' or d.status = 'canceled' and ${isSent}::boolean)
      returning d.id, d.inbox_item_id
    ), event as (
      insert into system_events (firm_id, id, level, type, sentence, entity, entity_id)
      select ${firmId}::integer, r.event_id, ${isSent ? 'INFO' : 'ERROR'},
        ${isSent ? 'notification sent' : 'notification process error (user)'}, ${sentence.slice(0, 1000)}::text, 'delivery', ended.id
      from ended join jsonb_to_recordset(${jsonRows(events)}::text::jsonb) as r (id uuid, event_id uuid) on r.id = ended.id
    ), freed as (
      delete from digest_items i using ended where not ${isSent}::boolean and i.firm_id = ${firmId} and i.delivery_id = ended.id
    )
    select id, inbox_item_id as "itemId" from ended`.execute(trx)
  if (rows.length === 0) return
  if (!isSent) {
    const what = `The ${kindNames[row.kind]} to ${row.email} could not be sent. ${sentence}`
    await reopenAsFailed(trx, firmId, { itemIds: rows.map(({ itemId }) => itemId), sentence: what })
  }
  await announceLater(trx, { firmId, entity: 'delivery', ids: rows.map((each) => each.id) })
  await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
}

async function recordWait(services: Services, trx: Trx, row: DigestRow, sentence: string): Promise<void> {
  await setStatus(trx, row, { status: 'waiting', sentence })
  if (row.attempts === 1) await noteFailure(trx, row, { level: 'WARNING', sentence })
  const startAfter = new Date(Date.now() + backOff(row.attempts, services.config.retrySeconds * 1000))
  await services.jobs.enqueue(trx, 'digest', [{ firmId: row.firmId, id: row.id }], { startAfter })
}

/** `facts` say of which mail it is, so that no error notification tells of the failure of one. */
async function noteFailure(
  trx: Trx,
  { firmId, kind, email }: DigestRow,
  { level, sentence }: { level: 'WARNING' | 'ERROR'; sentence: string },
): Promise<void> {
  const what = `The ${kindNames[kind]} to ${email} could not be sent. ${sentence}`.slice(0, 1000)
  await sql`
    insert into system_events (firm_id, id, level, type, sentence, facts)
    values (${firmId}::integer, ${newId()}::uuid, ${level}, 'notification process error (ECFX)', ${what},
      ${JSON.stringify({ mail: kind })}::text::jsonb)`.execute(trx)
  await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
}
