import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { hashToken } from '@courtcrier/lib/secret-token.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeKeySecret } from '../../auth/api-keys/secret.ts'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { findDirectors } from '../../records/directors/find-directors.ts'
import { warnOfExpiry } from '../../stores/expiry.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { callWith, makeTestKey } from '../../testing/api-keys.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let clientId: string
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes, trustProxy: ['127.0.0.1'] })
  clientId = await make('client', { name: 'Meridian Freight Co.', number: 'C-1' })
})
afterAll(() => api.close())
afterEach(() => api.giveRole('Manager', api.firms[1].roleIds.Manager))

async function make(entity: string, body: object): Promise<string> {
  const made = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(made.status, made.text).toBe(201)
  return String(made.json().id)
}

const clients = '/api/v1/client/search'
const update = (number: string) => ({ method: 'PUT' as const, url: `/api/v1/client/${clientId}`, body: { number } })
const logOf = async (word: string) => {
  const answer = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?sort=-created_at&max=100' })
  return (answer.json().system_events as AnyRow[]).filter(({ sentence }) => String(sentence).includes(word))
}

test('a key does what its scopes allow, in the name of its owner, and the log says with which key', async () => {
  const { secret } = await makeTestKey(api, { name: 'Client sync', scopes: { client: 'FULL' } })
  expect((await callWith(api, secret, { url: clients })).text).toContain('Meridian')
  expect((await callWith(api, secret, update('C-2'))).status).toBe(200)
  for (const url of ['/api/v1/matter/search', '/api/v1/user/search'])
    expect([url, (await callWith(api, secret, { url })).status]).toEqual([url, 403])
  const [event] = await logOf('Client "Meridian Freight Co." was changed')
  expect(event).toMatchObject({
    user_id: api.userIds[1].Administrator,
    facts: { by: 'key', key: 'Client sync' },
  })
})

test('a key that only reads changes nothing', async () => {
  const { secret } = await makeTestKey(api, { scopes: { client: 'READ' } })
  const refused = await callWith(api, secret, update('C-3'))
  expect([refused.status, refused.json().detail]).toEqual([403, 'This API key may only read.'])
  const search = { method: 'POST' as const, url: clients, body: {} }
  expect((await callWith(api, secret, search)).status).toBe(200)
})

test('what its owner may no longer do, a key may no longer do either', async () => {
  const { secret } = await makeTestKey(api, { scopes: { client: 'FULL' } }, 'Manager')
  expect((await callWith(api, secret, update('C-4'))).status).toBe(200)
  await api.giveRole('Manager', api.firms[1].roleIds['View Only'])
  await expect.poll(async () => (await callWith(api, secret, update('C-5'))).status).toBe(403)
  expect((await callWith(api, secret, { url: clients })).status).toBe(200)
})

test('a field that the role hides stays hidden from a key', async () => {
  const people = { user_ids: [api.userIds[1].Docketing] }
  const role = { name: 'No numbers', client_access: 'FULL', client_permissions: { number: 'DENY' }, ...people }
  await make('user_security_role', role)
  const { secret } = await makeTestKey(api, { scopes: { client: 'READ' } }, 'Docketing')
  const answer = await callWith(api, secret, { url: `/api/v1/client/${clientId}` })
  expect(answer.text).toContain('Meridian')
  expect(answer.json()).not.toHaveProperty('number')
})

test('a wall that is drawn around a client later holds for a key of the timekeeper it excludes', async () => {
  const timekeeper = await make('timekeeper', { full_name: 'Ruth Osei', email: 'r.osei@one.example' })
  await withSystem(api.services.database, (trx) =>
    sql`update users set timekeeper_id = ${timekeeper}::uuid where id = ${api.userIds[1].Manager}::uuid`.execute(trx),
  )
  const { secret } = await makeTestKey(api, { scopes: { client: 'READ' } }, 'Manager')
  expect((await callWith(api, secret, { url: clients })).text).toContain('Meridian')
  await make('ethical_wall', { name: 'Wall', client_id: clientId, timekeeper_ids: [timekeeper] })
  await expect.poll(async () => (await callWith(api, secret, { url: clients })).text).not.toContain('Meridian')
  await withSystem(api.services.database, async (trx) => {
    await sql`delete from ethical_walls`.execute(trx)
    await sql`update users set timekeeper_id = null where id = ${api.userIds[1].Manager}::uuid`.execute(trx)
  })
})

