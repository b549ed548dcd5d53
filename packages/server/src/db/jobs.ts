import { sql } from 'kysely'
import { fromPglite, type Job, PgBoss } from 'pg-boss'
import type { ChangeFeed } from './changes.ts'
import { bringForward, watchClock } from './clock-set-back.ts'
import type { Database, Trx } from './database.ts'
import { makeCompleter } from './job-completer.ts'
import { makeEnqueue } from './job-insert.ts'

export const queueNames = ['notice', 'delivery', 'digest', 'copy', 'export', 'import', 'webhook'] as const
export type QueueName = (typeof queueNames)[number]

/** What every job carries: whose, and the row it is about. */
export interface JobData {
  firmId: number
  id: string
}

/**
 * A job that is being worked on. What came of it is in the row it is about; the queue is told afterwards, for many
 * jobs at once. A crash between the two brings the job back, and the row says that there is nothing to do.
 */
export interface ClaimedJob {
  data: JobData
}

export interface JobQueue {
  /**
   * Queues work inside the business transaction; it starts within milliseconds of the commit, or `afterMs` later by the
   * database's clock, which may differ from this process's.
   */
  enqueue: (trx: Trx, queue: QueueName, jobs: readonly JobData[], options?: { afterMs?: number }) => Promise<void>
  /** Works on a queue. A job whose handler throws comes back. */
  work: (queue: QueueName, handler: (job: ClaimedJob) => Promise<void>, options: { concurrency: number }) => void
  /** Ids of the rows that have a job waiting or running in a queue. */
  knownIds: (queue: QueueName) => Promise<ReadonlySet<string>>
  /** Lets running handlers end and stops; calling it again does nothing. */
  stop: () => Promise<void>
}

export interface JobQueueOptions {
  feed: ChangeFeed
  onError: (error: unknown) => void
  /** True when no other process works on this database, so that a job still marked active is a crash's. */
  isAlone: boolean
}

/** Longest time a job may take; a crashed worker's job comes back by the heartbeat long before. */
const expireInSeconds = 3600
const heartbeatSeconds = 10
const pollMs = 500
/** What happens within this time is one question to the database. */
const coalesceMs = 4
/** A hand that becomes free while work is waiting looks for it together with the next ones. */
const backlogMs = 12
/** Under load a queue is not asked more often than this: fewer questions bring more jobs each. */
const gapMs = 30

/** Starts the job queue on the database; its tables are made or updated. */
export async function startJobs(database: Database, options: JobQueueOptions): Promise<JobQueue> {
  const boss = makeBoss(database)
  boss.on('error', options.onError)
  await boss.start()
  try {
    await prepareQueues(database, boss)
    if (options.isAlone) await reviveJobs(database)
    await bringForward(database)
  } catch (error) {
    // Its timers would keep a process alive that says that it could not start.
    await stopBoss(database, boss)
    throw error
  }
  const stopWatching = watchClock(database, options.onError)
  const workers: Worker[] = []
  const enqueue = makeEnqueue(boss)
  let isStopped = false
  const started: JobQueue = {
    enqueue: async (trx, queue, jobs, when) => {
      if (jobs.length > 0) await enqueue(trx, { queue, jobs, afterMs: when?.afterMs })
    },
    work: (queue, handler, { concurrency }) =>
      workers.push(startWorker({ boss, queue, handler, concurrency, ...options })),
    knownIds: (queue) => knownIds(database, queue),
    stop: async () => {
      if (isStopped) return
      isStopped = true
      stopWatching()
      await Promise.all(workers.map((worker) => worker.stop()))
      await stopBoss(database, boss)
    },
  }
  queues.set(database.kysely, started)
  return started
}

const queues = new WeakMap<Database['kysely'], JobQueue>()

/**
 * The queue that was started on a database, for work that follows from a transaction whoever began it; undefined when
 * none was, and then the sweep of a worker finds what is left undone.
 */
export function findJobs(database: Database): JobQueue | undefined {
  return queues.get(database.kysely)
}

