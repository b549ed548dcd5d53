import { type RawBuilder, sql } from 'kysely'
import { announceLater, type Change } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { jsonRows } from '../base/db/json-rows.ts'
import type { Services } from '../base/services.ts'
import { backOff } from '../pipeline/back-off.ts'
import { noteHappening } from '../webhooks/happenings.ts'
import type { DeliveryRow } from './delivery-row.ts'
import type { TemplateProblem } from './fill-template.ts'
import { tellOfTemplates } from './tell-of-templates.ts'

/** What came of a try to send. */
export type DeliveryResult = { sent: string; attached: number } | { retry: string } | { failed: string }

/** Waits of a minute doubling to an hour come to 48 hours in as many tries. */
const mostTries = 54

/** A try to send, and what came of it. */
export interface Ended {
  row: DeliveryRow
  result: DeliveryResult
  templateProblem?: TemplateProblem | undefined
}

/** Writes down what came of each, and queues the next tries. Gives the statuses the deliveries have now. */
export async function recordDeliveries(
  services: Services,
  trx: Trx,
  { firmId, ended }: { firmId: number; ended: readonly Ended[] },
): Promise<readonly ('sent' | 'retry' | 'failed')[]> {
  const ends = ended.map((each) => ({ ...each, end: endOf(each) }))
  await recordEnds(
    trx,
    firmId,
    ends.flatMap(({ row, end }) => (end ? [{ id: row.id, attempts: row.attempts, ...end }] : [])),
  )
  for (const { row, result, end } of ends)
    if (!end && 'retry' in result) await recordWait(services, trx, { row, sentence: result.retry })
  await tellOfTemplates(
    trx,
    firmId,
    ended.flatMap(({ templateProblem }) => templateProblem ?? []),
  )
  return ends.map(({ end }) => end?.status ?? 'retry')
}

interface End {
  status: 'sent' | 'failed'
  sentence: string
  /** How many documents went with the mail. */
  attached?: number
  level: 'INFO' | 'ERROR'
  type: string
}

/** Undefined when it is to be tried again. */
function endOf({ row, result }: Ended): End | undefined {
  if ('sent' in result)
    return {
      status: 'sent',
      sentence: result.sent,
      attached: result.attached,
      level: 'INFO',
      type: 'notification sent',
    }
  // A refused address is the firm's to mend; a mail server that cannot be reached is the operator's.
  if ('failed' in result)
    return { status: 'failed', sentence: result.failed, level: 'ERROR', type: 'notification process error (user)' }
  if (row.attempts < mostTries) return undefined
  return {
    status: 'failed',
    sentence: `${result.retry} Given up after ${row.attempts} tries.`,
    level: 'ERROR',
    type: 'notification process error (ECFX)',
  }
}

/**
 * Whether a row is still as its try left it: being sent, or, after a power cut that took the mark (`startDeliveries`
 * doesn't wait for the disk), waiting with fewer tries than were made. A wait that was recorded has as many.
 */
function isOfTry(attempts: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(d.status = 'sending' or d.status = 'waiting' and coalesce(d.attempts, 0) < ${attempts})`
}

/** A delivery that was canceled while its mail went out is recorded as sent: it must not be sent again. */
async function recordEnds(
  trx: Trx,
  firmId: number,
  ends: readonly (End & { id: string; attempts: number })[],
): Promise<void> {
  if (ends.length === 0) return
  const rows = ends.map((end) => ({ ...end, event_id: newId(), sentence: end.sentence.slice(0, 1000) }))
  const { rows: written } = await sql<{ id: string; status: End['status'] }>`
    with r as (
      select * from jsonb_to_recordset(${jsonRows(rows)}::text::jsonb)
        as r (id uuid, event_id uuid, attempts int, status text, sentence text, attached int, level text, type text)
    ), ended as (
      update deliveries d set status = r.status, sentence = r.sentence, attached_count = r.attached, sent_at = case when r.status = 'sent' then now() end,
        attempts = r.attempts, updated_at = now()
      from r
      where d.firm_id = ${firmId} and d.id = any(${ends.map(({ id }) => id)}::uuid[]) and d.id = r.id
        and (${isOfTry(sql`r.attempts`)} or d.status = 'canceled' and r.status = 'sent')
      returning r.*
    ), event as (
      insert into system_events (firm_id, id, level, type, sentence, entity, entity_id)
      select ${firmId}::integer, event_id, level, type, sentence, 'delivery', id from ended
    )
    select id, status from ended`.execute(trx)
  for (const { id, status } of written) noteHappening(trx, firmId, { event: `delivery.${status}`, ids: [id] })
  await announceLater(trx, { firmId, entity: 'delivery', ids: ends.map(({ id }) => id) })
  await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
}

async function recordWait(
  services: Services,
  trx: Trx,
  { row, sentence }: { row: DeliveryRow; sentence: string },
): Promise<void> {
  const text = sentence.slice(0, 1000)
  const { rows } = await sql<{ id: string }>`
    with waiting as (
      update deliveries d set status = 'waiting', sentence = ${text}, attempts = ${row.attempts}::integer, updated_at = now()
      where d.firm_id = ${row.firmId} and d.id = ${row.id}::uuid and ${isOfTry(sql`${row.attempts}::integer`)}
      returning d.id
    ), event as (
      insert into system_events (firm_id, id, level, type, sentence, entity, entity_id)
      select ${row.firmId}::integer, ${newId()}::uuid, 'WARNING', 'notification process error (ECFX)', ${text}::text,
        'delivery', id
      from waiting where ${row.attempts === 1}::boolean
    )
    select id from waiting`.execute(trx)
  if (rows.length === 0) return
  await announceLater(trx, changeOf(row))
  const afterMs = backOff(row.attempts, services.config.retrySeconds * 1000)
  await services.jobs.enqueue(trx, 'delivery', [{ firmId: row.firmId, id: row.id }], { afterMs })
}

function changeOf(row: DeliveryRow): Change {
  return { firmId: row.firmId, entity: 'delivery', ids: [row.id] }
}
