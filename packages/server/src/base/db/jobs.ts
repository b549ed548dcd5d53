import { CompiledQuery, sql } from 'kysely'
import { type ConnectionOptions, fromPglite, PgBoss } from 'pg-boss'
import { announceLater, type ChangeFeed } from './changes.ts'
import { bringForward, watchClock } from './clock-set-back.ts'
import type { Database, Trx } from './database.ts'
import { type ClaimedJob, isTakenByFirm, type JobData, type QueueName, queueNames } from './job.ts'
import { pollForDue } from './poll-for-due.ts'
import { heartbeatSeconds, type QueueWorker, startQueueWorker } from './queue-worker.ts'
import { groupOf } from './take-jobs.ts'
import { together } from './together.ts'

export interface JobQueue {
  /**
   * Queues work inside the business transaction; it starts within milliseconds of the commit, or `afterMs` later by the
   * database's clock, which may differ from this process's.
   */
  enqueue: (trx: Trx, queue: QueueName, jobs: readonly JobData[], options?: { afterMs?: number }) => Promise<void>
  /** Processes a queue. A job whose handler throws is retried. Throws for a firm's limit that the queue can't keep. */
  work: (queue: QueueName, handler: (job: ClaimedJob) => Promise<void>, options: WorkOptions) => void
  /** IDs of the rows that have a job waiting or running in a queue. */
  knownIds: (queue: QueueName) => Promise<ReadonlySet<string>>
  /** Waits for running handlers and stops; calling it again does nothing. */
  stop: () => Promise<void>
}

export interface WorkOptions {
  /** How many jobs are processed at the same time. */
  concurrency: number
  /**
   * How many of them may be of one firm, for a queue that is taken by firm; the rest of a firm's jobs wait while those
   * behind them are taken.
   */
  mostOfFirm?: number | undefined
  /**
   * In milliseconds: the least time between two queries of a queue with a backlog while most slots are taken, if each
   * should return more jobs.
   */
  takeEveryMs?: number | undefined
  /** Queues of this process whose work comes first: while they are at it, one job a minute is begun. */
  after?: readonly QueueName[]
}

export interface JobQueueOptions {
  feed: ChangeFeed
  onError: (error: unknown) => void
  /** True if no other process uses this database, so that a job still marked active was interrupted by a crash. */
  isAlone: boolean
}

/** Longest time a job may take; a crashed worker's job is retried much sooner, when its heartbeat expires. */
const expireInSeconds = 3600

