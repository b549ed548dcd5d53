import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { callWith, makeTestKey } from '../testing/api-keys.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      app.post('/streamed', async (_request, reply) => reply.type('text/csv').send(Readable.from(['a,b'])))
    },
  })
})
afterAll(() => api.close())

interface Sent {
  as?: TestRole
  firm?: 1 | 2
  number?: string
  url?: string
}

const create = (key: string, { as = 'Administrator', firm = 1, number = 'K-1', url = '/api/v1/client' }: Sent = {}) =>
  api.call({ as, firm, method: 'POST', url, body: { name: 'Keyed', number }, headers: { 'idempotency-key': key } })

const clients = async () =>
  (await api.call({ as: 'Administrator', url: '/api/v1/client/search' })).headers['x-total-count']

test('a repeated request is answered as the first was, and carried out once', async () => {
  const first = await create('a')
  const second = await create('a')
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.text).toBe(first.text)
  for (const name of ['location', 'etag', 'content-type', 'x-undo-id'])
    expect(second.headers[name], name).toBe(first.headers[name])
  expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
  // The router takes both addresses for one.
  expect((await create('a', { url: '/api/v1/client/' })).headers['idempotency-replayed']).toBe('true')
  expect(await clients()).toBe('1')
})

test('the key of another request is refused with 422, but belongs to one user, firm and call', async () => {
  const other = await create('a', { number: 'K-2' })
  expect([other.status, other.json().code]).toEqual([422, 'key_reused'])
  expect((await create('a', { as: 'Docketing', number: 'K-3' })).status).toBe(201)
  expect((await create('a', { firm: 2 })).status).toBe(201)
  expect((await create('a', { url: '/api/v1/department' })).status).toBe(201)
})

test('the same request in another order of members and parameters, or another spelling of its type, is the same', async () => {
  const send = (url: string, text: string, type = 'application/json') =>
    api.call({
      ...{ as: 'Administrator', method: 'POST', url, body: text },
      headers: { 'idempotency-key': 'order', 'content-type': type },
    })
  const url = '/api/v1/department'
  const first = await send(url, '{"name":"Order","number":"O-1","description":null}')
  expect(first.status, first.text).toBe(201)
  const second = await send(
    url,
    '{ "number": "O-1", "description": null, "name": "Order" }',
    'application/json; charset=UTF-8',
  )
  expect([second.status, second.headers['idempotency-replayed'], second.text]).toEqual([201, 'true', first.text])
  expect((await send(url, '{"name":"O-1","number":"Order","description":null}')).status).toBe(422)
  const search = '/api/v1/department/search'
  const found = await send(search, '{"filters":[{"field":"name","in":["Order","B"]}]}')
  expect(found.status, found.text).toBe(200)
  expect((await send(search, '{"filters":[{"in":["Order","B"],"field":"name"}]}')).text).toBe(found.text)
  expect((await send(search, '{"filters":[{"in":["B","Order"],"field":"name"}]}')).status).toBe(422)
})

test('a repeated search tells how many match and where it goes on, as the first did', async () => {
  const search = (body: object, headers = {}) =>
    api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/client/search', body, headers })
  const byChange = { max: 1, cursor: '' }
  await expect.poll(async () => (await search(byChange)).headers['x-next-cursor']).toBeDefined()
  for (const [body, name] of [
    [{ max: 1 }, 'x-total-count'],
    [byChange, 'x-next-cursor'],
  ] as const) {
    const once = { 'idempotency-key': name }
    const [first, second] = [await search(body, once), await search(body, once)]
    expect(second.headers).toMatchObject({ 'idempotency-replayed': 'true', [name]: first.headers[name] })
    expect(first.headers[name]).toBeDefined()
  }
})

test('of simultaneous duplicates one is carried out, and the others are refused or answered alike', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, () => create('b', { number: 'K-4' })))
  const statuses = all.map(({ status }) => status)
  expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
  expect(new Set(all.flatMap((answer) => (answer.status === 201 ? [answer.json().id] : []))).size).toBe(1)
  const late = all.find(({ status }) => status === 409)
  if (late) expect([late.json().code, late.headers['retry-after']]).toEqual(['key_in_use', '1'])
  expect((await create('b', { number: 'K-4' })).status).toBe(201)
})

test('a refused request frees its key; one that was interrupted is not carried out again', async () => {
  expect((await create('c', { number: '' })).status).toBe(400)
  expect((await create('c', { number: 'K-5' })).status).toBe(201)
  const { database } = api.services
  // As it is left by a program that ends before it answers.
  await withSystem(database, (trx) =>
    sql`update idempotency_keys set answer = null where key = 'c' and firm_id = 1`.execute(trx),
  )
  expect((await create('c', { number: 'K-5' })).json().code).toBe('key_in_use')
})

