import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openReusedDatabase } from '../../testing/database.ts'
import { longTest } from '../../testing/in-long-run.ts'
import { openChangeFeed } from './changes.ts'
import type { Database } from './database.ts'
import { withFirm } from './firm-transaction.ts'
import { newId } from './ids.ts'
import type { ClaimedJob } from './job.ts'
import { type JobQueue, startJobs } from './jobs.ts'

let database: Database
let jobs: JobQueue
let stop: () => Promise<void>
let errors: unknown[]

beforeEach(async () => {
  database = await openReusedDatabase()
  await start()
})
afterEach(async () => {
  await stop()
  await database.close()
  expect(errors).toEqual([])
})

async function start(): Promise<void> {
  errors = []
  const feed = await openChangeFeed(database)
  jobs = await startJobs(database, { feed, onError: (error) => errors.push(error), isAlone: true })
  stop = async () => {
    await jobs.stop()
    await feed.close()
  }
}

async function enqueue(options?: { afterMs: number }): Promise<string> {
  const id = newId()
  await withFirm(database, 1, (trx) => jobs.enqueue(trx, 'delivery', [{ firmId: 1, id }], options))
  return id
}

async function stateOf(id: string) {
  const { rows } = await sql<{ state: string; tries: number; waitMs: number }>`
    select state, retry_count as tries, (extract(epoch from start_after - now()) * 1000)::float as "waitMs"
    from pgboss.job where data ->> 'id' = ${id}`.execute(database.kysely)
  return rows[0]
}

/** Makes a job look as if it was written while the clock was ahead by `hours`, before it was corrected. */
async function writtenAhead(id: string, hours: number): Promise<void> {
  await sql`update pgboss.job set created_on = created_on + ${hours} * interval '1 hour', start_after = start_after + ${hours} * interval '1 hour'
    where data ->> 'id' = ${id}`.execute(database.kysely)
}

test("a delayed job waits by the database's clock, not by this process's", async () => {
  const real = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => real() + (database.pglite ? 0 : 5 * 3_600_000))
  const id = await enqueue({ afterMs: 60_000 })
  vi.restoreAllMocks()
  const { state, waitMs = 0 } = (await stateOf(id)) ?? {}
  expect(state).toBe('created')
  expect(waitMs).toBeGreaterThan(30_000)
  expect(waitMs).toBeLessThanOrEqual(60_000)
})

test('jobs delayed while the clock was ahead do not wait until that time is reached', async () => {
  const [soon, later] = [await enqueue({ afterMs: 100 }), await enqueue({ afterMs: 3_000_000 })]
  for (const id of [soon, later]) await writtenAhead(id, 5)
  await stop()
  await start()
  const done: string[] = []
  jobs.work('delivery', async ({ data }) => void done.push(data.id), { concurrency: 2 })
  await vi.waitFor(() => expect(done).toEqual([soon]), { timeout: 30_000 })
  const { waitMs = 0 } = (await stateOf(later)) ?? {}
  expect(waitMs).toBeGreaterThan(2_000_000)
  expect(waitMs).toBeLessThanOrEqual(3_000_000)
})

longTest('no row is processed twice at the same time when the clock jumps ahead', async () => {
  const id = await enqueue()
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  onTestFinished(() => release())
  const running: number[] = []
  const work = async () => {
    running.push(1 + (running.at(-1) ?? 0))
    await released
    running.push((running.at(-1) ?? 0) - 1)
  }
  jobs.work('delivery', work, { concurrency: 4 })
  await vi.waitFor(() => expect(running).toEqual([1]), { timeout: 30_000 })
  await sql`update pgboss.job set started_on = started_on - interval '3 hours' where state = 'active'`.execute(
    database.kysely,
  )
  // The queue considers the worker dead, and hands out the job again, which otherwise waits for a while.
  const handedOut = async () => {
    await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(database.kysely)
    expect(await stateOf(id)).toMatchObject({ state: 'active', tries: 1 })
  }
  await vi.waitFor(handedOut, { timeout: 60_000 })
  release()
  await vi.waitFor(() => expect(running).toEqual([1, 0, 1, 0]), { timeout: 30_000 })
})

test('a job taken while the queue is stopping is done before it has stopped', async () => {
  const done: string[] = []
  let hasStopped: Promise<void> | undefined
  const id = newId()
  await withFirm(database, 1, async (trx) => {
    await jobs.enqueue(trx, 'delivery', [{ firmId: 1, id }])
    // Any query for jobs now waits for this transaction.
    if (!database.pglite) await sql`set local role none; lock table pgboss.job in access exclusive mode`.execute(trx)
    jobs.work(
      'delivery',
      async (job) => {
        await setTimeout(100)
        done.push(job.data.id)
      },
      { concurrency: 2 },
    )
    // Long enough for the first query; on a slow machine the test passes without having tested it.
    await setTimeout(200)
    hasStopped = jobs.stop()
  })
  await hasStopped
  const { state } = (await stateOf(id)) ?? {}
  expect(state).toBe(done.includes(id) ? 'completed' : 'created')
})

