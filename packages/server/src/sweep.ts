import { sql } from 'kysely'
import { forgetOldSignIns } from './auth/sign-ins/record.ts'
import { withFirm, withSystem } from './base/db/firm-transaction.ts'
import type { QueueName } from './base/db/job.ts'
import type { Services } from './base/services.ts'
import { releaseHeld } from './notices/release-held.ts'
import { forgetOldCalls } from './outbox/webhooks/call-row.ts'
import { forgetExpired } from './records/undo/journal.ts'

const everyMs = 60_000

/** Tables with unfinished work, and the queue that continues it. */
export const places: readonly { queue: QueueName; table: string; statuses: readonly string[] }[] = [
  { queue: 'notice', table: 'inbox_items', statuses: ['New', 'Started', 'Retry'] },
  { queue: 'delivery', table: 'deliveries', statuses: ['waiting', 'sending'] },
  { queue: 'digest', table: 'digests', statuses: ['waiting', 'sending'] },
  { queue: 'copy', table: 'document_copies', statuses: ['new', 'started', 'delayed'] },
  { queue: 'export', table: 'export_runs', statuses: ['waiting', 'running'] },
  { queue: 'import', table: 'import_runs', statuses: ['waiting', 'running'] },
  { queue: 'stamp', table: 'stamp_waits', statuses: ['waiting', 'released'] },
  { queue: 'chat', table: 'chat_messages', statuses: ['waiting', 'sending'] },
  { queue: 'webhook', table: 'webhook_calls', statuses: ['waiting', 'sending'] },
]

/**
 * Requeues work that is unfinished, unchanged for a while, and without a job. Jobs are queued in the transaction that
 * creates the work, so this finds nothing unless someone emptied the queue.
 */
export function startSweep(services: Services): () => void {
  const run = () =>
    sweep(services)
      .then(() => forgetExpired(services.database))
      .then(() => forgetOldCalls(services.database))
      .then(() => forgetOldKeys(services.database))
      .then(() => forgetOldSignIns(services.database))
      .catch((error: unknown) => services.log.error({ err: error }, 'the sweep failed'))
  const timer = setInterval(run, everyMs)
  return () => clearInterval(timer)
}

/** Removes the answers to requests with an Idempotency-Key that are older than a repetition may be. */
async function forgetOldKeys(database: Services['database']): Promise<void> {
  await withSystem(database, (trx) =>
    sql`delete from idempotency_keys where started_at < now() - interval '24 hours'`.execute(trx),
  )
}

/** Checks once. Returns how many jobs were queued. */
export async function sweep(services: Services): Promise<number> {
  let count = 0
  for (const place of places) {
    for (const { firmId, id } of await findStranded(services, place)) {
      await withFirm(services.database, firmId, (trx) => services.jobs.enqueue(trx, place.queue, [{ firmId, id }]))
      services.log.warn({ firm: firmId, id, queue: place.queue }, 'unfinished work had no job and was queued again')
      count++
    }
  }
  for (const { firmId, envelopeIds } of await findHeld(services))
    count += await withFirm(services.database, firmId, (trx) =>
      releaseHeld(trx, services.jobs, { firmId, envelopeIds }),
    )
  return count
}

/** Filings whose recipients have been waiting for a while; `releaseHeld` decides whether they may be notified now. */
async function findHeld(services: Services): Promise<readonly { firmId: number; envelopeIds: readonly string[] }[]> {
  return withSystem(services.database, async (trx) => {
    const { rows } = await sql<{ firmId: number; envelopeIds: string[] }>`
      select firm_id as "firmId", array_agg(distinct envelope_id::text) as "envelopeIds" from deliveries
      where status = 'held' and updated_at < now() - interval '5 minutes' group by 1`.execute(trx)
    return rows
  })
}

async function findStranded(services: Services, { queue, table, statuses }: (typeof places)[number]) {
  const known = await services.jobs.knownIds(queue)
  return withSystem(services.database, async (trx) => {
    const { rows } = await strandedIn({ table, statuses }).execute(trx)
    return rows.filter(({ id }) => !known.has(id))
  })
}

/**
 * The statuses are written out and not passed as values: only then is a plan for any values sure that an index over
 * unfinished work has every row, whichever statement it is prepared for.
 */
export function strandedIn({ table, statuses }: Pick<(typeof places)[number], 'table' | 'statuses'>) {
  return sql<{ firmId: number; id: string }>`
    select firm_id as "firmId", id from ${sql.table(table)}
    where status in (${sql.join(statuses.map((status) => sql.lit(status)))}) and updated_at < now() - interval '5 minutes' limit 1000`
}
