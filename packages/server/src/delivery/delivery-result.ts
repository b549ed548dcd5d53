import { sql } from 'kysely'
import { type Change, changeChannel, changePayload } from '../db/changes.ts'
import type { Trx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { backOff } from '../pipeline/back-off.ts'
import type { Services } from '../services.ts'
import type { DeliveryRow } from './delivery-row.ts'

/** What came of a try to send. */
export type DeliveryResult = { sent: string } | { retry: string } | { failed: string }

/** Waits of a minute doubling to an hour come to 48 hours in as many tries. */
export const mostTries = 54

/** Writes down what came of it, and queues the next try. Gives the status the delivery has now. */
export async function recordDelivery(
  services: Services,
  trx: Trx,
  { row, result }: { row: DeliveryRow; result: DeliveryResult },
): Promise<'sent' | 'retry' | 'failed'> {
  if ('sent' in result) {
    await recordEnd(trx, row, { status: 'sent', sentence: result.sent, level: 'INFO', type: 'notification sent' })
    return 'sent'
  }
  const isLast = 'failed' in result || row.attempts >= mostTries
  if (!isLast) {
    await recordWait(services, trx, { row, sentence: result.retry })
    return 'retry'
  }
  const isRefused = 'failed' in result
  await recordEnd(trx, row, {
    status: 'failed',
    sentence: isRefused ? result.failed : `${result.retry} Given up after ${row.attempts} tries.`,
    level: 'ERROR',
    // A refused address is the firm's to mend; a mail server that cannot be reached is the operator's.
    type: isRefused ? 'notification process error (user)' : 'notification process error (ECFX)',
  })
  return 'failed'
}

interface End {
  status: 'sent' | 'failed'
  sentence: string
  level: 'INFO' | 'ERROR'
  type: string
}

/** A delivery that was canceled while its mail went out is recorded as sent: it must not be sent again. */
async function recordEnd(trx: Trx, row: DeliveryRow, { status, sentence, level, type }: End): Promise<void> {
  const isSent = status === 'sent'
  const statuses = isSent ? ['sending', 'canceled'] : ['sending']
  const text = sentence.slice(0, 1000)
  await sql`
    with ended as (
      update deliveries set status = ${status}, sentence = ${text}, sent_at = case when ${isSent}::boolean then now() end,
        updated_at = now()
      where firm_id = ${row.firmId} and id = ${row.id}::uuid and status = any(${statuses}::text[])
      returning id
    ), event as (
      insert into system_events (firm_id, id, level, type, sentence, entity, entity_id)
      select ${row.firmId}::integer, ${newId()}::uuid, ${level}::text, ${type}::text, ${text}::text, 'delivery', id from ended
    )
    select pg_notify(${changeChannel}, ${changePayload(changeOf(row))}) from ended`.execute(trx)
}

async function recordWait(
  services: Services,
  trx: Trx,
  { row, sentence }: { row: DeliveryRow; sentence: string },
): Promise<void> {
  const text = sentence.slice(0, 1000)
  const { rows } = await sql<{ id: string }>`
    with waiting as (
      update deliveries set status = 'waiting', sentence = ${text}, updated_at = now()
      where firm_id = ${row.firmId} and id = ${row.id}::uuid and status = 'sending'
      returning id
    ), event as (
      insert into system_events (firm_id, id, level, type, sentence, entity, entity_id)
      select ${row.firmId}::integer, ${newId()}::uuid, 'WARNING', 'notification process error (ECFX)', ${text}::text,
        'delivery', id
      from waiting where ${row.attempts === 1}::boolean
    )
    select id, pg_notify(${changeChannel}, ${changePayload(changeOf(row))}) from waiting`.execute(trx)
  if (rows.length === 0) return
  const startAfter = new Date(Date.now() + backOff(row.attempts, services.config.retrySeconds * 1000))
  await services.jobs.enqueue(trx, 'delivery', [{ firmId: row.firmId, id: row.id }], { startAfter })
}

function changeOf(row: DeliveryRow): Change {
  return { firmId: row.firmId, entity: 'delivery', ids: [row.id] }
}