test('a deactivated owner ends a key at once', async () => {
  const id = await make('user', {
    email: 'gone@one.example',
    full_name: 'Gone Soon',
    security_role_id: api.firms[1].roleIds.Manager,
    is_service_account: true,
  })
  const { secret } = await makeTestKey(api, { user_id: id, scopes: { client: 'READ' } })
  expect((await callWith(api, secret, { url: clients })).status).toBe(200)
  const off = { method: 'PUT' as const, url: `/api/v1/user/${id}`, body: { is_active: false } }
  expect((await api.call({ as: 'Administrator', ...off })).status).toBe(200)
  await expect.poll(async () => (await callWith(api, secret, { url: clients })).status).toBe(401)
})

test('a key works only from its networks, as the trusted proxy names the sender', async () => {
  const networks = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7']
  const { secret } = await makeTestKey(api, { name: 'Office', scopes: { client: 'READ' }, networks })
  const from = (address: string) => callWith(api, secret, { url: clients, headers: { 'x-forwarded-for': address } })
  for (const address of ['203.0.113.9', '2001:db8:1::5', '198.51.100.7', '::ffff:203.0.113.9'])
    expect([address, (await from(address)).status]).toEqual([address, 200])
  // As Azure's Application Gateway names it.
  for (const address of ['203.0.113.9:61234', '[2001:db8:1::5]:443', '203.0.113.9:1, 127.0.0.1:8080'])
    expect([address, (await from(address)).status]).toEqual([address, 200])
  for (const address of ['203.0.114.9', '203.0.114.9:443', '2001:db9::5', '198.51.100.8'])
    expect([address, (await from(address)).status]).toEqual([address, 403])
  expect((await from('203.0.114.9')).json().detail).toBe(
    "This API key can't be used from 203.0.114.9, which is in none of its networks.",
  )
  await expect.poll(async () => (await logOf('"Office" was refused')).length).toBe(1)
  api.clock.advance(61 * 60_000)
  await from('203.0.114.9')
  await expect.poll(async () => (await logOf('"Office" was refused')).length).toBe(2)
})

test('when and from where a key was last used is recorded once a minute', async () => {
  const { id, secret } = await makeTestKey(api, { scopes: { client: 'READ' } })
  const used = async () => {
    const { keys } = (await api.call({ as: 'Administrator', url: '/api/v1/api_key' })).json() as { keys: AnyRow[] }
    const key = keys.find((each) => each.id === id)
    return [key?.last_used_at, key?.last_used_network]
  }
  const first = api.clock.now.toISOString()
  await callWith(api, secret, { url: clients, headers: { 'x-forwarded-for': '203.0.113.9' } })
  await expect.poll(used).toEqual([first, '203.0.113.9'])
  api.clock.advance(30_000)
  await callWith(api, secret, { url: clients, headers: { 'x-forwarded-for': '203.0.113.10' } })
  expect(await used()).toEqual([first, '203.0.113.9'])
  api.clock.advance(31_000)
  const second = api.clock.now.toISOString()
  await callWith(api, secret, { url: clients, headers: { 'x-forwarded-for': '203.0.113.10' } })
  await expect.poll(used).toEqual([second, '203.0.113.10'])
})

test('a key is no key of another firm, none when it was changed, and none in the address', async () => {
  const { secret } = await makeTestKey(api, { scopes: { client: 'READ' } })
  const elsewhere = await callWith(api, secret, { firm: 2, url: clients })
  expect([elsewhere.status, elsewhere.json().code]).toEqual([401, 'key_refused'])
  expect((await callWith(api, `${secret.slice(0, -1)}~`, { url: clients })).status).toBe(401)
  for (const name of ['access_token', 'token', 'api_key'])
    expect((await api.call({ url: `${clients}?${name}=${secret}` })).status).toBe(401)
})