test('a key is forgotten after 24 hours, and what was answered is sealed', async () => {
  const { database } = api.services
  const { rows } = await withSystem(database, (trx) =>
    sql<{ answer: Uint8Array }>`select answer from idempotency_keys where key = 'a' and firm_id = 1`.execute(trx),
  )
  expect(Buffer.from(rows[0]?.answer ?? []).toString('latin1')).not.toContain('Keyed')
  await withSystem(database, (trx) =>
    sql`update idempotency_keys set started_at = now() - interval '25 hours'`.execute(trx),
  )
  expect((await create('a')).json().code).toBe('not_unique')
})

test('an answer that is streamed is not repeated, and frees its key', async () => {
  for (let times = 0; times < 2; times++) {
    const answer = await create('s', { url: '/api/v1/streamed' })
    expect([answer.status, answer.text, answer.headers['idempotency-replayed']]).toEqual([200, 'a,b', undefined])
  }
})

test.each(['', 'x y', 'x'.repeat(256)])('a key such as "%s" is refused', async (key) => {
  expect((await create(key)).status).toBe(400)
})

const searchOnce = (key: string) => ({
  method: 'POST' as const,
  url: '/api/v1/client/search',
  body: {},
  headers: { 'idempotency-key': key },
})

async function make(entity: string, body: object): Promise<string> {
  const made = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(made.status, made.text).toBe(201)
  return String(made.json().id)
}

test("the answer to one API key isn't repeated to another of the same user", async () => {
  await make('client', { name: 'Meridian Freight Co.', number: 'M-1' })
  const wide = await makeTestKey(api, { scopes: { client: 'FULL' } })
  expect((await callWith(api, wide.secret, searchOnce('keys'))).text).toContain('Meridian')
  for (const scopes of [{ client: 'FULL' }, { matter: 'READ' }]) {
    const other = await callWith(api, (await makeTestKey(api, { scopes })).secret, searchOnce('keys'))
    expect([other.status, other.json().code]).toEqual([422, 'key_reused'])
  }
})

test("an answer isn't repeated to someone whose role may do less now", async () => {
  const role = { name: 'Clients', client_access: 'FULL', user_ids: [api.userIds[1].Docketing] }
  const id = await make('user_security_role', role)
  const again = () => api.call({ as: 'Docketing', ...searchOnce('role') })
  const matters = () => api.call({ as: 'Docketing', url: '/api/v1/matter/search' })
  await expect.poll(async () => (await matters()).status).toBe(403)
  await again()
  expect((await again()).headers['idempotency-replayed']).toBe('true')
  const url = `/api/v1/user_security_role/${id}`
  const body = { client_permissions: { number: 'DENY' } }
  expect((await api.call({ as: 'Administrator', method: 'PUT', url, body })).status).toBe(200)
  await expect.poll(async () => (await again()).status).toBe(422)
  expect((await again()).text).not.toContain('Meridian')
  await api.giveRole('Docketing', api.firms[1].roleIds.Docketing)
})

test("an answer isn't repeated to someone whom a wall excludes since, and nothing is carried out again", async () => {
  const client = await make('client', { name: 'Walled Shipping', number: 'W-1' })
  const timekeeper = await make('timekeeper', { full_name: 'Ruth Osei', email: 'r.osei@one.example' })
  await withSystem(api.services.database, (trx) =>
    sql`update users set timekeeper_id = ${timekeeper}::uuid where id = ${api.userIds[1].Manager}::uuid`.execute(trx),
  )
  const search = () => api.call({ as: 'Manager', ...searchOnce('wall') })
  const add = () => create('wall-create', { as: 'Manager', number: 'W-2' })
  expect((await search()).text).toContain('Walled')
  expect((await add()).status).toBe(201)
  expect((await search()).headers['idempotency-replayed']).toBe('true')
  await make('ethical_wall', { name: 'Wall', client_id: client, timekeeper_ids: [timekeeper] })
  await expect.poll(async () => (await search()).status).toBe(403)
  expect((await search()).text).not.toContain('Walled')
  expect((await add()).status).toBe(403)
  const since = await api.call({ as: 'Manager', ...searchOnce('wall-since') })
  expect(since.text).not.toContain('Walled')
  expect((await api.call({ as: 'Manager', ...searchOnce('wall-since') })).text).toBe(since.text)
})
