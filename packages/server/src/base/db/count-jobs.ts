import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { QueueName } from './job.ts'
import { queueNames } from './job.ts'

export interface QueueLength {
  queue: QueueName
  waiting: number
  running: number
}

/** How many of a firm's jobs are waiting and running in each queue. */
export async function countJobs(database: Database, firmId: number): Promise<readonly QueueLength[]> {
  const { rows } = await sql<QueueLength>`
    select name as queue, count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as running
    from pgboss.job where state in ('created', 'retry', 'active') and data ->> 'firmId' = ${String(firmId)}
    group by name`.execute(database.kysely)
  return queueNames.map((queue) => rows.find((row) => row.queue === queue) ?? { queue, waiting: 0, running: 0 })
}
