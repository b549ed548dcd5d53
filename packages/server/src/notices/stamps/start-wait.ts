import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import type { JobData } from '../../base/db/job.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import type { StampWaitPlan, Work } from '../pipeline/stage.ts'

interface Starting {
  work: Work
  jobs: JobQueue
  plan: StampWaitPlan
}

/**
 * Starts the filing's wait, unless another of its notices did. Returns whether its recipients are still to be held: not
 * if they were already released.
 */
export async function startStampWait(trx: Trx, { work, jobs, plan }: Starting): Promise<boolean> {
  const { firmId, envelopeId, itemId } = work
  const id = newId()
  const after = (minutes: number | undefined) => sql`now() + ${minutes ?? null}::integer * interval '1 minute'`
  const { rows } = await sql<{ id: string }>`
    insert into stamp_waits (firm_id, id, envelope_id, inbox_item_id, document_processing_id, minutes, release_at, until)
    values (${firmId}, ${id}::uuid, ${envelopeId}::uuid, ${itemId}::uuid, ${plan.processingId}::uuid, ${plan.minutes},
      ${after(plan.releaseMinutes)}, ${after(plan.minutes)})
    on conflict (firm_id, envelope_id) do nothing returning id`.execute(trx)
  if (rows.length > 0) await jobs.enqueue(trx, 'stamp', [{ firmId, id }])
  const known = await sql<{ status: string }>`
    select status from stamp_waits where firm_id = ${firmId} and envelope_id = ${envelopeId}::uuid for update`.execute(
    trx,
  )
  return known.rows[0]?.status === 'waiting'
}

/** Milliseconds until the filing's wait ends at the latest; undefined if it has ended. Copies are saved after it. */
export async function stampWaitMs(trx: Trx, { firmId, envelopeId }: Work): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number }>`
    select greatest(0, extract(epoch from until - now()) * 1000)::integer as ms from stamp_waits
    where firm_id = ${firmId} and envelope_id = ${envelopeId ?? null}::uuid and status in ('waiting', 'released')`.execute(
    trx,
  )
  return rows[0]?.ms
}

/**
 * Plans the next look in so many milliseconds, unless one is planned: a look in between, as when a scan was read, or one
 * that a crash repeats, would begin a second series. A clock that was set back since it was planned says nothing.
 */
export async function planLook(
  trx: Trx,
  jobs: JobQueue,
  { data: { firmId, id }, afterMs }: { data: JobData; afterMs: number },
): Promise<void> {
  const { rows } = await sql`
    update stamp_waits set updated_at = now(), next_look_at = now() + ${afterMs}::integer * interval '1 millisecond'
    where firm_id = ${firmId} and id = ${id}::uuid
      -- As of this moment: another look may have begun later than this one, and planned the next first.
      and not coalesce(next_look_at > now() and updated_at <= clock_timestamp(), false)
    returning id`.execute(trx)
  if (rows.length > 0) await jobs.enqueue(trx, 'stamp', [{ firmId, id }], { afterMs })
}

/** Lets a filing that waits for its stamp be looked at now, in addition to the look that is planned. */
export async function lookForStamp(
  trx: Trx,
  jobs: JobQueue,
  { firmId, envelopeId }: { firmId: number; envelopeId: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from stamp_waits
    where firm_id = ${firmId} and envelope_id = ${envelopeId}::uuid and status in ('waiting', 'released')`.execute(trx)
  await jobs.enqueue(
    trx,
    'stamp',
    rows.map(({ id }) => ({ firmId, id })),
  )
}
