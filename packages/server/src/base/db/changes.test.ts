import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { announce, announceLater, type Change, openChangeFeed } from './changes.ts'
import { type Database, openDatabase } from './database.ts'
import { withFirm } from './firm-transaction.ts'
import { newId } from './ids.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const changeOf = (id: string): Change => ({ firmId: 1, entity: 'client', ids: [id] })

/** Announces on the database what the last announcement of a test follows, so that nothing can come after it. */
async function announceEnd(): Promise<string> {
  const id = newId()
  await withFirm(database, 1, (trx) => announce(trx, changeOf(id)))
  return id
}

async function hear(on: Database): Promise<{ ids: string[]; close: () => Promise<void> }> {
  const feed = await openChangeFeed(on)
  const ids: string[] = []
  feed.subscribe((change) => ids.push(...change.ids))
  return { ids, close: feed.close }
}

test('a process hears once what it announces itself', async () => {
  const { ids, close } = await hear(database)
  const told = Array.from({ length: 5 }, newId)
  for (const id of told) await withFirm(database, 1, (trx) => announceLater(trx, changeOf(id)))
  await vi.waitFor(() => expect(ids).toHaveLength(told.length), { timeout: 60_000 })
  // What goes to other processes has gone by then.
  await new Promise((resolve) => setTimeout(resolve, 500))
  const end = await announceEnd()
  await vi.waitFor(() => expect(ids).toContain(end), { timeout: 60_000 })
  expect(ids).toEqual([...told, end])
  await close()
})

test.each([
  ['with the commit', announce],
  ['shortly after it', announceLater],
])('every row of a change of hundreds is heard of %s', async (_, tell) => {
  const { ids, close } = await hear(database)
  const told = Array.from({ length: 400 }, newId)
  await withFirm(database, 1, (trx) => tell(trx, { firmId: 1, entity: 'client', ids: told }))
  const end = await announceEnd()
  await vi.waitFor(() => expect(ids).toEqual(expect.arrayContaining([...told, end])), { timeout: 60_000 })
  expect(ids).toHaveLength(told.length + 1)
  await close()
})

test('nothing is heard of what is rolled back', async () => {
  const { ids, close } = await hear(database)
  const failing = withFirm(database, 1, async (trx) => {
    await announceLater(trx, changeOf(newId()))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const end = await announceEnd()
  await vi.waitFor(() => expect(ids).toContain(end), { timeout: 60_000 })
  expect(ids).toEqual([end])
  await close()
})

test('other processes hear it as well', async ({ skip }) => {
  skip(database.kind !== 'postgres', 'no other process can use an embedded database')
  const other = await openDatabase({ url: database.url ?? '' })
  const { ids, close } = await hear(other)
  const told = Array.from({ length: 5 }, newId)
  for (const id of told) await withFirm(database, 1, (trx) => announceLater(trx, changeOf(id)))
  await vi.waitFor(() => expect(ids).toEqual(told), { timeout: 60_000 })
  await close()
  await other.close()
})
