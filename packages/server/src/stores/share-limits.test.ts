import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Database } from '../base/db/database.ts'
import { openTestDatabase } from '../testing/database.ts'
import { startSharingLimits } from './share-limits.ts'

let database: Database
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

/** Starts a worker as far as limits are concerned, and returns among how many it shared them so far. */
function startOne(kind: Database['kind']) {
  const counts: number[] = []
  const stores = { shareAmong: (workers: number) => void counts.push(workers) }
  const stop = startSharingLimits({ database: { ...database, kind }, log: pino({ level: 'silent' }), stores })
  return { counts, stop }
}

test('a worker shares what a service takes with those that began before it', async () => {
  const first = startOne('postgres')
  await expect.poll(() => first.counts.at(-1)).toBe(1)
  const second = startOne('postgres')
  await expect.poll(() => second.counts.at(-1)).toBe(2)
  await first.stop()
  await second.stop()
})

test('the only process of the embedded database asks for no other', async () => {
  const only = startOne('pglite')
  await only.stop()
  expect(only.counts).toEqual([])
})
