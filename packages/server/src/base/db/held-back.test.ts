import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openReusedDatabase } from '../../testing/database.ts'
import { longTest } from '../../testing/in-long-run.ts'
import { type ChangeFeed, openChangeFeed } from './changes.ts'
import type { Database } from './database.ts'
import { withFirm } from './firm-transaction.ts'
import { newId } from './ids.ts'
import type { QueueName } from './job.ts'
import { type JobQueue, startJobs } from './jobs.ts'

let database: Database
let feed: ChangeFeed
let jobs: JobQueue
let release: () => void
const errors: unknown[] = []

beforeEach(async () => {
  database = await openReusedDatabase()
  feed = await openChangeFeed(database)
  jobs = await startJobs(database, { feed, onError: (error) => errors.push(error), isAlone: true })
  release = () => undefined
})
afterEach(async () => {
  release()
  await jobs.stop()
  await feed.close()
  await database.close()
  expect(errors).toEqual([])
})

function enqueue(queue: QueueName): Promise<void> {
  return withFirm(database, 1, (trx) => jobs.enqueue(trx, queue, [{ firmId: 1, id: newId() }]))
}

/** Begins a delivery that lasts until it is released, and queues a text, which comes after it. */
async function beginLongDelivery() {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  release = resolve
  const done: string[] = []
  const deliver = async () => {
    done.push('delivery')
    await released
  }
  jobs.work('delivery', deliver, { concurrency: 2 })
  await enqueue('delivery')
  await vi.waitFor(() => expect(done).toEqual(['delivery']), { timeout: 30_000 })
  // Not before: a look at the queue that was begun earlier may take what comes in while it is under way.
  jobs.work('text', async () => void done.push('text'), { concurrency: 1, after: ['notice', 'delivery'] })
  await enqueue('text')
  await setTimeout(1_000)
  expect(done).toEqual(['delivery'])
  return done
}

test('a queue that comes after others begins nothing while one of them is at work', async () => {
  const done = await beginLongDelivery()
  release()
  await vi.waitFor(() => expect(done).toEqual(['delivery', 'text']), { timeout: 30_000 })
})

longTest(
  'a queue that comes after others begins something after a minute, if they are at work all the time',
  async () => {
    const done = await beginLongDelivery()
    const { now } = performance
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 60_000)
    try {
      await vi.waitFor(() => expect(done).toEqual(['delivery', 'text']), { timeout: 30_000 })
    } finally {
      later.mockRestore()
    }
  },
)