test("a firm's jobs take no more than its slots, and those of others behind them are taken at once", async () => {
  const flood = Array.from({ length: 3000 }, () => ({ firmId: 1, id: newId() }))
  const others = Array.from({ length: 20 }, () => ({ firmId: 2, id: newId() }))
  for (const all of [flood, others])
    await withFirm(database, all[0]?.firmId ?? 0, (trx) => jobs.enqueue(trx, 'delivery', all))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const begun: number[] = []
  const work = async ({ data: { firmId } }: { data: { firmId: number } }) => {
    begun.push(firmId)
    if (firmId === 1) await released
  }
  jobs.work('delivery', work, { concurrency: 5, mostOfFirm: 3 })
  try {
    await vi.waitFor(() => expect(begun.filter((firmId) => firmId === 2)).toHaveLength(20), { timeout: 30_000 })
    expect(begun.filter((firmId) => firmId === 1)).toHaveLength(3)
  } finally {
    // Stopping waits for what is running.
    release()
  }
})

test("a queue that is taken in order doesn't accept a limit for each firm, which it couldn't keep", () => {
  const limited = () => jobs.work('webhook', async () => {}, { concurrency: 5, mostOfFirm: 3 })
  expect(limited).toThrow("The queue webhook isn't taken by firm.")
})

test('jobs that wait for something slow give their slots to others, as many as there are slots', async () => {
  const slow = Array.from({ length: 30 }, () => ({ firmId: 1, id: newId() }))
  const others = Array.from({ length: 20 }, () => ({ firmId: 1, id: newId() }))
  const isSlow = new Set(slow.map(({ id }) => id))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const slowBegun: string[] = []
  const done: string[] = []
  const work = async ({ data: { id }, stepAside }: ClaimedJob) => {
    if (!isSlow.has(id)) return void done.push(id)
    slowBegun.push(id)
    stepAside?.()
    await released
  }
  await withFirm(database, 1, (trx) => jobs.enqueue(trx, 'delivery', slow.slice(0, 3)))
  jobs.work('delivery', work, { concurrency: 4, mostOfFirm: 3 })
  try {
    await vi.waitFor(() => expect(slowBegun).toHaveLength(3), { timeout: 30_000 })
    await withFirm(database, 1, (trx) => jobs.enqueue(trx, 'delivery', others))
    await vi.waitFor(() => expect(done).toHaveLength(20), { timeout: 30_000 })
    await withFirm(database, 1, (trx) => jobs.enqueue(trx, 'delivery', slow.slice(3)))
    // Four aside, and three in the firm's slots.
    await vi.waitFor(() => expect(slowBegun).toHaveLength(7), { timeout: 30_000 })
  } finally {
    release()
  }
  await vi.waitFor(() => expect(slowBegun).toHaveLength(30), { timeout: 30_000 })
})

test('with nothing else to do, a firm still gets only its slots, and all its jobs are done', async () => {
  const all = Array.from({ length: 60 }, () => ({ firmId: 1, id: newId() }))
  await withFirm(database, 1, (trx) => jobs.enqueue(trx, 'delivery', all))
  const done = new Set<string>()
  let running = 0
  let most = 0
  const work = async ({ data }: { data: { id: string } }) => {
    most = Math.max(most, ++running)
    await setTimeout(1)
    running--
    done.add(data.id)
  }
  jobs.work('delivery', work, { concurrency: 8, mostOfFirm: 3 })
  await vi.waitFor(() => expect(done.size).toBe(60), { timeout: 30_000 })
  expect(most).toBe(3)
})

test('processes that start on one database at the same time all start', async () => {
  // Other processes can't use an embedded database.
  const count = database.pglite ? 1 : 5
  const feed = await openChangeFeed(database)
  const options = { feed, onError: (error: unknown) => errors.push(error), isAlone: false }
  // Several of ten attempts used to fail.
  for (let moment = 0; moment < 10; moment++) {
    const started = await Promise.allSettled(Array.from({ length: count }, () => startJobs(database, options)))
    for (const each of started) if (each.status === 'fulfilled') await each.value.stop()
    expect(started.map(({ status }) => status)).toEqual(started.map(() => 'fulfilled'))
  }
  await feed.close()
})

test('a queue that fails to start leaves nothing running', async () => {
  // What looks for due jobs every second would look for the table meanwhile.
  await jobs.stop()
  const ended = vi.spyOn(PgBoss.prototype, 'stop')
  await sql`alter table pgboss.job_common rename to mislaid`.execute(database.kysely)
  const feed = await openChangeFeed(database)
  await expect(startJobs(database, { feed, onError: () => undefined, isAlone: false })).rejects.toThrow('job_common')
  expect(ended).toHaveBeenCalledOnce()
  await sql`alter table pgboss.mislaid rename to job_common`.execute(database.kysely)
  await feed.close()
})
