import { sql } from 'kysely'
import type { Database } from './database.ts'
import { withFirm } from './firm-transaction.ts'
import type { JobData, QueueName } from './job.ts'
import type { JobQueue } from './jobs.ts'
import { longestLeaseMs } from './lease-end.ts'

/**
 * For this long after an outage, in milliseconds, another process may still be recording what it did before or during
 * it.
 */
const graceMs = 15_000

/**
 * Whether something marked as being sent may belong to another running process: while the database is unavailable or
 * takes no writes, no process sends heartbeats, and the first one back would consider all others dead. The embedded
 * database has a single process.
 */
export function isUnsureOfOthers({ kind, outage, writes }: Database): boolean {
  return kind === 'postgres' && (outage.endedWithin(graceMs) || writes.endedWithin(graceMs))
}

/** Rows of a table that a process marks with a status while it is at them. */
export interface MarkedRows {
  table: string
  status: string
  /** The column that says until when a process has leased the row, if it does. */
  leasedUntil?: string
  /** How often to check, in milliseconds, whether the process of a leased row has ended before its lease. */
  lookMs?: number
}

/** Checks again on a row left to another process, once that process has had time to record it. */
export async function lookAgainIfMarked(
  { database, jobs }: { database: Database; jobs: Pick<JobQueue, 'enqueue'> },
  {
    queue,
    table,
    status,
    leasedUntil,
    lookMs = Number.POSITIVE_INFINITY,
    data,
  }: MarkedRows & { queue: QueueName; data: JobData },
): Promise<void> {
  const isUnsure = isUnsureOfOthers(database)
  if (!isUnsure && leasedUntil === undefined) return
  const lease = leasedUntil === undefined ? sql`null` : sql`extract(epoch from ${sql.ref(leasedUntil)} - now()) * 1000`
  await withFirm(database, data.firmId, async (trx) => {
    const { rows } = await sql<{ leasedMs: number | null }>`
      select (${lease})::float8 as "leasedMs" from ${sql.table(table)}
      where firm_id = ${data.firmId} and id = ${data.id}::uuid and status = ${status}`.execute(trx)
    const [row] = rows
    if (!row || (!isUnsure && row.leasedMs === null)) return
    const leasedMs = row.leasedMs === null || row.leasedMs > longestLeaseMs ? 0 : Math.ceil(row.leasedMs)
    const afterMs = Math.max(isUnsure ? graceMs : 0, Math.min(lookMs, leasedMs))
    await jobs.enqueue(trx, queue, [data], { afterMs })
  })
}
