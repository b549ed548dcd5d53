import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../base/db/database.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { openExclusive } from './exclusive.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** Work that reports its start and runs until `end` is called. */
function makeWork() {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  let isRunning = false
  const run = async () => {
    isRunning = true
    begun.resolve()
    await end.promise
    isRunning = false
  }
  return { run, begun: begun.promise, end: end.resolve, isRunning: () => isRunning }
}

test('work with the same key runs sequentially, other keys concurrently', async () => {
  const { exclusive, close } = openExclusive(database)
  const [first, second, other] = [makeWork(), makeWork(), makeWork()]
  const all = [exclusive('a', first.run), exclusive('a', second.run), exclusive('b', other.run)]
  await Promise.all([first.begun, other.begun])
  expect(second.isRunning()).toBe(false)
  first.end()
  await second.begun
  expect(first.isRunning()).toBe(false)
  second.end()
  other.end()
  await Promise.all(all)
  await close()
})

test('failing work lets the next with its key start, and its caller gets the error', async () => {
  const { exclusive, close } = openExclusive(database)
  const failing = exclusive('a', () => Promise.reject(new Error('broken')))
  const next = exclusive('a', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
  await close()
})

test('another process waits for the key, and continues when it is released', async () => {
  const here = openExclusive(database)
  // The embedded database belongs to one process, so there the same process asks again.
  const there = database.url ? openExclusive(database) : here
  const [first, second] = [makeWork(), makeWork()]
  const mine = here.exclusive('a', first.run)
  await first.begun
  const theirs = there.exclusive('a', second.run)
  await there.exclusive('b', async () => undefined)
  expect(second.isRunning()).toBe(false)
  first.end()
  await second.begun
  second.end()
  await Promise.all([mine, theirs])
  await Promise.all([here.close(), there.close()])
})

test('the process survives when the server ends connections, and a lock lost with one is known to be lost', async () => {
  const { exclusive, close } = openExclusive(database)
  const isLost = database.kind === 'postgres'
  const heldAfter = await exclusive('a', async (isHeld) => {
    expect(isHeld()).toBe(true)
    if (!isLost) return isHeld()
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.kysely)
    await expect.poll(isHeld).toBe(false)
    return isHeld()
  })
  expect(heldAfter).toBe(!isLost)
  expect(await exclusive('a', async () => 'done')).toBe('done')
  expect(await exclusive('b', async (isHeld) => isHeld())).toBe(true)
  await close()
})