test('a key never views as another role', async () => {
  const { secret } = await makeTestKey(api, { scopes: { client: 'READ', user_security_role: 'READ' } })
  const headers = { 'x-view-as': api.firms[1].roleIds.Manager ?? '' }
  const answer = await callWith(api, secret, { url: clients, headers })
  expect([answer.status, answer.json().detail]).toEqual([403, "API keys can't view Courtcrier as another role."])
})

test('what a program directed elsewhere with a key says no more than the key allows', async () => {
  const { secret } = await makeTestKey(api, { scopes: { timekeeper: 'FULL' } })
  const body = { full_name: 'Ann Lee', email: 'a.lee@one.example', additional_receipt_emails: ['copy@two.example'] }
  const made = await callWith(api, secret, { method: 'POST', url: '/api/v1/timekeeper', body })
  expect(made.status, made.text).toBe(201)
  const id = String(made.json().id)
  const of = await withFirm(api.services.database, 1, (trx) =>
    findDirectors(trx, { firmId: 1, records: [{ entity: 'timekeeper', id }] }),
  )
  const directors = of({ entity: 'timekeeper', id, field: 'additionalReceiptEmails', value: 'copy@two.example' })
  expect(directors.map(({ userId }) => userId)).toEqual([api.userIds[1].Administrator])
  const access = directors.map(({ role }) => role && [subjectAccess('timekeeper', role), subjectAccess('case', role)])
  expect(access).toEqual([['FULL', 'DENY']])
})

test('an import with a key is carried out at once, with the rights of the key', async () => {
  const { secret } = await makeTestKey(api, { scopes: { client: 'FULL' } })
  const call = {
    method: 'POST' as const,
    url: '/api/v1/client/import?mode=commit',
    headers: { 'content-type': 'text/csv', prefer: 'respond-async' },
    body: 'Name,Number\nBy key,K-1',
  }
  const answer = await callWith(api, secret, call)
  expect([answer.status, answer.json().status], answer.text).toEqual([200, 'committed'])
})

test('import tokens that were made before there were keys still work', async () => {
  const token = `cci_${'a1-_'.repeat(11).slice(0, 43)}`
  await withFirm(api.services.database, 1, (trx) =>
    sql`insert into api_keys (firm_id, id, kind, name, secret_hash, created_by)
      values (1, gen_random_uuid(), 'import', 'Import token', ${hashToken(token)}, ${api.userIds[1].Administrator}::uuid)
    `.execute(trx),
  )
  const url = '/api/v1/client/import?mode=commit'
  const headers = { 'content-type': 'text/csv' }
  const answer = await callWith(api, token, { method: 'POST', url, headers, body: 'Name,Number\nBy token,T-1' })
  expect(answer.status, answer.text).toBe(200)
  const other = await callWith(api, token, { url: clients })
  expect([other.status, other.json().detail]).toEqual([401, 'The import token can only be used to import.'])
})

test('a key that is about to expire is announced in the log, once', async () => {
  await makeTestKey(api, { name: 'Ending', scopes: { client: 'READ' }, expires_in_days: 10 })
  const soon = new Date(api.clock.now.getTime() + 60_000)
  await warnOfExpiry(api.services.database, soon)
  await warnOfExpiry(api.services.database, soon)
  expect(await logOf('The API key "Ending" expires on')).toHaveLength(1)
})

test('keys that there are not are looked up a limited number of times a minute, and known ones go on working', async () => {
  const { secret } = await makeTestKey(api, { scopes: { client: 'READ' } })
  const tryKey = async (key: string, address = '203.0.113.77') =>
    (await callWith(api, key, { url: clients, headers: { 'x-forwarded-for': address } })).status
  const unknown = () => makeKeySecret('key').secret
  expect(await tryKey(secret)).toBe(200)
  const statuses: number[] = []
  for (let times = 0; times < 65; times++) statuses.push(await tryKey(unknown()))
  expect(statuses).toEqual([...Array(60).fill(401), ...Array(5).fill(503)])
  expect(await tryKey(secret)).toBe(200)
  expect(await tryKey(unknown(), '203.0.113.78')).toBe(401)
  api.clock.advance(61_000)
  expect(await tryKey(unknown())).toBe(401)
})
