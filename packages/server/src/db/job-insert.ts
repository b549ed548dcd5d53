import { type RawBuilder, sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import type { Change } from './changes.ts'
import type { JobData, QueueName } from './jobs.ts'

/** What is to be announced when jobs were queued that may start at once. */
export function newJobs(queue: QueueName): Change {
  return { firmId: 0, entity: `job:${queue}`, ids: [] }
}

/** pg-boss's own statement, taken down instead of run. It has one parameter, the jobs. */
export async function planInsert(
  boss: PgBoss,
  { queue, jobs, startAfter }: { queue: QueueName; jobs: readonly JobData[]; startAfter?: Date | undefined },
): Promise<RawBuilder<unknown>> {
  const rows = jobs.map((data) => ({ data, ...(startAfter ? { startAfter } : {}) }))
  let plan: RawBuilder<unknown> | undefined
  const executeSql = async (text: string, values: unknown[] = []) => {
    const [before, after, ...more] = text.split('$1')
    if (before !== undefined && after !== undefined && more.length === 0 && values.length === 1)
      plan = sql`${sql.raw(before)}${values[0]}${sql.raw(after)}`
    return { rows: [] }
  }
  await boss.insert(queue, rows, { db: { executeSql } })
  if (!plan) throw new Error("the job queue's statement is not what it was")
  return plan
}
