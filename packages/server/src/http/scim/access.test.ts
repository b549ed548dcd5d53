import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { callWith, makeTestKey } from '../../testing/api-keys.ts'
import { makeToken, openScim, type ScimClient, sendScim } from '../../testing/scim.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let scim: ScimClient

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  scim = await openScim(api)
})
afterAll(() => api.close())

const provisioning = (as: TestRole = 'Administrator') =>
  api.call({ as, url: `/api/v1/identity_provider/${scim.providerId}/provisioning` })
const list = (secret: string) => sendScim(api, { secret, path: '/Users' })

test('an administrator sees the base URL, the token without its secret, and what is provisioned', async () => {
  await scim.addUser('listed@one.example')
  await scim.addGroup('Listed')
  const answer = await provisioning()
  expect(answer.json(), answer.text).toMatchObject({
    base_url: expect.stringMatching(/^https?:\/\/[^/]+\/scim\/v2$/),
    keys: [{ kind: 'provisioning', name: 'Directory token', status: 'active', owner: null, scopes: {} }],
    users: 1,
    groups: [{ name: 'Listed', members: 0, role: null }],
  })
  expect(answer.text).not.toContain(scim.secret)
  expect(scim.secret).toMatch(/^ccp_[0-9A-Za-z]{49}$/)
  const all = await api.call({ as: 'Administrator', url: '/api/v1/api_key' })
  expect(all.text).toContain('Directory token')
  expect(api.logged()).not.toContain(scim.secret)
})

test('only administrators create and rotate tokens', async () => {
  const url = `/api/v1/identity_provider/${scim.providerId}/provisioning-token`
  for (const as of ['Manager', 'View Only', 'Docketing'] as const) {
    expect((await api.call({ as, method: 'POST', url, body: { name: 'X' } })).status).toBe(403)
    const rotated = await api.call({ as, method: 'POST', url: `/api/v1/api_key/${scim.keyId}/rotate`, body: {} })
    expect([403, 404]).toContain(rotated.status)
  }
  const elsewhere = { as: 'Administrator', firm: 2, method: 'POST', url, body: { name: 'X' } } as const
  expect((await api.call(elsewhere)).status).toBe(404)
})

test('a provisioning token works for SCIM only, and nothing else works there', async () => {
  for (const url of ['/api/v1/client/search', '/api/v1/user/search', '/api/v1/ping', '/api/v1/api_key']) {
    const answer = await callWith(api, scim.secret, { url })
    expect([url, answer.status]).toEqual([url, 401])
    expect(answer.json().detail).toContain('under /scim/v2')
  }
  const key = await makeTestKey(api, { scopes: { client: 'READ', user: 'READ' } })
  expect((await list(key.secret)).json().detail).toContain("isn't a provisioning token")
  expect((await list(await api.tokenOf('Administrator'))).status).toBe(401)
  const none = await api.call({ url: '/scim/v2/Users' })
  expect([none.status, none.headers['www-authenticate'], none.json().schemas]).toEqual([
    401,
    'Bearer',
    ['urn:ietf:params:scim:api:messages:2.0:Error'],
  ])
  expect((await list(`${scim.secret.slice(0, -1)}_`)).status).toBe(401)
})

test('a rotated token works beside the former one for a while, an expired and a revoked one no longer', async () => {
  const token = await makeToken(api, { providerId: scim.providerId, name: 'Rotated', expires_in_days: 2 })
  const url = `/api/v1/api_key/${token.id}/rotate`
  const body = { overlap_hours: 1, expires_in_days: 5 }
  const next = String((await api.call({ as: 'Administrator', method: 'POST', url, body })).json().secret)
  expect([(await list(token.secret)).status, (await list(next)).status]).toEqual([200, 200])
  api.clock.advance(61 * 60_000)
  expect([(await list(token.secret)).status, (await list(next)).status]).toEqual([401, 200])
  const revoked = await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/api_key/${token.id}` })
  expect(revoked.status, revoked.text).toBe(204)
  await expect.poll(async () => (await list(next)).status).toBe(401)
  const short = await makeToken(api, { providerId: scim.providerId, name: 'Short', expires_in_days: 1 })
  api.clock.advance(25 * 3600_000)
  const expired = await list(short.secret)
  expect([expired.status, expired.json().detail]).toEqual([401, expect.stringContaining('expired on')])
})

test('requests are limited for each token', async () => {
  const { headers } = await list(scim.secret)
  expect(headers).toMatchObject({ 'x-ratelimit-limit': '3000' })
})

test('the service describes itself', async () => {
  const get = async (path: string) => (await scim.send('GET', path)).json()
  expect(await get('/ServiceProviderConfig')).toMatchObject({ patch: { supported: true }, bulk: { supported: false } })
  expect(await get('/ResourceTypes')).toMatchObject({ totalResults: 2, Resources: [{ id: 'User' }, { id: 'Group' }] })
  expect(await get('/ResourceTypes/User')).toMatchObject({ endpoint: '/Users' })
  expect(await get('/Schemas')).toMatchObject({ totalResults: 2 })
  const schema = 'urn:ietf:params:scim:schemas:core:2.0:User'
  expect(await get(`/Schemas/${schema}`)).toMatchObject({ id: schema, name: 'User' })
  const missing = await scim.send('GET', '/Me')
  expect([missing.status, missing.json().schemas]).toEqual([404, ['urn:ietf:params:scim:api:messages:2.0:Error']])
})

test.each([
  ['no JSON', '{', 400],
  ['a prototype', '{"__proto__": {"active": true}, "userName": "proto@one.example"}', 400],
  ['a deep one', `{"userName": ${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
  ['a list', '[]', 400],
  ['a text', '"x"', 400],
  ['a huge one', JSON.stringify({ userName: 'huge@one.example', displayName: 'x'.repeat(1_200_000) }), 413],
  ['too many keys', JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, 1]))), 413],
  ['a NUL', '{"userName": "nul\\u0000@one.example"}', 400],
  ['half a character', '{"userName": "half@one.example", "displayName": "\\ud800"}', 400],
  ['another direction', '{"userName": "rtl\\u202e@one.example"}', 201],
  ['no address', '{"userName": "ada"}', 400],
  ['a number', '{"userName": 7}', 400],
  ['nothing', '{}', 400],
  ['letters of any script', '{"userName": "ok@one.example", "displayName": "名前 Ünïcode"}', 201],
])('a body that is %s is answered as described', async (_, body, status) => {
  const answer = await scim.send('POST', '/Users', body)
  expect(answer.status, answer.text).toBe(status)
  if (status >= 400) expect(answer.json()).toMatchObject({ status: String(status), detail: expect.any(String) })
})

test('another type of body is refused, and plain JSON accepted', async () => {
  const body = JSON.stringify({ userName: 'json@one.example' })
  const send = (type: string) => scim.send('POST', '/Users', body, { headers: { 'content-type': type } })
  expect((await send('text/plain')).status).toBe(415)
  expect((await send('application/json')).status).toBe(201)
})
