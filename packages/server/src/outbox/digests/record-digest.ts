import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import { statement } from '../../base/db/statement.ts'
import { reopenAsFailed } from '../../notices/settle.ts'
import { noteHappening } from '../../records/happenings/happenings.ts'
import { insertEvents } from '../../records/insert-events.ts'
import { isReturned, setDeliveryStatus } from '../../records/outgoing/set-delivery-status.ts'
import type { TemplateProblem } from '../deliveries/fill-template.ts'
import { tellOfTemplate } from '../deliveries/tell-of-template.ts'
import { unleased } from '../lease.ts'
import { mayEnd } from '../may-end.ts'
import type { End } from '../run.ts'
import type { DigestKind } from './claim.ts'
import type { DigestRow } from './digest-row.ts'

/** Facts recorded with a message's status. */
export interface Note {
  /** The deliveries its email included. */
  told: readonly string[]
  isEmpty?: boolean
  /** Why the firm's template wasn't used. */
  templateProblem?: TemplateProblem | undefined
}

export const kindNames: Readonly<Record<DigestKind, string>> = {
  daily: 'daily message',
  activity: 'daily activity report',
  dms_failures: 'DMS failure report',
  case_not_found: 'case-not-found report',
  errors: 'error notification',
  accounts: 'notification about mail accounts',
}

const statuses = { done: 'sent', waiting: 'waiting', failed: 'failed' } as const

/**
 * Records the result of an attempt, for the message and the deliveries in it. Returns false if that was already done, as
 * when the answer to the first commit was lost, or if another process has begun the next attempt and this one sent
 * nothing: a second job could be begun by another process while the first sends the message.
 */
export async function recordDigest(trx: Trx, row: DigestRow, end: End<Note>): Promise<boolean> {
  const { firmId } = row
  const { status, sentence, note, isTry } = end
  if (!(await writeEnd(trx, { firmId, row, end }))) return false
  const items = note.told.length === 0 ? [] : await recordTold(trx, { firmId, row, end })
  if (status === 'waiting' && isTry && row.attempts === 1) await noteFailure(trx, row, { level: 'WARNING', sentence })
  // A failed daily digest concerns the notices in it; a failed report is recorded in the log.
  if (status === 'failed' && row.kind !== 'daily') await noteFailure(trx, row, { level: 'ERROR', sentence })
  if (status === 'failed' && row.kind === 'daily')
    for (const { itemId } of items)
      await reopenAsFailed(trx, { firmId, itemId, sentence: failureSentence(row, sentence) })
  await tellOfTemplate(trx, firmId, note.templateProblem)
  return true
}

interface Written {
  firmId: number
  row: DigestRow
  end: End<Note>
}

const writeEnd = statement<Written, object, boolean>({
  columns: 'id uuid, begun int, status text, sentence text, untried int',
  row: ({ row: { id, begun }, end }) => ({
    ...{ id, begun },
    status: end.note.isEmpty ? 'empty' : statuses[end.status],
    sentence: end.sentence.slice(0, 1000),
    untried: end.isTry ? 0 : 1,
  }),
  write: ({ firmId, rows, every }) => sql`
    update digests d set status = r.status, sentence = r.sentence, attempts = d.attempts - r.untried, updated_at = now(),
      ${unleased},
      sent_at = case when r.status = 'sent' then now() end
    from ${rows}
    where d.firm_id = ${firmId} and d.id = any(${every('id')}::uuid[]) and d.id = r.id and ${mayEnd('d')}
    returning r.n`,
  answer: (rows) => rows.length > 0,
})

/**
 * A delivery that was canceled while the email went out counts as sent, even if it was planned again since, and so does
 * one that another attempt recorded as failed: its recipient must not be notified again. A failed one is removed from the message, so that it can be in another once someone has fixed the address. Returns the
 * items of the deliveries that ended.
 */
