import type { Job, PgBoss } from 'pg-boss'
import { awayError } from './away.ts'
import type { ChangeFeed } from './changes.ts'
import type { ClaimedJob, JobData, QueueName } from './job.ts'
import { makeCompleter } from './job-completer.ts'
import { untilWritten } from './patience.ts'

/** What works on one queue. */
export interface QueueWorker {
  queue: QueueName
  /** Lets it look for jobs soon. */
  wake: () => void
  /** Lets running handlers end. */
  stop: () => Promise<void>
}

/** After so long without a sign of the process that had it, a job comes back. */
export const heartbeatSeconds = 10

/** What happens within this time is one question to the database. */
const coalesceMs = 4
/** A hand that becomes free while work is waiting looks for it together with the next ones. */
const backlogMs = 12
/** Under load a queue is not asked more often than this: fewer questions bring more jobs each. */
const gapMs = 30

interface WorkerOptions {
  boss: PgBoss
  queue: QueueName
  handler: (job: ClaimedJob) => Promise<void>
  concurrency: number
  feed: ChangeFeed
  onError: (error: unknown) => void
}

/**
 * Takes as many jobs as there are free hands, whenever work is announced, a hand becomes free, or the time of a job
 * has come. pg-boss's own worker takes the next batch only when the slowest of the last is done,
 * and one slow court would hold up all others.
 */
export function startQueueWorker({ boss, queue, handler, concurrency, feed, onError }: WorkerOptions): QueueWorker {
  const running = new Map<Job<JobData>, Promise<void>>()
  // The last run of each row: a queue that takes it for dead, as when the clock jumps, gives the row out once more.
  const runs = new Map<string, Promise<void>>()
  let isStopped = false
  let isFetching = false
  let isWanted = false
  // Whether the last look left work behind; without it a hand that becomes free need not look.
  let hasBacklog = false
  let fetchedAt = Number.NEGATIVE_INFINITY

  // What is taken while the queue stops is done too: nobody else would have it before its heartbeat has run out.
  let taking: Promise<number> | undefined
  const take = async (free: number) => {
    const jobs = await boss.fetch<JobData>(queue, { batchSize: free })
    for (const job of jobs) start(job)
    return jobs.length
  }
  const pump = async () => {
    isWanted = true
    if (isFetching || isStopped || running.size >= concurrency) return
    isFetching = true
    isWanted = false
    const free = concurrency - running.size
    taking = take(free)
    hasBacklog = (await taking) === free
    fetchedAt = performance.now()
    isFetching = false
    if (isWanted) wake()
  }
  let timer: NodeJS.Timeout | undefined
  const look = () => {
    timer = undefined
    pump().catch((error: unknown) => {
      isFetching = false
      if (!isStopped) onError(error)
    })
  }
  const wake = () => {
    if (isStopped) return
    timer ??= setTimeout(look, Math.max(hasBacklog ? backlogMs : coalesceMs, fetchedAt + gapMs - performance.now()))
  }
  const completer = makeCompleter(boss, queue, onError)
  const start = (job: Job<JobData>) => {
    const { id } = job.data
    const run = async () => {
      await runs.get(id)
      await runJob(boss, queue, { job, handler, onError, done: completer.done, isOver: () => isStopped })
    }
    const done = run().finally(() => {
      running.delete(job)
      if (runs.get(id) === done) runs.delete(id)
      if (hasBacklog) wake()
    })
    runs.set(id, done)
    running.set(job, done)
  }
  const unsubscribe = feed.subscribe((change) => change.entity === `job:${queue}` && wake())
  const beat = setInterval(
    () => {
      const jobs = [...running.keys()].map(({ id, retryCount }) => ({ id, retryCount: retryCount ?? 0 }))
      if (jobs.length > 0) boss.touch(queue, jobs).catch(onError)
    },
    (heartbeatSeconds * 1000) / 3,
  )
  wake()

  return {
    queue,
    wake,
    stop: async () => {
      isStopped = true
      unsubscribe()
      clearTimeout(timer)
      // Whoever took them says when that went wrong.
      await taking?.catch(() => undefined)
      await Promise.all(running.values())
      await completer.flush()
      clearInterval(beat)
    },
  }
}

async function runJob(
  boss: PgBoss,
  queue: QueueName,
  {
    job,
    handler,
    onError,
    done,
    isOver,
  }: {
    job: Job<JobData>
    handler: WorkerOptions['handler']
    onError: (error: unknown) => void
    done: (id: string) => void
    isOver: () => boolean
  },
): Promise<void> {
  try {
    await handler({ data: job.data })
    done(job.id)
  } catch (error) {
    onError(error)
    // Said as soon as the database is back, the job comes back then; else it waits for its heartbeat to run out.
    await untilWritten(() => failJob(boss, queue, job.id), isOver).catch(onError)
  }
}

async function failJob(boss: PgBoss, queue: QueueName, id: string): Promise<void> {
  try {
    await boss.fail(queue, id)
  } catch (error) {
    throw awayError(error)
  }
}
