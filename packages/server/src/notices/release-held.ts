import { sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Database, Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'
import { sharedWork } from '../base/db/shared-work.ts'
import { statement } from '../base/db/statement.ts'
import { afterCommit } from '../base/db/transaction-end.ts'
import { setDeliveryStatus } from '../records/outgoing/set-delivery-status.ts'

interface HeldOf {
  firmId: number
  envelopeIds: readonly string[]
}

/**
 * Releases deliveries that waited for these filings' documents to be saved, once each copy was attempted: only the
 * first attempt counts, and neither a failed one nor a refused credential or a DMS that doesn't answer delays anyone.
 * Those that wait for the court's stamp stay held. Returns how many are being sent now.
 */
export async function releaseHeld(trx: Trx, jobs: JobQueue, held: HeldOf): Promise<number> {
  const { firmId } = held
  const ids = await release(trx, held)
  if (ids.length === 0) return 0
  await announceLater(trx, { firmId, entity: 'delivery', ids })
  await jobs.enqueue(
    trx,
    'delivery',
    ids.map((id) => ({ firmId, id })),
  )
  return ids.length
}

/**
 * Does so for filings whose copies the transaction has canceled, and once more when it is committed, as
 * `releaseAfterCommit` does. Nothing waits for that: should it fail, the sweep follows.
 */
export async function releaseCanceled(trx: Trx, jobs: JobQueue, held: HeldOf): Promise<void> {
  if (held.envelopeIds.length === 0) return
  await releaseHeld(trx, jobs, held)
  afterCommit(trx, (database) => {
    for (const envelopeId of held.envelopeIds)
      releaseAfterCommit({ database, jobs }, { firmId: held.firmId, envelopeId }).catch(() => undefined)
  })
}

/**
 * Does so once more, after the commit of what may have been the last that a filing's recipients waited for. What is
 * recorded at the same moment for another of its notices locks another item: neither transaction sees the other's copy as
 * attempted, or an email that is being added. Each looks again, and whichever is later sees both.
 */
export async function releaseAfterCommit(
  { database, jobs }: { database: Database; jobs: JobQueue },
  { firmId, envelopeId }: { firmId: number; envelopeId: string },
): Promise<void> {
  // It has one transaction at a time.
  if (database.kind === 'pglite') return
  await lookedAgain(database, { firmId, id: envelopeId }, (trx) =>
    releaseHeld(trx, jobs, { firmId, envelopeIds: [envelopeId] }),
  )
}

const lookedAgain = sharedWork()

const release = statement<HeldOf, { id: string }, readonly string[]>({
  columns: '"envelopeIds" uuid[]',
  row: ({ envelopeIds }) => ({ envelopeIds }),
  write: ({ firmId, rows }) => sql`
    with r as (
      select unnest("envelopeIds") as envelope_id, min(n) as n from ${rows} group by 1
    ), released as (
      ${setDeliveryStatus({
        firmId,
        from: ['held'],
        to: 'waiting',
        where: sql`d.envelope_id = any(array(select envelope_id from r))
          and not exists (
            select from stamp_waits w where w.firm_id = d.firm_id and w.envelope_id = d.envelope_id and w.status = 'waiting'
          )
          and not exists (
            select from document_copies c where c.firm_id = d.firm_id and c.envelope_id = d.envelope_id
              and (c.status = 'new' or (c.status in ('started', 'delayed') and coalesce(c.attempts, 0) <= (c.status = 'started')::int
                and (c.waits_for is null or c.waits_for not in ('credential', 'answer'))))
          )`,
      })}
      returning d.id, d.envelope_id
    )
    select r.n, released.id from released join r using (envelope_id)`,
  answer: (rows) => rows.map(({ id }) => id),
})
