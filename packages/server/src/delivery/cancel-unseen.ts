import { sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { jsonRows } from '../base/db/json-rows.ts'
import { lookFor } from '../digest/sight.ts'
import { settleItems } from '../pipeline/settle.ts'
import type { DeliveryRow } from './delivery-row.ts'

/**
 * Cancels those of started deliveries whose address may not see the filing any more: a mail may have waited for days for
 * a mail server, and walls and people are asked about as they are when it goes out. Gives the ids. Somebody may send the
 * filing again once the wall is lifted; the delivery, the item's timeline and the log say why it was not sent.
 */
export async function cancelUnseen(
  trx: Trx,
  firmId: number,
  rows: readonly DeliveryRow[],
): Promise<ReadonlySet<string>> {
  const unseen = await findUnseen(trx, firmId, rows)
  if (unseen.length === 0) return new Set()
  const ids = unseen.map(({ row }) => row.id)
  await recordCanceled(trx, firmId, unseen)
  await settleItems(trx, firmId, [...new Set(unseen.map(({ row }) => row.itemId))])
  await announceLater(trx, { firmId, entity: 'delivery', ids })
  await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
  return new Set(ids)
}

interface Unseen {
  row: DeliveryRow
  reason: string
}

async function findUnseen(trx: Trx, firmId: number, rows: readonly DeliveryRow[]): Promise<readonly Unseen[]> {
  const caseIds = rows.flatMap((row) => row.caseIds ?? [])
  const emails = rows.map(({ mail }) => mail.delivery.email)
  const whyNot = caseIds.length > 0 ? await lookFor(trx, { firmId, emails, caseIds, areKnown: true }) : undefined
  return rows.flatMap((row) => {
    const { inactive, timekeeperId } = row
    const reason = inactive
      ? `${inactive} is inactive.`
      : whyNot?.(row.mail.delivery.email, row.caseIds ?? [], timekeeperId)
    return reason ? [{ row, reason }] : []
  })
}

async function recordCanceled(trx: Trx, firmId: number, unseen: readonly Unseen[]): Promise<void> {
  const rows = unseen.map(({ row, reason }) => ({
    id: row.id,
    item_id: row.itemId,
    event_id: newId(),
    line_id: newId(),
    sentence: `Not sent: ${reason}${row.wasInterrupted ? doubt : ''}`.slice(0, 1000),
    line: `Not told: ${row.mail.delivery.email}. ${reason}${row.wasInterrupted ? doubt : ''}`.slice(0, 1000),
  }))
  await sql`
    with r as (
      select * from jsonb_to_recordset(${jsonRows(rows)}::text::jsonb)
        as r (id uuid, item_id uuid, event_id uuid, line_id uuid, sentence text, line text)
    ), canceled as (
      update deliveries d set status = 'canceled', sentence = r.sentence, updated_at = now()
      from r where d.firm_id = ${firmId} and d.id = r.id
    ), event as (
      insert into system_events (firm_id, id, level, type, sentence, entity, entity_id)
      select ${firmId}::integer, event_id, 'WARNING', 'notification process error (user)', sentence, 'delivery', id from r
    )
    insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
    select ${firmId}::integer, line_id, item_id, 'deliver', 'left out', line from r`.execute(trx)
}

const doubt = ' An earlier try was interrupted, so it may have arrived before.'
