import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { QueueWorker } from './queue-worker.ts'

const pollMs = 500

/**
 * Wakes the queues with a job that came due without an announcement: it waited, or is being retried. One query for all
 * of them, because on the embedded database page requests wait for it.
 */
export function pollForDue(
  database: Database,
  workers: readonly QueueWorker[],
  onError: (error: unknown) => void,
): () => Promise<void> {
  let isStopped = false
  let asking: Promise<void> | undefined
  const look = async () => {
    const due = await findDue(database, workers)
    if (isStopped) return
    for (const { queue, wake } of workers) if (due.has(queue)) wake()
  }
  const timer = setInterval(() => {
    if (workers.length > 0)
      asking ??= look()
        .catch(onError)
        .finally(() => {
          asking = undefined
        })
  }, pollMs)
  return async () => {
    isStopped = true
    clearInterval(timer)
    await asking
  }
}

async function findDue({ kysely }: Database, workers: readonly QueueWorker[]): Promise<ReadonlySet<string>> {
  const names = workers.map(({ queue }) => queue)
  const { rows } = await sql<{ name: string }>`
    select q.name from unnest(${names}::text[]) as q (name) where exists (
      select from pgboss.job_common j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now())`.execute(
    kysely,
  )
  return new Set(rows.map(({ name }) => name))
}
