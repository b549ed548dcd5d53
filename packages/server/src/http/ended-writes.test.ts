import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endedOnce } from '../testing/end-once.ts'
import { openInboxUndoApi } from '../testing/inbox-undo-api.ts'

/** What the database ends because it and another transaction waited for each other is made again, and counts once. */
let { api, inbox, undo } = {} as Awaited<ReturnType<typeof openInboxUndoApi>>

beforeAll(async () => {
  ;({ api, inbox, undo } = await openInboxUndoApi())
})
afterAll(() => api.close())

const eventsOf = async (id: string) => (await inbox.run(sql`select from system_events where entity_id = ${id}`)).length

test('an undo', async () => {
  const url = '/api/v1/client'
  const made = await api.call({ as: 'Docketing', method: 'POST', url, body: { name: 'Acme', number: 'E-1' } })
  const id = String(made.json().id)
  const renamed = await api.call({ as: 'Docketing', method: 'PUT', url: `${url}/${id}`, body: { name: 'Apex' } })
  const before = await eventsOf(id)
  const undone = await endedOnce(api.services.database, 'clients', () => undo(renamed.headers['x-undo-id']))
  expect(undone).toMatchObject({ status: 200, done: 1, refused: 0 })
  expect(await inbox.run(sql`select name from clients where id = ${id}::uuid`)).toEqual([{ name: 'Acme' }])
  expect((await eventsOf(id)) - before).toBe(1)
})
