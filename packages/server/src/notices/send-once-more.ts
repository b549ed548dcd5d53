import { sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { insertDeliveries } from '../records/outgoing/insert-deliveries.ts'

interface OnceMore {
  firmId: number
  envelopeId: string
  emails: readonly string[]
  /** A sentence that precedes why they are notified. */
  because: string
  /** Whether they wait until saving the documents to the DMS was tried. */
  isHeld?: boolean
}

/** Sends a filing again to people who were notified of it: one more delivery, with the number after their last one. */
export async function sendOnceMore(trx: Trx, jobs: JobQueue, more: OnceMore): Promise<void> {
  const { firmId, envelopeId, because, isHeld = false } = more
  const ids: string[] = []
  for (const email of more.emails) {
    const id = newId()
    await insertDeliveries({
      firmId,
      columns: [
        ...(['id', 'envelope_id', 'inbox_item_id', 'timekeeper_id', 'email', 'method', 'reason', 'repeat'] as const),
        ...(['status', 'cadence', 'level', 'notification_rule_id', 'email_template'] as const),
      ],
      from: sql`
        select ${id}::uuid, envelope_id, inbox_item_id, timekeeper_id, email, method,
          ${because} || ' ' || coalesce(reason, ''), repeat + 1, ${isHeld ? 'held' : 'waiting'}, cadence, level,
          notification_rule_id, email_template
        from deliveries where firm_id = ${firmId} and envelope_id = ${envelopeId}::uuid and email = ${email}
        order by repeat desc limit 1`,
    }).execute(trx)
    ids.push(id)
  }
  if (isHeld) return announceLater(trx, { firmId, entity: 'delivery', ids })
  await enqueueDeliveries(trx, jobs, { firmId, ids })
}

/** Has deliveries sent that are waiting for nothing any longer. */
export async function enqueueDeliveries(
  trx: Trx,
  jobs: JobQueue,
  { firmId, ids }: { firmId: number; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return
  await jobs.enqueue(
    trx,
    'delivery',
    ids.map((id) => ({ firmId, id })),
  )
  await announceLater(trx, { firmId, entity: 'delivery', ids })
}
