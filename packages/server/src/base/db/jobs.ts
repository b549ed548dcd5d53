import { sql } from 'kysely'
import { fromPglite, PgBoss } from 'pg-boss'
import type { ChangeFeed } from './changes.ts'
import { bringForward, watchClock } from './clock-set-back.ts'
import type { Database, Trx } from './database.ts'
import { pollForDue } from './due-jobs.ts'
import { type ClaimedJob, type JobData, type QueueName, queueNames } from './job.ts'
import { makeEnqueue } from './job-insert.ts'
import { heartbeatSeconds, type QueueWorker, startQueueWorker } from './queue-worker.ts'

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
  const workers: QueueWorker[] = []
  const stopPolling = pollForDue(database, workers, options.onError)
  const enqueue = makeEnqueue(boss)
  let isStopped = false
  const started: JobQueue = {
    enqueue: async (trx, queue, jobs, when) => {
      if (jobs.length > 0) await enqueue(trx, { queue, jobs, afterMs: when?.afterMs })
    },
    work: (queue, handler, { concurrency }) =>
      workers.push(startQueueWorker({ boss, queue, handler, concurrency, ...options })),
    knownIds: (queue) => knownIds(database, queue),
    stop: async () => {
      if (isStopped) return
      isStopped = true
      stopWatching()
      await stopPolling()
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
  const connections = { Client: database.server?.Client, max: 4 }
  return new PgBoss({ ...shared, ...connections, connectionString: database.url, backend: 'postgres' })
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
