import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Trx } from './database.ts'
import { startRegularWork } from './regular-work.ts'
import { takesWrites } from './write-probe.ts'

/** In milliseconds: how often a worker says that it is there, and counts the others. */
const everyMs = 10_000
/** One that has said nothing for this long has ended. */
const goneAfter = '35 seconds'

/** Creates the table; with nothing to create it only reads. */
export async function prepareWorkerCount(trx: Trx): Promise<void> {
  const { rows } = await sql<{ isMissing: boolean }>`
    select to_regclass('courtcrier_meta.workers') is null as "isMissing"`.execute(trx)
  if (!rows[0]?.isMissing) return
  await sql`create table courtcrier_meta.workers (
    process_id uuid primary key,
    seen_at timestamp(3) with time zone not null
  )`.execute(trx)
}

interface CountOptions {
  /** Called with the number of workers, this one included, whenever they were counted. */
  onCount: (workers: number) => void
  onError: (error: unknown) => void
}

export interface WorkerCount {
  /** Counts at once. */
  count: () => Promise<void>
  /** This process is no longer counted. */
  stop: () => Promise<void>
}

/** Counts this process among the workers of the database, and them, every few seconds. */
export function startCountingWorkers(
  database: Pick<Database, 'kysely' | 'outage' | 'writes'>,
  { onCount, onError }: CountOptions,
): WorkerCount {
  const processId = randomUUID()
  // While the database is away, as many workers save as before.
  const count = async () => {
    if (takesWrites(database)) onCount(await countWith(database.kysely, processId))
  }
  const counting = startRegularWork(count, { everyMs, onError })
  return {
    count: counting.now,
    stop: async () => {
      await counting.stop()
      if (takesWrites(database)) await leave(database.kysely, processId).catch(onError)
    },
  }
}

async function countWith(kysely: Database['kysely'], processId: string): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    with own as (
      insert into courtcrier_meta.workers (process_id, seen_at) values (${processId}::uuid, now())
      on conflict (process_id) do update set seen_at = excluded.seen_at
    ), ended as (
      delete from courtcrier_meta.workers where seen_at < now() - interval '1 day' and process_id <> ${processId}::uuid
    )
    select count(*)::int as others from courtcrier_meta.workers
    where seen_at > now() - ${goneAfter}::interval and process_id <> ${processId}::uuid`.execute(kysely)
  return (rows[0]?.others ?? 0) + 1
}

async function leave(kysely: Database['kysely'], processId: string): Promise<void> {
  await sql`delete from courtcrier_meta.workers where process_id = ${processId}::uuid`.execute(kysely)
}
