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

const verbs = [
  ['archive', {}],
  ['notes', { text: 'Ask the clerk.' }],
] as const

test.each(verbs)('an action on a notice: %s', async (path, body) => {
  const id = await inbox.makeItem('Succeeded')
  const before = await eventsOf(id)
  const table = path === 'notes' ? 'inbox_notes' : 'inbox_items'
  const answer = await endedOnce(api.services.database, table, () => inbox.send(`${id}/${path}`, body))
  expect(answer.status, answer.text).toBeLessThan(300)
  expect((await eventsOf(id)) - before).toBe(1)
})

test('an action on several notices', async () => {
  const ids = [await inbox.makeItem('Succeeded'), await inbox.makeItem('Succeeded')]
  const body = { ids, action: 'archive' }
  const answer = await endedOnce(api.services.database, 'inbox_items', () => inbox.send('bulk', body))
  expect(answer.json()).toMatchObject({ outcomes: [{ isDone: true }, { isDone: true }] })
  expect(await inbox.run(sql`select from inbox_items where hidden and id = any(${ids}::uuid[])`)).toHaveLength(2)
})

test('an import, which counts, shows and refuses each row once', async () => {
  const headers = { 'content-type': 'text/csv' }
  const body = ['name,number', 'Bell Freight,E-2', ',E-3', 'Corbin Glass,E-4'].join('\r\n')
  await inbox.run(sql`update firms set import_warning_threshold = 5`)
  const url = '/api/v1/client/import?mode=commit'
  const answer = await endedOnce(api.services.database, 'clients', () =>
    api.call({ as: 'Docketing', method: 'POST', url, headers, body }),
  )
  const { id, ...result } = answer.json()
  expect(result).toMatchObject({ status: 'committed_with_warnings', counts: { rows: 3, new: 2, error: 1 } })
  const rejected = await api.call({ as: 'Docketing', url: `/api/v1/import_run/${id}/rejected` })
  expect(rejected.text.match(/E-3/g)).toHaveLength(1)
  const shown = await inbox.run(sql`select title from import_rows where import_run_id = ${id}::uuid order by place`)
  expect(shown).toEqual([{ title: 'Bell Freight' }, { title: 'Corbin Glass' }])
  const known = await inbox.run(sql`select name from clients where number like 'E-%' and name <> 'Acme' order by name`)
  expect(known).toEqual([{ name: 'Bell Freight' }, { name: 'Corbin Glass' }])
  expect(await eventsOf(String(id))).toBe(1)
})
