import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { openTestServices, type TestServices } from '../outbox/copies/test-filing.ts'
import { openStoreFolderTurns } from './store-folder-turns.ts'

let services: TestServices
const key = { firmId: 1, parentId: 'folders/ACTIVE!1', name: 'Motions' }
beforeEach(async () => {
  services = await openTestServices({})
})
afterEach(() => services.close())

/** What the database has of turns and awaited folders. */
const rowsKept = () =>
  withSystem(services.database, async (trx) => (await sql`select from store_folders`.execute(trx)).rows.length)

/** Each as if of a process of its own. */
const turns = () => openStoreFolderTurns(services)

test('a folder is made by one process at a time, whatever letters its name has, and another folder meanwhile', async () => {
  const events: string[] = []
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const first = turns().run(key, async () => {
    begin()
    await held
    events.push('first')
  })
  await begun
  const second = turns().run({ ...key, name: 'MOTIONS' }, async () => void events.push('second'))
  await turns().run({ ...key, name: 'Orders' }, async () => void events.push('other'))
  expect(events).toEqual(['other'])
  release()
  await Promise.all([first, second])
  expect(events).toEqual(['other', 'first', 'second'])
})

test('a turn ends with its work, also if that fails', async () => {
  await expect(
    turns().run(key, async () => {
      throw new Error('the DMS failed')
    }),
  ).rejects.toThrow('the DMS failed')
  expect(await turns().run(key, async () => 'made')).toBe('made')
  expect(await rowsKept()).toBe(0)
})

test('the turn of a process that was stopped ends by itself, and never ends another one’s', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const stopped = turns().run(key, async () => {
    begin()
    await held
  })
  await begun
  await withSystem(services.database, (trx) =>
    sql`update store_folders set kept_at = now() - interval '2 minutes'`.execute(trx),
  )
  const next = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const running = turns().run(key, async () => {
    isHeld.resolve()
    await next.promise
  })
  await isHeld.promise
  release()
  await stopped
  expect(await rowsKept()).toBe(1)
  next.resolve()
  await running
})

test('a turn whose end fails is logged with the cause, and what was made in it counts', async () => {
  const lines: object[] = []
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) })
  let isMade = false
  const database = new Proxy(services.database, {
    get: (...asked) => {
      if (isMade) throw new Error('the database is away')
      return Reflect.get(...asked)
    },
  })
  const made = await openStoreFolderTurns({ database, log }).run(key, async () => {
    isMade = true
    return 'made'
  })
  expect(made).toBe('made')
  expect(lines).toMatchObject([
    {
      msg: expect.stringContaining('could not be ended'),
      parentId: 'folders/ACTIVE!1',
      err: { message: 'the database is away' },
    },
  ])
})

test('an awaited folder is remembered for all processes until it is forgotten, and a day at most', async () => {
  await turns().awaited.keep(key, { folderId: '1' })
  await turns().awaited.keep({ ...key, name: 'motions' }, { folderId: '2' })
  expect(await turns().awaited.find(key)).toEqual({ folderId: '2' })
  expect(await turns().awaited.find({ ...key, parentId: 'folders/ACTIVE!2' })).toBeUndefined()
  await turns().awaited.forget(key)
  expect(await turns().awaited.find(key)).toBeUndefined()
  await turns().awaited.keep(key, { folderId: '3' })
  await withSystem(services.database, (trx) =>
    sql`update store_folders set kept_at = now() - interval '2 days'`.execute(trx),
  )
  await turns().run({ ...key, name: 'Orders' }, async () => undefined)
  expect(await rowsKept()).toBe(0)
})