function makeBoss(database: Database): PgBoss {
  const shared = {
    schema: 'pgboss',
    schedule: false,
    supervise: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  }
  if (database.pglite) return new PgBoss({ ...shared, db: fromPglite(database.pglite), backend: 'pglite' })
  return new PgBoss({ ...shared, connectionString: database.url, backend: 'postgres', max: 4 })
}

function stopBoss(database: Database, boss: PgBoss): Promise<void> {
  return boss.stop({ close: database.kind === 'postgres', graceful: false })
}

async function prepareQueues(database: Database, boss: PgBoss): Promise<void> {
  const settings = { retryLimit: 100, retryDelay: 5, expireInSeconds, heartbeatSeconds, deleteAfterSeconds: 3600 }
  for (const name of queueNames) {
    await boss.createQueue(name, settings)
    // Fills the queue cache. Cold, `send` inside a transaction asks for the queue on a second connection,
    // and the embedded database has one: it would wait for itself.
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
  }
  await database.kysely.transaction().execute(grantQueues)
}

/** Any number would do, as long as every Courtcrier uses the same. */
const advisoryLock = 7_620_195

/** One process after the other: of two that grant at the same moment PostgreSQL refuses one. */
async function grantQueues(trx: Trx): Promise<void> {
  const roles = sql`courtcrier_app, courtcrier_system`
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(trx)
  await sql`grant usage on schema pgboss to ${roles}`.execute(trx)
  await sql`grant insert, select (id, start_after) on pgboss.job_common to ${roles}`.execute(trx)
  await sql`grant select on pgboss.queue to ${roles}`.execute(trx)
}

/** After a crash the jobs that were being worked on start again at once instead of after their heartbeat. */
async function reviveJobs(database: Database): Promise<void> {
  await sql`update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null where state = 'active'`.execute(
    database.kysely,
  )
}

async function knownIds(database: Database, queue: QueueName): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select data ->> 'id' as id from pgboss.job where name = ${queue} and state in ('created', 'retry', 'active')`.execute(
    database.kysely,
  )
  return new Set(rows.map(({ id }) => id))
}

interface Worker {
  stop: () => Promise<void>
}

interface WorkerOptions extends JobQueueOptions {
  boss: PgBoss
  queue: QueueName
  handler: (job: ClaimedJob) => Promise<void>
  concurrency: number
}

/**
 * Takes as many jobs as there are free hands, whenever work is announced, a hand becomes free, or half a
 * second has passed. pg-boss's own worker takes the next batch only when the slowest of the last is done,
 * and one slow court would hold up all others.
 */
function startWorker({ boss, queue, handler, concurrency, feed, onError }: WorkerOptions): Worker {
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
    if (isWanted && !isStopped) wake()
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
    timer ??= setTimeout(look, Math.max(hasBacklog ? backlogMs : coalesceMs, fetchedAt + gapMs - performance.now()))
  }
  const completer = makeCompleter(boss, queue, onError)
  const start = (job: Job<JobData>) => {
    const { id } = job.data
    const run = async () => {
      await runs.get(id)
      await runJob(boss, queue, { job, handler, onError, done: completer.done })
    }
    const done = run().finally(() => {
      running.delete(job)
      if (runs.get(id) === done) runs.delete(id)
      if (hasBacklog && !isStopped) wake()
    })
    runs.set(id, done)
    running.set(job, done)
  }
  const unsubscribe = feed.subscribe((change) => change.entity === `job:${queue}` && wake())
  const poll = setInterval(wake, pollMs)
  const beat = setInterval(
    () => {
      const jobs = [...running.keys()].map(({ id, retryCount }) => ({ id, retryCount: retryCount ?? 0 }))
      if (jobs.length > 0) boss.touch(queue, jobs).catch(onError)
    },
    (heartbeatSeconds * 1000) / 3,
  )
  wake()

  return {
    stop: async () => {
      isStopped = true
      unsubscribe()
      clearInterval(poll)
      clearTimeout(timer)
      await taking?.catch(onError)
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
  }: {
    job: Job<JobData>
    handler: WorkerOptions['handler']
    onError: (error: unknown) => void
    done: (id: string) => void
  },
): Promise<void> {
  try {
    await handler({ data: job.data })
    done(job.id)
  } catch (error) {
    onError(error)
    await boss.fail(queue, job.id).catch(onError)
  }
}
