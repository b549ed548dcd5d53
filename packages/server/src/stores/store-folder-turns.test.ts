import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert, openTestServices, type TestServices } from '../outbox/copies/test-filing.ts'
import { openStoreFolderTurns } from './store-folder-turns.ts'

let services: TestServices
let key: { firmId: number; credentialId: string; parentId: string; name: string }
beforeEach(async () => {
  services = await openTestServices({})
  key = { firmId: 1, credentialId: newId(), parentId: 'folders/ACTIVE!1', name: 'Motions' }
  await withSystem(services.database, (trx) =>
    insert(trx, 'credentials', { firm_id: 1, id: key.credentialId, name: 'Our DMS', kind: 'imanage_cloud_credential' }),
  )
})
afterEach(() => services.close())

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
  const { rows } = await withSystem(services.database, (trx) => sql`select from store_uploads`.execute(trx))
  expect(rows).toEqual([])
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
    sql`update store_uploads set kept_at = now() - interval '2 minutes'`.execute(trx),
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
  const { rows } = await withSystem(services.database, (trx) => sql`select from store_uploads`.execute(trx))
  expect(rows).toHaveLength(1)
  next.resolve()
  await running
})