/** Starts the job queue on the database, creating or updating its tables. */
export async function startJobs(database: Database, options: JobQueueOptions): Promise<JobQueue> {
  const boss = makeBoss(database)
  boss.on('error', options.onError)
  await boss.start()
  try {
    await prepareQueues(database, boss)
    if (options.isAlone) await reviveJobs(database)
    await bringForward(database)
  } catch (error) {
    // Its timers would keep alive a process that failed to start.
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
    work: (queue, handler, { after = [], ...work }) => {
      if (work.mostOfFirm && !isTakenByFirm(queue)) throw new Error(`The queue ${queue} isn't taken by firm.`)
      const isHeldBack = holdBack(() => workers.some((worker) => after.includes(worker.queue) && worker.isAtWork()))
      workers.push(startQueueWorker({ boss, queue, handler, ...work, isHeldBack, ...options }))
    },
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

/** In milliseconds: what comes after work that never pauses isn't held back longer. */
const mostHeldMs = 60_000

/** Returns whether to hold back a queue now; each time it was held back for long, it may begin once. */
function holdBack(areOthersAtWork: () => boolean): () => boolean {
  let since: number | undefined
  return () => {
    const now = performance.now()
    if (areOthersAtWork() && now - (since ?? now) < mostHeldMs) {
      since ??= now
      return true
    }
    since = undefined
    return false
  }
}

const queues = new WeakMap<Database['kysely'], JobQueue>()

/**
 * The queue started on a database, for work that follows from any transaction. Undefined if none was started; then a
 * worker's sweep finds what is left undone.
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

/** Creates the queues that aren't there. */
async function prepareQueues(database: Database, boss: PgBoss): Promise<void> {
  const settings = { retryLimit: 100, retryDelay: 5, expireInSeconds, heartbeatSeconds, deleteAfterSeconds: 3600 }
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const name of queueNames) {
    if (known.has(name)) continue
    await boss.createQueue(name, settings)
    // Fills the queue cache, which those that were there are in since the start. What isn't in it, `send` looks up on a
    // second connection, even in a transaction, and the embedded database has only one: it would wait for itself.
    await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
  }
  await database.kysely.transaction().execute(grantQueues)
}

/** Any number would do, as long as every Courtcrier uses the same. */
const advisoryLock = 7_620_195

const appRoles = ['courtcrier_app', 'courtcrier_system']

/** What transactions need to queue work and to see what waits: the kind of object, its name, the privilege, its columns. */
const privileges = [
  { of: 'schema', name: 'pgboss', privilege: 'usage' },
  { of: 'table', name: 'pgboss.job_common', privilege: 'insert' },
  { of: 'table', name: 'pgboss.job_common', privilege: 'select', columns: ['id', 'start_after'] },
  { of: 'table', name: 'pgboss.queue', privilege: 'select' },
] as const

/** One process at a time: PostgreSQL refuses one of two concurrent grants. */
async function grantQueues(trx: Trx): Promise<void> {
  if (await areGranted(trx)) return
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(trx)
  for (const { of, name, privilege, ...more } of privileges) {
    const columns = 'columns' in more ? ` (${more.columns.join(', ')})` : ''
    await sql.raw(`grant ${privilege}${columns} on ${of} ${name} to ${appRoles.join(', ')}`).execute(trx)
  }
}

/** Granting again would have every connection read again what it knows about these tables. */
async function areGranted(trx: Trx): Promise<boolean> {
  const each = privileges.flatMap(({ of, name, privilege, ...more }) =>
    'columns' in more
      ? more.columns.map((column) => `has_column_privilege(role, '${name}', '${column}', '${privilege}')`)
      : [`has_${of}_privilege(role, '${name}', '${privilege}')`],
  )
  const { rows } = await sql<{ areGranted: boolean }>`
    select bool_and(${sql.raw(each.join(' and '))}) as "areGranted"
    from unnest(${sql.val(appRoles)}::text[]) as role`.execute(trx)
  return rows[0]?.areGranted === true
}

/** After a crash, jobs that were running restart at once instead of when their heartbeat expires. */
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

interface NewJobs {
  queue: QueueName
  jobs: readonly JobData[]
  afterMs?: number | undefined
}

/** Queues work inside a transaction, and announces it if it may start at once. */
function makeEnqueue(boss: PgBoss): (trx: Trx, jobs: NewJobs) => Promise<undefined> {
  return together(async (trx: Trx, all: readonly NewJobs[]) => {
    for (const [queue, group] of Map.groupBy(all, (entry) => entry.queue)) {
      await boss.insert(queue, group.flatMap(rowsOf), { db: dbOf(trx) })
      if (group.some(({ afterMs }) => afterMs === undefined))
        await announceLater(trx, { firmId: 0, entity: `job:${queue}`, ids: [] })
    }
    return all.map(() => undefined)
  })
}

function rowsOf({ queue, jobs, afterMs }: NewJobs) {
  return jobs.map((data) => ({
    data,
    ...(isTakenByFirm(queue) ? { group: { id: groupOf(data.firmId) } } : {}),
    // An interval, which pg-boss adds to the database's time.
    ...(afterMs === undefined ? {} : { startAfter: `${afterMs} milliseconds` }),
  }))
}

/** Makes pg-boss write in the given transaction. */
function dbOf(trx: Trx): NonNullable<ConnectionOptions['db']> {
  return {
    executeSql: async (text, values = []) => {
      const { rows } = await trx.executeQuery(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}
