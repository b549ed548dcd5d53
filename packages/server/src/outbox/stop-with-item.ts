import { type RawBuilder, sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { releaseCanceled } from '../notices/release-held.ts'
import { type ItemKey, settleItem } from '../notices/settle.ts'
import { noLongerPlanned } from '../notices/withdraw-former.ts'
import { setCopyStatus } from '../records/outgoing/set-copy-status.ts'
import { setDeliveryStatus } from '../records/outgoing/set-delivery-status.ts'
import { withdrawChats } from '../records/outgoing/withdraw-chats.ts'
import { unleased } from './lease.ts'

/*
 * An email, a message or a copy that is under way while its item is canceled may still arrive, and is then recorded. If
 * it fails, or a crash interrupts it, it isn't tried again: these functions see to that when a failure is recorded, with
 * the item locked, and before interrupted work is begun again.
 */

interface Key {
  firmId: number
  id: string
}

/** Cancels a delivery whose item was canceled. Returns whether it was. */
export async function stopDelivery(trx: Trx, { firmId, id }: Key, doubt = ''): Promise<boolean> {
  const stopped = setDeliveryStatus({
    firmId,
    from: ['waiting', 'sending'],
    to: 'canceled',
    set: sql`sentence = ${`The item was canceled.${doubt}`}::text`,
    where: sql`d.id = ${id}::uuid and ${isOfCanceled('d')}`,
  })
  return wasStopped(trx, { firmId, entity: 'delivery', id, stopped })
}

/** Cancels a copy that waits for its next attempt and whose item was canceled. Returns whether it was. */
export async function stopCopy(trx: Trx, { firmId, id, itemId }: Key & ItemKey): Promise<boolean> {
  const stopped = setCopyStatus({
    firmId,
    from: ['delayed'],
    to: 'canceled',
    set: sql`sentence = 'The item was canceled.', waits_for = null`,
    where: sql`c.id = ${id}::uuid and ${isOfCanceled('c')}`,
  })
  const isStopped = await wasStopped(trx, { firmId, entity: 'document_copy', id, stopped })
  if (isStopped) await settleItem(trx, { firmId, itemId })
  return isStopped
}

/**
 * The same for a copy that was interrupted and is begun again; nothing is being saved yet. Recipients who waited for
 * nothing else are notified.
 */
export async function stopBegunCopy(
  trx: Trx,
  jobs: JobQueue,
  key: Key & ItemKey & { envelopeId: string },
): Promise<boolean> {
  const { firmId, id, envelopeId } = key
  const where = sql`c.id = ${id}::uuid and ${isOfCanceled('c')}`
  await setCopyStatus({ firmId, from: ['started'], to: 'delayed', set: unleased, where }).execute(trx)
  const isStopped = await stopCopy(trx, key)
  if (isStopped) await releaseCanceled(trx, jobs, { firmId, envelopeIds: [envelopeId] })
  return isStopped
}

/**
 * Cancels a copy that hasn't begun for a case that the filing was moved away from: a new plan follows. Emails that wait
 * for copies go on waiting for that.
 */
export async function stopFormerCopy(trx: Trx, { firmId, id }: Key): Promise<void> {
  const { rows } = await sql<{ itemId: string }>`
    ${setCopyStatus({
      firmId,
      from: ['new', 'delayed'],
      to: 'canceled',
      set: sql`sentence = ${noLongerPlanned}, waits_for = null`,
      where: sql`c.id = ${id}::uuid and exists (
        select from envelopes e left join item_progress p on p.firm_id = e.firm_id and p.id = c.inbox_item_id
        where e.firm_id = c.firm_id and e.id = c.envelope_id and not ${isOfItsFiling('c')})`,
    })}
    returning c.inbox_item_id as "itemId"`.execute(trx)
  for (const { itemId } of rows) {
    await announceLater(trx, { firmId, entity: 'document_copy', ids: [id] })
    await settleItem(trx, { firmId, itemId })
  }
}

/** Whether a copy is for a case of the filing `e`, or of its item with the progress `p`, which may not agree. */
export function isOfItsFiling(row: 'c' | 'd'): RawBuilder<boolean> {
  const caseId = sql.ref(`${row}.case_id`)
  return sql<boolean>`(${caseId} is null or ${caseId} = any(e.case_id || e.other_case_ids)
    or coalesce(p.outcomes #> '{match,result,caseIds}' ? ${caseId}::text, false))`
}

/** Withdraws a message to a chat channel whose item was canceled. Returns whether it was. */
export async function stopChat(trx: Trx, { firmId, id }: Key): Promise<boolean> {
  const stopped = withdrawChats(firmId, sql`m.id = ${id}::uuid and ${isOfCanceled('m')}`)
  const { rows } = await sql`${stopped} returning m.id`.execute(trx)
  return rows.length > 0
}

/** The same for a message that was interrupted before it was handed over, and is begun again. */
export async function stopBegunChat(trx: Trx, key: Key): Promise<boolean> {
  await sql`update chat_messages m set status = 'waiting', updated_at = now(), ${unleased}
    where m.firm_id = ${key.firmId} and m.id = ${key.id}::uuid and m.status = 'sending' and ${isOfCanceled('m')}`.execute(
    trx,
  )
  const isStopped = await stopChat(trx, key)
  if (isStopped) await announceLater(trx, { firmId: key.firmId, entity: 'delivery', ids: [] })
  return isStopped
}

/** Not of a row that was added since: a person may send the filing of a canceled item to someone. */
function isOfCanceled(row: 'd' | 'c' | 'm'): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql<boolean>`exists (select from inbox_items i where i.firm_id = ${of('firm_id')} and i.id = ${of('inbox_item_id')}
    and i.status = 'Canceled' and ${of('created_at')} <= i.finished_at)`
}

interface Stopping {
  firmId: number
  entity: 'delivery' | 'document_copy'
  id: string
  stopped: RawBuilder<unknown>
}

async function wasStopped(trx: Trx, { firmId, entity, id, stopped }: Stopping): Promise<boolean> {
  const { rows } = await sql`${stopped} returning ${sql.ref(entity === 'delivery' ? 'd.id' : 'c.id')}`.execute(trx)
  if (rows.length > 0) await announceLater(trx, { firmId, entity, ids: [id] })
  return rows.length > 0
}
