import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { isOnServer } from '../testing/database.ts'
import { resourceRoutes } from './resources.ts'
import { undoRoutes } from './undo.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({
    register: (scope, services) => {
      resourceRoutes(scope, services)
      undoRoutes(scope, services)
    },
  })
})
afterAll(() => api.close())

async function make(number: string): Promise<string> {
  const body = { name: `Client ${number}`, number }
  const answer = await api.call({ as: 'Docketing', method: 'POST', url: '/api/v1/client', body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function list(cursor: string, entity = 'client', max = 3) {
  const url = `/api/v1/${entity}/search?max=${max}&cursor=${encodeURIComponent(cursor)}`
  const answer = await api.call({ as: 'Administrator', url })
  expect(answer.status, answer.text).toBe(200)
  const rows = Object.values(answer.json())[0] as AnyRow[]
  return { rows, cursor: String(answer.headers['x-next-cursor'] ?? cursor) }
}

/** Follows the cursor until no more rows come. */
async function follow(from: string): Promise<{ rows: AnyRow[]; cursor: string }> {
  const rows: AnyRow[] = []
  for (let cursor = from; ; ) {
    const page = await list(cursor)
    rows.push(...page.rows)
    cursor = page.cursor
    if (page.rows.length < 3) return { rows, cursor }
  }
}

test('every record is listed once by its last change, and again only after it changes', async () => {
  const ids: string[] = []
  for (let n = 1; n <= 8; n++) ids.push(await make(`L-${n}`))
  const seen: AnyRow[] = []
  let cursor = ''
  const catchUp = async () => {
    const found = await follow(cursor)
    cursor = found.cursor
    seen.push(...found.rows)
    return seen.length
  }
  await expect.poll(catchUp).toBe(8)
  expect(seen.map(({ id }) => id)).toEqual(ids)
  expect(await catchUp()).toBe(8)
  const url = `/api/v1/client/${ids[2]}`
  await api.call({ as: 'Docketing', method: 'PUT', url, body: { name: 'Changed' } })
  const added = await make('L-9')
  await expect.poll(catchUp).toBe(10)
  expect(seen.slice(8).map(({ id, name }) => [id, name])).toEqual([
    [ids[2], 'Changed'],
    [added, 'Client L-9'],
  ])
})

test('a record is listed again when its deletion is undone, and its earlier changes can still be undone', async () => {
  const id = await make('L-10')
  const url = `/api/v1/client/${id}`
  const changed = await api.call({ as: 'Docketing', method: 'PUT', url, body: { name: 'Before it was deleted' } })
  let cursor = ''
  const listed = async () => {
    const found = await follow(cursor)
    cursor = found.cursor
    return found.rows.map((row) => row.id)
  }
  await expect.poll(listed).toContain(id)
  const undo = (answer: { headers: Readonly<Record<string, unknown>> }) =>
    api.call({ as: 'Docketing', method: 'POST', url: `/api/v1/undo/${answer.headers['x-undo-id']}` })
  expect((await undo(await api.call({ as: 'Docketing', method: 'DELETE', url }))).json().done).toBe(1)
  await expect.poll(listed).toEqual([id])
  expect((await undo(changed)).json().done).toBe(1)
  expect((await api.call({ as: 'Docketing', url })).json().name).toBe('Client L-10')
  await api.call({ as: 'Docketing', method: 'DELETE', url })
})

test('a page in the middle of which records change misses and repeats none', async () => {
  const first = await list('')
  const [row] = first.rows
  await api.call({
    as: 'Docketing',
    method: 'PUT',
    url: `/api/v1/client/${row?.id}`,
    body: { name: 'Moved to the end' },
  })
  const names = async () => (await follow(first.cursor)).rows.map(({ name }) => name)
  await expect.poll(names).toContain('Moved to the end')
  const rest = (await follow(first.cursor)).rows.map(({ id }) => id)
  expect(new Set(rest).size).toBe(rest.length)
  expect(rest).toHaveLength(9 - first.rows.length + 1)
})

// The embedded database has one connection, so no transaction is ever open beside another.
test.skipIf(!isOnServer)(
  'a record whose transaction began earlier and is committed later is not passed over (on a server only)',
  async () => {
    const id = await make('L-20')
    let cursor = ''
    const listed = async () => {
      const found = await follow(cursor)
      cursor = found.cursor
      return found.rows.map((row) => row.id)
    }
    await expect.poll(listed).toContain(id)
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const late = withFirm(api.services.database, 1, async (trx) => {
      await sql`update clients set updated_at = now() where id = ${id}::uuid`.execute(trx)
      begun.resolve()
      await held.promise
    })
    await begun.promise
    const other = await make('L-21')
    await new Promise((resolve) => setTimeout(resolve, 1500))
    expect(await listed()).toEqual([])
    held.resolve()
    await late
    const both: unknown[] = []
    await expect.poll(async () => both.push(...(await listed())) && both.length).toBe(2)
    expect(both).toEqual([id, other])
  },
)

test('every kind can be listed so', async () => {
  for (const { name, isSingleton } of resources)
    if (!isSingleton) expect(await list('', name, 1)).toHaveProperty('rows')
  const first = await list('', 'ecfx_jurisdiction', 2)
  const next = await list(first.cursor, 'ecfx_jurisdiction', 2)
  expect(new Set([...first.rows, ...next.rows].map(({ id }) => id)).size).toBe(4)
})

test("the cursor of another kind's list is refused, since what changed before it would be missed", async () => {
  const { cursor } = await list('', 'user', 1)
  expect(await list(cursor, 'user', 1)).toHaveProperty('rows')
  const sent = (text: string) => api.call({ as: 'Docketing', url: `/api/v1/client/search?cursor=${text}` })
  expect((await sent(cursor)).json().errors).toMatchObject([{ field: 'cursor', code: 'not_cursor' }])
  // Programs may have kept a cursor that names no list, as they were once.
  const [updatedAt, id] = atob(cursor).split(' ')
  expect((await sent(btoa(`${updatedAt} ${id}`).replaceAll('=', ''))).status).toBe(200)
})

test.each([
  ['cursor=&sort=name', 'sort'],
  ['cursor=&offset=3', 'offset'],
  ['cursor=soon', 'cursor'],
  ['cursor=AAAA', 'cursor'],
])('%s is refused by %s', async (query, field) => {
  const answer = await api.call({ as: 'Docketing', url: `/api/v1/client/search?${query}` })
  expect([answer.status, answer.json().errors]).toMatchObject([400, [{ field }]])
})
