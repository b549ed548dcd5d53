import type { Job, PgBoss } from 'pg-boss'
import { awayError } from './away.ts'
import type { ChangeFeed } from './changes.ts'
import type { ClaimedJob, JobData, QueueName } from './job.ts'
import { untilWritten } from './patience.ts'
import { openJobTaker } from './take-jobs.ts'

/** Processes the jobs of one queue. */
export interface QueueWorker {
  queue: QueueName
  /** Makes it check for jobs soon. */
  wake: () => void
  /** Whether it is processing jobs that don't wait for something slow. */
  isAtWork: () => boolean
  /** Stops taking jobs and waits for running handlers. */
  stop: () => Promise<void>
}

/** A job is retried after this long without a heartbeat from its process. */
export const heartbeatSeconds = 10

/** Wake-ups within this time lead to one query. */
const coalesceMs = 4
/** While jobs are waiting, slots that become free within this time share one query. */
const backlogMs = 12
/** Minimum time between two queries of a queue: under load, fewer queries return more jobs each. */
const gapMs = 30

interface WorkerOptions {
  boss: PgBoss
  queue: QueueName
  handler: (job: ClaimedJob) => Promise<void>
  concurrency: number
  mostOfFirm?: number | undefined
  takeEveryMs?: number | undefined
  /** True while its jobs are left in the queue, for more urgent work; as they are due, it is woken again. */
  isHeldBack?: () => boolean
  feed: ChangeFeed
  onError: (error: unknown) => void
}

/**
 * Takes as many jobs as there are free slots, whenever work is announced, a slot becomes free, or a job is due.
 * pg-boss's own worker takes the next batch only when the slowest job of the last one is done, so that one slow court
 * would hold up all others.
 */
export function startQueueWorker(options: WorkerOptions): QueueWorker {
  const { boss, queue, concurrency, mostOfFirm, takeEveryMs = gapMs, isHeldBack, feed, onError } = options
  const taker = openJobTaker(boss, queue, mostOfFirm)
  const running = new Map<Job<JobData>, Promise<void>>()
  const aside = openAside(concurrency, (job) => taker.ended(job))
  const free = () => concurrency + aside.size() - running.size
  // The last run of each row: a queue that considers it dead, as when the clock jumps, hands out the row once more.
  const runs = new Map<string, Promise<void>>()
  let isStopped = false
  let isFetching = false
  let isWanted = false
  // Whether the last query left jobs behind; if not, a slot that becomes free needn't query.
  let hasBacklog = false
  let fetchedAt = Number.NEGATIVE_INFINITY

  // Jobs taken while the queue stops are processed too: no other process would get them before their heartbeat expires.
  let taking: Promise<boolean> | undefined
  const take = async () => {
    const { jobs, isMore, isCut } = await taker.take(free())
    for (const job of jobs) start(job)
    isWanted ||= isCut
    return isMore
  }
  const pump = async () => {
    isWanted = true
    if (isFetching || isStopped || free() <= 0 || isHeldBack?.()) return
    isFetching = true
    isWanted = false
    taking = take()
    hasBacklog = await taking
    fetchedAt = performance.now()
    isFetching = false
    if (isWanted) wake()
  }
  const looks = openEarliest(() => {
    pump().catch((error: unknown) => {
      isFetching = false
      if (!isStopped) onError(error)
    })
  })
  const wake = () => {
    if (isStopped) return
    const isQuick = free() > concurrency / 2
    const gap = hasBacklog && !isQuick ? takeEveryMs : gapMs
    looks.at(Math.max(performance.now() + (hasBacklog ? backlogMs : coalesceMs), fetchedAt + gap))
  }
  const completer = makeCompleter(boss, queue, onError)
  const start = (job: Job<JobData>) => {
    const { id } = job.data
    const stepAside = () => void (running.has(job) && aside.add(job) && wake())
    const run = { job, after: runs.get(id), stepAside, done: completer.done, isOver: () => isStopped }
    const done = runJob(options, run).finally(() => {
      running.delete(job)
      if (runs.get(id) === done) runs.delete(id)
      const wasOfFull = aside.end(job) ? false : taker.ended(job)
      if (wasOfFull || hasBacklog) wake()
    })
    runs.set(id, done)
    running.set(job, done)
  }
  const unsubscribe = feed.subscribe((change) => change.entity === `job:${queue}` && wake())
  const beat = setInterval(() => giveSign({ boss, queue, onError }, running), (heartbeatSeconds * 1000) / 3)
  wake()

  return {
    queue,
    wake,
    isAtWork: () => running.size > aside.size(),
    stop: async () => {
      isStopped = true
      unsubscribe()
      looks.stop()
      // A failed look is reported where it began.
      await taking?.catch(() => undefined)
      await Promise.all(running.values())
      await completer.flush()
      clearInterval(beat)
    },
  }
}

/** Acts once, at the earliest of the times asked for since it acted last, by `performance.now()`. */
function openEarliest(act: () => void) {
  let next: { at: number; timer: NodeJS.Timeout } | undefined
  const stop = () => clearTimeout(next?.timer)
  const run = () => {
    next = undefined
    act()
  }
  return {
    at: (at: number) => {
      if (next && next.at <= at) return
      stop()
      next = { at, timer: setTimeout(run, Math.max(0, at - performance.now())) }
    },
    stop,
  }
}

/** Jobs that wait for something slow and keep no slot: up to `most`, so that there is an end to how much hangs. */
function openAside(most: number, onAdded: (job: Job<JobData>) => void) {
  const jobs = new Set<Job<JobData>>()
  return {
    size: () => jobs.size,
    /** Returns whether the job now keeps no slot. */
    add: (job: Job<JobData>): boolean => {
      if (jobs.has(job) || jobs.size >= most) return false
      jobs.add(job)
      onAdded(job)
      return true
    },
    end: (job: Job<JobData>): boolean => jobs.delete(job),
  }
}

/** How late, in milliseconds, a completion may be reported: until then the job counts as active; its row is correct. */
const completeMs = 250

/** Reports to the queue in one statement all jobs completed within `completeMs`. */
function makeCompleter(boss: PgBoss, queue: QueueName, onError: (error: unknown) => void) {
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

/** Sends a heartbeat for every running job. */
function giveSign(
  { boss, queue, onError }: Pick<WorkerOptions, 'boss' | 'queue' | 'onError'>,
  running: ReadonlyMap<Job<JobData>, unknown>,
): void {
  const jobs = [...running.keys()].map(({ id, retryCount }) => ({ id, retryCount: retryCount ?? 0 }))
  if (jobs.length > 0) boss.touch(queue, jobs).catch(onError)
}

interface JobRun {
  job: Job<JobData>
  /** The row's previous run. */
  after: Promise<void> | undefined
  stepAside: () => void
  done: (id: string) => void
  isOver: () => boolean
}

async function runJob(
  { boss, queue, handler, onError }: WorkerOptions,
  { job, after, stepAside, done, isOver }: JobRun,
): Promise<void> {
  await after
  try {
    await handler({ data: job.data, stepAside })
    done(job.id)
  } catch (error) {
    onError(error)
    // Reported as soon as the database is back, so that the job is retried then and not after its heartbeat expires.
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