async function recordTold(trx: Trx, written: Written): Promise<readonly Told[]> {
  const { firmId, end } = written
  const status = statuses[end.status]
  if (status === 'waiting') return []
  const told = await writeTold(trx, written)
  if (told.length === 0) return told
  const ids = told.map(({ id }) => id)
  noteHappening(trx, firmId, { event: `delivery.${status}`, ids })
  await announceLater(trx, { firmId, entity: 'delivery', ids })
  await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
  return told
}

interface Told {
  id: string
  itemId: string
}

const writeTold = statement<Written, Told, readonly Told[]>({
  columns: 'digest_id text, status text, sentence text, told jsonb',
  row: ({ row: { id }, end }) => ({
    digest_id: id,
    status: statuses[end.status],
    sentence: end.sentence.slice(0, 1000),
    told: end.note.told.map((deliveryId) => ({ id: deliveryId, event_id: newId() })),
  }),
  write: ({ firmId, rows }) => sql`
    with r as (
      select r.n, r.digest_id, r.status, r.sentence, t.id, t.event_id
      from ${rows} cross join jsonb_to_recordset(r.told) as t (id uuid, event_id uuid)
    ), ended as (
      ${setDeliveryStatus({
        firmId,
        from: ['scheduled', 'held', 'waiting', 'sending', 'canceled', 'failed'],
        to: { column: sql`r.status`, oneOf: ['sent', 'failed'] },
        set: sql`sentence = r.sentence, attempts = coalesce(d.attempts, 0) + 1,
          sent_at = case when r.status = 'sent' then now() end,
          message_id = case when r.status = 'sent' then r.digest_id else d.message_id end`,
        joined: sql`r`,
        where: sql`d.id = any(array(select id from r)) and d.id = r.id and not ${isReturned}
          and (r.status = 'sent' or d.status = 'scheduled')`,
      })}
      returning r.*, d.inbox_item_id
    ), event as (
      ${insertEvents({
        firmId,
        columns: ['id', 'level', 'type', 'sentence', 'entity', 'entity_id'],
        from: sql`select event_id, case when status = 'sent' then 'INFO' else 'ERROR' end,
          case when status = 'sent' then 'notification sent' else 'notification process error (user)' end, sentence,
          'delivery', id
          from ended`,
      })}
    ), freed as (
      delete from digest_items i using ended
      where ended.status = 'failed' and i.firm_id = ${firmId} and i.delivery_id = ended.id
    )
    select n, id, inbox_item_id as "itemId" from ended`,
  answer: (rows) => rows,
})

/** Cancels the deliveries of a daily digest that must not be sent, each with the reason. */
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
      -- Someone may decide to notify them all the same, in a later message.
      delete from digest_items i using r where i.firm_id = ${firmId} and i.delivery_id = r."deliveryId" and r.status = 'scheduled'
    )
    ${setDeliveryStatus({
      firmId,
      from: ['scheduled'],
      to: 'canceled',
      set: sql`sentence = 'Not in the daily message. ' || left(r.sentence, 900)`,
      joined: sql`r`,
      where: sql`d.id = r."deliveryId"`,
    })}
    returning d.id`.execute(trx)
  if (rows.length > 0) await announceLater(trx, { firmId, entity: 'delivery', ids: rows.map(({ id }) => id) })
}

function failureSentence({ kind, email }: DigestRow, sentence: string): string {
  return `The ${kindNames[kind]} to ${email} couldn't be sent. ${sentence}`
}

/** `facts` names the kind of message, so that error notifications don't report their own failures. */
async function noteFailure(
  trx: Trx,
  row: DigestRow,
  { level, sentence }: { level: 'WARNING' | 'ERROR'; sentence: string },
): Promise<void> {
  const { firmId, kind } = row
  const what = failureSentence(row, sentence).slice(0, 1000)
  const from = sql`select ${newId()}::uuid, ${level}::text, 'notification process error (ECFX)', ${what}::text,
    ${JSON.stringify({ mail: kind })}::text::jsonb`
  await insertEvents({ firmId, columns: ['id', 'level', 'type', 'sentence', 'facts'], from }).execute(trx)
  await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
}
