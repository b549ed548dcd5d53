import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { whyNotMailed } from '../../notices/addressing/directed-mail.ts'
import { settleItem } from '../../notices/settle.ts'
import { type Director, findDirectors } from '../../records/directors/find-directors.ts'
import { insertEvents } from '../../records/insert-events.ts'
import { setDeliveryStatus } from '../../records/outgoing/set-delivery-status.ts'
import { lookFor } from '../digests/sight.ts'
import type { DeliveryRow } from './delivery-row.ts'

/**
 * Cancels a started delivery if its recipient may no longer see the filing: an email may have waited for a mail server
 * for days, and walls and people are checked again when it goes out. Returns whether it was canceled. The filing can be
 * sent again once the wall is lifted; the delivery, the notice's history and the log say why it was not sent.
 */
export async function cancelIfUnseen(trx: Trx, row: DeliveryRow): Promise<boolean> {
  const { firmId, id } = row
  const reason = await whyUnseen(trx, row)
  if (!reason) return false
  await recordCanceled(trx, row, reason)
  await settleItem(trx, row)
  await announceLater(trx, { firmId, entity: 'delivery', ids: [id] })
  await announceLater(trx, { firmId, entity: 'system_event', ids: [] })
  return true
}

async function whyUnseen(trx: Trx, row: DeliveryRow): Promise<string | undefined> {
  const { firmId, inactive, timekeeperId } = row
  const { email } = row.mail.delivery
  const caseIds = row.caseIds ?? []
  if (inactive) return `${inactive} is inactive.`
  const directors = await findDeliveryDirectors(trx, row)
  if (caseIds.length === 0) return whyNotMailed(directors, [])
  const whyNot = await lookFor(trx, { firmId, emails: [email], caseIds, areKnown: true })
  return whyNot(email, caseIds, { timekeeperId, directors })
}

async function findDeliveryDirectors(trx: Trx, { firmId, direction }: DeliveryRow): Promise<readonly Director[]> {
  if (!direction) return []
  return (await findDirectors(trx, { firmId, records: [direction] }))(direction)
}

async function recordCanceled(trx: Trx, row: DeliveryRow, reason: string): Promise<void> {
  const { firmId, id, itemId, wasInterrupted, mail } = row
  const why = `${reason}${wasInterrupted ? doubt : ''}`
  await sql`
    with canceled as (
      ${setDeliveryStatus({
        firmId,
        from: ['sending'],
        to: 'canceled',
        set: sql`sentence = ${`Not sent: ${why}`.slice(0, 1000)}::text`,
        where: sql`d.id = ${id}::uuid`,
      })}
      returning sentence
    ), event as (
      ${insertEvents({
        firmId,
        columns: ['id', 'level', 'type', 'sentence', 'entity', 'entity_id'],
        from: sql`select ${newId()}::uuid, 'WARNING', 'notification process error (user)', sentence, 'delivery', ${id}::text
          from canceled`,
      })}
    )
    insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
    values (${firmId}::integer, ${newId()}::uuid, ${itemId}::uuid, 'deliver', 'left out',
      ${`Not notified: ${mail.delivery.email}. ${why}`.slice(0, 1000)}::text)`.execute(trx)
}

const doubt = ' An earlier attempt was interrupted, so it may have been delivered.'
