import { sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { jsonRows } from '../base/db/json-rows.ts'
import type { Services } from '../base/services.ts'
import type { TemplateProblem } from '../delivery/fill-template.ts'
import { tellOfTemplates } from '../delivery/tell-of-templates.ts'
import { backOff } from '../pipeline/back-off.ts'
import { reopenAsFailed } from '../pipeline/settle.ts'
import type { DigestKind } from './claim.ts'
import type { DigestRow } from './digest-row.ts'

/** What came of a try to send a message by the clock. */
export type DigestResult = { sent: string } | { retry: string } | { failed: string } | { empty: string }

export interface EndedDigest {
  row: DigestRow
  /** The deliveries that its mail told of. */
  told: readonly string[]
  result: DigestResult
  templateProblem?: TemplateProblem | undefined
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

/** Writes down what came of each, for the message and the deliveries in it, and queues the next tries. */
export async function recordDigests(
  services: Services,
  trx: Trx,
  { firmId, ended }: { firmId: number; ended: readonly EndedDigest[] },
): Promise<void> {
  const ends = ended.map((each): Ended => ({ ...each, ...endOf(each) }))
  await setStatuses(trx, firmId, ends)
  const itemIds = await recordTold(trx, firmId, ends)
  await tellOfTemplates(
    trx,
    firmId,
    ended.flatMap(({ templateProblem }) => templateProblem ?? []),
  )
  for (const end of ends) {
    if (end.status === 'waiting') await queueAgain(services, trx, end)
    if (end.status === 'failed') await recordFailure(trx, end, itemIds)
  }
}

interface Ended extends EndedDigest {
  status: 'sent' | 'waiting' | 'failed' | 'empty'
  sentence: string
}

function endOf({ row, result }: EndedDigest): Pick<Ended, 'status' | 'sentence'> {
  if ('empty' in result) return { status: 'empty', sentence: result.empty }
  if ('sent' in result) return { status: 'sent', sentence: result.sent }
  if ('failed' in result) return { status: 'failed', sentence: result.failed }
  if (row.attempts < mostTries) return { status: 'waiting', sentence: result.retry }
  return { status: 'failed', sentence: `${result.retry} Given up after ${row.attempts} tries.` }
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

async function setStatuses(trx: Trx, firmId: number, ends: readonly Ended[]): Promise<void> {
  const rows = ends.map(({ row, status, sentence }) => ({ id: row.id, status, sentence: sentence.slice(0, 1000) }))
  await sql`
    update digests d set status = r.status, sentence = r.sentence, updated_at = now(),
      sent_at = case when r.status = 'sent' then now() end
    from jsonb_to_recordset(${jsonRows(rows)}::text::jsonb) as r (id uuid, status text, sentence text)
    where d.firm_id = ${firmId} and d.id = any(${rows.map(({ id }) => id)}::uuid[]) and d.id = r.id`.execute(trx)
}

/**
 * A delivery that was canceled while the mail went out is told: it must not be told again. One that failed leaves the
 * message, so that it can be in another once somebody has mended the address. Gives the items of those that ended.
 */
async function recordTold(trx: Trx, firmId: number, ends: readonly Ended[]): Promise<ReadonlyMap<string, string>> {
  const told = ends
    .filter(({ status }) => status === 'sent' || status === 'failed')
    .flatMap(({ row, status, sentence, told: ids }) =>
      ids.map((id) => ({ id, event_id: newId(), digest_id: row.id, status, sentence: sentence.slice(0, 1000) })),
    )
  if (told.length === 0) return new Map()
  const { rows } = await sql<{ id: string; itemId: string }>`
    with r as (
      select * from jsonb_to_recordset(${jsonRows(told)}::text::jsonb)
        as r (id uuid, event_id uuid, digest_id text, status text, sentence text)
    ), ended as (
      update deliveries d set status = r.status, sentence = r.sentence, attempts = coalesce(d.attempts, 0) + 1,
        updated_at = now(), sent_at = case when r.status = 'sent' then now() end,
        message_id = case when r.status = 'sent' then r.digest_id else d.message_id end
      from r
      where d.firm_id = ${firmId} and d.id = any(${told.map(({ id }) => id)}::uuid[]) and d.id = r.id
        and (d.status = 'scheduled' or d.status = 'canceled' and r.status = 'sent')
      returning r.*, d.inbox_item_id
    ), event as (
      insert into system_events (firm_id, id, level, type, sentence, entity, entity_id)
      select ${firmId}::integer, event_id, case when status = 'sent' then 'INFO' else 'ERROR' end,
        case when status = 'sent' then 'notification sent' else 'notification process error (user)' end, sentence, 'delivery', id
      from ended
    ), freed as (
      delete from digest_items i using ended
      where ended.status = 'failed' and i.firm_id = ${firmId} and i.delivery_id = ended.id
    )
    select id, inbox_item_id as "itemId" from ended`.execute(trx)
  if (rows.length > 0) {
    await announceLater(trx, { firmId, entity: 'delivery', ids: rows.map(({ id }) => id) })
    await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
  }
  return new Map(rows.map(({ id, itemId }) => [id, itemId]))
}

async function queueAgain(services: Services, trx: Trx, { row, sentence }: Ended): Promise<void> {
  if (row.attempts === 1) await noteFailure(trx, row, { level: 'WARNING', sentence })
  const afterMs = backOff(row.attempts, services.config.retrySeconds * 1000)
  await services.jobs.enqueue(trx, 'digest', [{ firmId: row.firmId, id: row.id }], { afterMs })
}

/** People who were to be told are a matter of their notices; a report that failed is one of the log. */
async function recordFailure(
  trx: Trx,
  { row, told, sentence }: Ended,
  itemsOf: ReadonlyMap<string, string>,
): Promise<void> {
  if (row.kind !== 'daily') return noteFailure(trx, row, { level: 'ERROR', sentence })
  const itemIds = told.flatMap((id) => itemsOf.get(id) ?? [])
  if (itemIds.length > 0) await reopenAsFailed(trx, row.firmId, { itemIds, sentence: failureSentence(row, sentence) })
}

function failureSentence({ kind, email }: DigestRow, sentence: string): string {
  return `The ${kindNames[kind]} to ${email} could not be sent. ${sentence}`
}

/** `facts` say of which mail it is, so that no error notification tells of the failure of one. */
async function noteFailure(
  trx: Trx,
  row: DigestRow,
  { level, sentence }: { level: 'WARNING' | 'ERROR'; sentence: string },
): Promise<void> {
  const { firmId, kind } = row
  const what = failureSentence(row, sentence).slice(0, 1000)
  await sql`
    insert into system_events (firm_id, id, level, type, sentence, facts)
    values (${firmId}::integer, ${newId()}::uuid, ${level}, 'notification process error (ECFX)', ${what},
      ${JSON.stringify({ mail: kind })}::text::jsonb)`.execute(trx)
  await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
}
