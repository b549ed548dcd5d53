import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiCall, openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { callWith, makeTestKey } from '../../testing/api-keys.ts'
import { resourceRoutes } from '../resources.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
})
afterAll(() => api.close())

const post = (body: object, as: TestRole = 'Administrator') =>
  api.call({ as, method: 'POST', url: '/api/v1/api_key', body })
const list = async (url: string, as: TestRole = 'Administrator') =>
  (await api.call({ as, url })).json().keys as AnyRow[]
const one = async (id: string) => (await list('/api/v1/api_key')).find((key) => key.id === id)
const act = (id: string, call: Partial<ApiCall>, as: TestRole = 'Administrator') =>
  api.call({ as, url: `/api/v1/api_key/${id}${call.method === 'DELETE' ? '' : '/rotate'}`, method: 'POST', ...call })
const search = (secret: string) => callWith(api, secret, { url: '/api/v1/client/search' })
/** The program's time, so much later. */
const later = ({ days = 0, hours = 0 }: { days?: number; hours?: number }) =>
  new Date(api.clock.now.getTime() + (days * 24 + hours) * 3_600_000).toISOString()
const events = async () =>
  (await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?sort=-created_at&max=20' })).text

describe('creating a key', () => {
  test('shows the secret once, and lists what is known about the key', async () => {
    const made = await post({ name: ' Nightly export ', scopes: { client: 'READ' }, networks: ['127.0.0.0/8'] })
    expect(made.status, made.text).toBe(201)
    const { key, secret } = made.json() as { key: AnyRow; secret: string }
    expect(secret).toMatch(/^cck_/)
    expect(key).toMatchObject({
      name: 'Nightly export',
      kind: 'key',
      scopes: { client: 'READ' },
      networks: ['127.0.0.0/8'],
      status: 'active',
      expires_at: later({ days: 90 }),
      last_used_at: null,
      owner: { name: 'Ada Administrator', is_service_account: false },
    })
    const listed = await api.call({ as: 'Administrator', url: '/api/v1/api_key/mine' })
    expect(listed.text).toContain('Nightly export')
    expect(listed.text).not.toContain(secret)
    expect(api.logged()).not.toContain(secret)
    expect(await events()).toContain('created the API key \\"Nightly export\\".')
  })

  test.each([
    [{ name: '', scopes: { client: 'READ' } }, 'name required'],
    [{ name: 'X', scopes: {} }, 'scopes required_items'],
    [{ name: 'X', scopes: { nothing: 'READ' } }, 'scopes unknown_scope:nothing'],
    [{ name: 'X', scopes: { user: 'FULL' } }, 'scopes scope_beyond:Users: full'],
    [{ name: 'X', scopes: { client: 'READ' }, expires_in_days: 366 }, 'expires_in_days too_large:365'],
    [{ name: 'X', scopes: { client: 'READ' }, user_id: '7' }, 'user_id not_service_user'],
  ])('refuses %j', async (body, problem) => {
    const answer = await post(body)
    expect(answer.status, answer.text).toBe(400)
    expect(problemsOf(answer.json())).toEqual([problem])
  })

  test('names each network that is none', async () => {
    const networks = ['203.0.113.7', '2001:db8::/32', '10.0.0.0/33', 'office']
    const answer = await post({ name: 'X', scopes: { client: 'READ' }, networks })
    expect(problemsOf(answer.json())).toEqual(['networks not_network:10.0.0.0/33', 'networks not_network:office'])
  })

  test('never gives more than its maker has', async () => {
    const scopes = { client: 'FULL' }
    expect(problemsOf((await post({ name: 'X', scopes }, 'View Only')).json())).toEqual([
      'scopes scope_beyond:Clients: full',
    ])
  })
})

test('people see their own keys, and those who manage users see and revoke everyone’s', async () => {
  const { id, secret } = await makeTestKey(api, { name: 'By a manager', scopes: { client: 'READ' } }, 'Manager')
  expect((await list('/api/v1/api_key/mine', 'Manager')).map(({ name }) => name)).toEqual(['By a manager'])
  expect((await list('/api/v1/api_key/mine')).map(({ name }) => name)).not.toContain('By a manager')
  expect((await api.call({ as: 'Docketing', url: '/api/v1/api_key' })).status).toBe(403)
  expect((await act(id, { method: 'DELETE' }, 'Docketing')).status).toBe(404)
  expect(await one(id)).toMatchObject({ can_revoke: true, can_rotate: false, owner: { name: 'A Manager' } })
  expect((await act(id, {})).status).toBe(400)
  expect((await act(id, { method: 'DELETE' })).status).toBe(204)
  await expect.poll(async () => (await search(secret)).status).toBe(401)
  expect((await search(secret)).json().detail).toBe('This API key was revoked. Create another one.')
  expect(await one(id)).toMatchObject({ status: 'revoked', can_revoke: false })
  expect((await act(id, { method: 'DELETE' })).status).toBe(404)
  expect((await act(id, {}, 'Manager')).status).toBe(409)
  expect(await events()).toContain('revoked the API key \\"By a manager\\".')
})

test('a rotated key has a new secret, and the former one works as long as was chosen', async () => {
  const { id, secret } = await makeTestKey(api, { name: 'Rotated', scopes: { client: 'READ' } })
  const turned = await act(id, { body: { overlap_hours: 1 } })
  expect(turned.status, turned.text).toBe(200)
  const next = String(turned.json().secret)
  expect(next).not.toBe(secret)
  expect([(await search(secret)).status, (await search(next)).status]).toEqual([200, 200])
  expect(await one(id)).toMatchObject({ former_until: later({ hours: 1 }) })
  api.clock.advance(61 * 60_000)
  expect((await search(secret)).json().detail).toBe(
    'This API key was given a new secret, and the one you sent no longer works.',
  )
  expect((await search(next)).status).toBe(200)
  const again = String((await act(id, { body: { overlap_hours: 0 } })).json().secret)
  await expect.poll(async () => (await search(next)).status).toBe(401)
  expect((await search(again)).status).toBe(200)
})

test('a key ends on its day, and rotating it begins another term', async () => {
  const { id, secret } = await makeTestKey(api, { name: 'Short', scopes: { client: 'READ' }, expires_in_days: 1 })
  expect((await search(secret)).status).toBe(200)
  const lastDay = later({ days: 1 }).slice(0, 10)
  api.clock.advance(25 * 3600_000)
  const refused = await search(secret)
  expect([refused.status, refused.json().code]).toEqual([401, 'key_refused'])
  expect(refused.json().detail).toContain(`This API key expired on ${lastDay}. `)
  expect(await one(id)).toMatchObject({ status: 'expired' })
  const next = String((await act(id, {})).json().secret)
  expect((await search(next)).status).toBe(200)
  expect((await search(secret)).status).toBe(401)
})

function problemsOf(answer: AnyRow): string[] {
  return (answer.errors as AnyRow[]).map(({ field, code }) => `${field} ${code}`)
}
