import { sql } from 'kysely'
import type { Database } from './database.ts'
import { withFirm } from './firm-transaction.ts'
import type { JobData } from './job.ts'
import type { JobQueue } from './jobs.ts'

/** So long after an outage, in milliseconds, another process may still be recording what it did before or meanwhile. */
const graceMs = 15_000

/**
 * Whether what is marked as being sent may be in the hands of another process that lives: while the database is away no
 * process gives a sign of life, and the first that is back takes the work of all others for that of dead ones. The
 * embedded database has one process.
 */
export function isUnsureOfOthers({ kind, outage }: Database): boolean {
  return kind === 'postgres' && outage.endedWithin(graceMs)
}

/** Looks again at a message that was left to another process, when that has had time to record it. */
export async function lookAgainIfSending(
  { database, jobs }: { database: Database; jobs: Pick<JobQueue, 'enqueue'> },
  { queue, data }: { queue: 'delivery' | 'digest'; data: JobData },
): Promise<void> {
  if (!isUnsureOfOthers(database)) return
  const table = queue === 'delivery' ? 'deliveries' : 'digests'
  await withFirm(database, data.firmId, async (trx) => {
    const { rows } = await sql`
      select from ${sql.table(table)}
      where firm_id = ${data.firmId} and id = ${data.id}::uuid and status = 'sending'`.execute(trx)
    if (rows.length > 0) await jobs.enqueue(trx, queue, [data], { afterMs: graceMs })
  })
}
