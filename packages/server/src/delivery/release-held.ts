import { sql } from 'kysely'
import { announceLater } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import type { JobQueue } from '../base/db/jobs.ts'

/**
 * Lets those be told who waited for the documents of these filings to be stored, where each copy was tried once: the
 * first try decides, and one that failed keeps nobody waiting. Gives how many are being told now.
 */
export async function releaseHeld(
  trx: Trx,
  jobs: JobQueue,
  { firmId, envelopeIds }: { firmId: number; envelopeIds: readonly string[] },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update deliveries d set status = 'waiting', updated_at = now()
    where d.firm_id = ${firmId} and d.status = 'held' and d.envelope_id = any(${[...new Set(envelopeIds)]}::uuid[])
      and not exists (
        select from document_copies c where c.firm_id = d.firm_id and c.envelope_id = d.envelope_id
          and (c.status = 'new' or (c.status in ('started', 'delayed') and coalesce(c.attempts, 0) <= (c.status = 'started')::int))
      )
    returning d.id`.execute(trx)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await announceLater(trx, { firmId, entity: 'delivery', ids })
  await jobs.enqueue(
    trx,
    'delivery',
    ids.map((id) => ({ firmId, id })),
  )
  return ids.length
}
