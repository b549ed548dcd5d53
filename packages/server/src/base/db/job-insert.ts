import { type RawBuilder, sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { announceLater } from './changes.ts'
import type { Trx } from './database.ts'
import type { JobData, QueueName } from './job.ts'
import { together } from './together.ts'

interface NewJobs {
  queue: QueueName
  jobs: readonly JobData[]
  afterMs?: number | undefined
}

/** Queues work inside a transaction, and says so when it may start at once. */
export function makeEnqueue(boss: PgBoss): (trx: Trx, jobs: NewJobs) => Promise<undefined> {
  return together(async (trx: Trx, all: readonly NewJobs[]) => {
    for (const [queue, group] of Map.groupBy(all, (entry) => entry.queue)) {
      const insert = await planInsert(boss, queue, group)
      await insert.execute(trx)
      if (group.some(({ afterMs }) => afterMs === undefined))
        await announceLater(trx, { firmId: 0, entity: `job:${queue}`, ids: [] })
    }
    return all.map(() => undefined)
  })
}

/** pg-boss's own statement, taken down instead of run. It has one parameter, the jobs. */
async function planInsert(boss: PgBoss, queue: QueueName, all: readonly NewJobs[]): Promise<RawBuilder<unknown>> {
  const rows = all.flatMap(({ jobs, afterMs }) =>
    // An interval, which pg-boss adds to the database's own time.
    jobs.map((data) => ({ data, ...(afterMs === undefined ? {} : { startAfter: `${afterMs} milliseconds` }) })),
  )
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
