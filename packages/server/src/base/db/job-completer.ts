import type { PgBoss } from 'pg-boss'
import type { QueueName } from './job.ts'

/** That a job is done may be said later: until then it is known as active, and its row knows better. */
const completeMs = 250

/** Tells the queue in one statement of all jobs that were done within `completeMs`. */
export function makeCompleter(boss: PgBoss, queue: QueueName, onError: (error: unknown) => void) {
  let ids: string[] = []
  let timer: NodeJS.Timeout | undefined
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const batch = ids
    ids = []
    if (batch.length > 0) await boss.complete(queue, batch).catch(onError)
  }
  const done = (id: string) => {
    ids.push(id)
    timer ??= setTimeout(flush, completeMs)
  }
  return { done, flush }
}
