import { sql } from 'kysely'
import { forgetOldSignIns } from './auth/sign-ins/record.ts'
import { withFirm, withSystem } from './base/db/firm-transaction.ts'
import type { Services } from './base/services.ts'
import { releaseHeld } from './notices/release-held.ts'
import type { AnyKind } from './outbox/run.ts'
import { forgetOldCalls } from './outbox/webhooks/call-row.ts'
import { forgetExpired } from './records/undo/journal.ts'
import { forgetFormerMoves } from './records/walls/kept-out-since.ts'

const everyMs = 60_000

/** Unfinished work, and the queue that continues it. */
export type Swept = Pick<AnyKind, 'queue' | 'rows'>

/** Work that isn't outgoing: each kind of that has its own `rows`. */
const ownWork: readonly Swept[] = [
  { queue: 'notice', rows: { table: 'inbox_items', statuses: ['New', 'Started', 'Retry'] } },
  { queue: 'export', rows: { table: 'export_runs', statuses: ['waiting', 'running'] } },
  { queue: 'import', rows: { table: 'import_runs', statuses: ['waiting', 'running'] } },
  { queue: 'stamp', rows: { table: 'stamp_waits', statuses: ['waiting', 'released'] } },
]

/**
 * Requeues work that is unfinished, unchanged for a while, and without a job. Jobs are queued in the transaction that
 * creates the work, so this finds nothing unless someone emptied the queue.
 */
export function startSweep(services: Services, kinds: readonly Swept[]): () => void {
  const run = () =>
    sweep(services, kinds)
      .then(() => forgetExpired(services.database))
      .then(() => forgetOldCalls(services.database))
      .then(() => forgetOldKeys(services.database))
      .then(() => forgetOldSignIns(services.database))
      .then(() => forgetFormerMoves(services.database))
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

/** Checks once, also the work of these kinds. Returns how many jobs were queued. */
export async function sweep(services: Services, kinds: readonly Swept[]): Promise<number> {
  let count = 0
  for (const { queue, rows } of [...ownWork, ...kinds]) {
    for (const { firmId, id } of await findStranded(services, { queue, rows })) {
      await withFirm(services.database, firmId, (trx) => services.jobs.enqueue(trx, queue, [{ firmId, id }]))
      services.log.warn({ firm: firmId, id, queue }, 'unfinished work had no job and was queued again')
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

async function findStranded(services: Services, { queue, rows: unfinished }: Swept) {
  const known = await services.jobs.knownIds(queue)
  const stranded: { firmId: number; id: string }[] = []
  for (let after: string | undefined = leastId; after !== undefined; ) {
    const statement = strandedIn(unfinished, after)
    const { rows } = await withSystem(services.database, (trx) => statement.execute(trx))
    stranded.push(...rows.filter(({ id }) => !known.has(id)))
    // The next sweep continues.
    after = rows.length === pageSize && stranded.length < pageSize ? rows.at(-1)?.id : undefined
  }
  return stranded
}

const leastId = '00000000-0000-0000-0000-000000000000'
const pageSize = 1000

/**
 * A page of unfinished work, after this ID: what has a job may fill many, as when a store has been away for hours.
 *
 * The statuses are written out and not passed as values: only then is a plan for any values sure that an index over
 * unfinished work has every row, whichever statement it is prepared for.
 */
export function strandedIn({ table, statuses }: Swept['rows'], after = leastId) {
  return sql<{ firmId: number; id: string }>`
    select firm_id as "firmId", id from ${sql.table(table)}
    where status in (${sql.join(statuses.map((status) => sql.lit(status)))}) and updated_at < now() - interval '5 minutes'
      and id > ${after}::uuid order by id limit ${sql.lit(pageSize)}`
}
