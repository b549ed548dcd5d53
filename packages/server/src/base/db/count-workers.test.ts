import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { startCountingWorkers, type WorkerCount } from './count-workers.ts'
import type { Database } from './database.ts'

let database: Database
const started: WorkerCount[] = []
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  for (const { stop } of started.splice(0)) await stop()
  await database.close()
})

/** Starts one as if in a process of its own, and returns what it knows. */
function startOne() {
  const known: { workers?: number } = {}
  const worker = startCountingWorkers(database, {
    onCount: (workers) => {
      known.workers = workers
    },
    onError: (error) => {
      throw error
    },
  })
  started.push(worker)
  return { ...worker, known }
}

test('workers know how many they are, also when one ends', async () => {
  const first = startOne()
  await first.count()
  expect(first.known.workers).toBe(1)
  const second = startOne()
  await second.count()
  expect(second.known.workers).toBe(2)
  await first.count()
  expect(first.known.workers).toBe(2)
  await second.stop()
  await first.count()
  expect(first.known.workers).toBe(1)
})

test('a worker that was killed no longer counts after a while', async () => {
  const killed = startOne()
  await killed.count()
  await sql`update courtcrier_meta.workers set seen_at = now() - interval '1 minute'`.execute(database.kysely)
  const next = startOne()
  await next.count()
  expect(next.known.workers).toBe(1)
})

test('while the database takes no writes, there are as many workers as before', async () => {
  const first = startOne()
  const second = startOne()
  await second.count()
  await first.count()
  database.writes.begin('it is read-only')
  await sql`delete from courtcrier_meta.workers`.execute(database.kysely)
  await first.count()
  expect(first.known.workers).toBe(2)
  database.writes.end()
})
