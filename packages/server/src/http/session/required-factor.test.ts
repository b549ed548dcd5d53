import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { callWith, makeTestKey } from '../../testing/api-keys.ts'
import { dropFactors, enrolTotp, logIn } from '../../testing/factors.ts'
import { productRoutes } from '../routes.ts'

const dayMs = 86_400_000
/** By then, a key that changed without an announcement is looked up again. */
const cachedMs = 4000
let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ environment: { COURTCRIER_URL: 'https://one.example' }, register: productRoutes })
})
beforeEach(async () => {
  await require('Docketing', { requires_second_factor: false })
  await dropFactors(api, 'Docketing')
  api.clock.advance(31 * 60_000)
})
afterAll(() => api.close())

test('within the time for it, users are reminded at sign-in and work on', async () => {
  await require('Docketing', { requires_second_factor: true, second_factor_grace_days: 7 })
  const answer = await logIn(api, 'Docketing')
  const at = new Date(api.clock.now.getTime() + 7 * dayMs).toISOString()
  expect(answer.json().second_factor_due).toEqual({ at, is_over: false })
  const { status } = await api.call({ url: '/api/v1/case/search', headers: bearer(answer.json().access_token) })
  expect(status).toBe(200)
  api.clock.advance(3 * dayMs)
  expect((await logIn(api, 'Docketing')).json().second_factor_due).toEqual({ at, is_over: false })
})

test('after it, a session can add a factor and sign out, and nothing else', async () => {
  await require('Docketing', { requires_second_factor: true, second_factor_grace_days: 1 })
  await logIn(api, 'Docketing')
  api.clock.advance(2 * dayMs)
  const answer = (await logIn(api, 'Docketing')).json()
  expect(answer.second_factor_due).toMatchObject({ is_over: true })
  const headers = bearer(answer.access_token)
  const refused = [
    '/case/search',
    '/user/search',
    '/events',
    `/user_security_role/${roleId('Docketing')}`,
    '/dashboard',
  ]
  for (const path of refused) {
    const { status, text } = await api.call({ url: `/api/v1${path}`, headers })
    expect(status, path).toBe(403)
    expect(text, path).toContain('"code":"second_factor_required"')
  }
  const written = await api.call({ method: 'POST', url: '/api/v1/client', headers, body: { name: 'C' } })
  expect(written.text).toContain('second_factor_required')
  for (const path of ['/auth/factors', '/auth/me.json', '/ping', '/firm'])
    expect((await api.call({ url: `/api/v1${path}`, headers })).status, path).toBe(200)
  const anyone = (await api.call({ url: '/api/v1/firm' })).json()
  expect((await api.call({ url: '/api/v1/firm', headers })).json()).toEqual(anyone)
  await enrolTotp(api, 'Docketing')
  expect((await api.call({ url: '/api/v1/case/search', headers })).status).toBe(200)
})

test('after it, API keys of the user are refused until they have one, but not those of a service account', async () => {
  await require('Docketing', { requires_second_factor: true, second_factor_grace_days: 1 })
  await logIn(api, 'Docketing')
  const { secret } = await makeTestKey(api, { scopes: { client: 'READ' } }, 'Docketing')
  const search = () => callWith(api, secret, { url: '/api/v1/client/search' })
  expect((await search()).status).toBe(200)
  api.clock.advance(2 * dayMs)
  const refused = await search()
  expect([refused.status, refused.json()]).toEqual([
    403,
    expect.objectContaining({
      code: 'second_factor_required',
      detail: expect.stringContaining('The key works again once the user has one.'),
    }),
  ])
  const setServiceAccount = async (isOne: boolean) => {
    await run(sql`update users set is_service_account = ${isOne} where id = ${api.userIds[1].Docketing}::uuid`)
    api.clock.advance(cachedMs)
  }
  await setServiceAccount(true)
  expect((await search()).status).toBe(200)
  await setServiceAccount(false)
  expect((await search()).status).toBe(403)
  await logIn(api, 'Docketing')
  await enrolTotp(api, 'Docketing')
  await expect.poll(async () => (await search()).status).toBe(200)
})

test('keys of someone who signs in by a provider, which has its own factors, go on working', async () => {
  const { secret } = await makeTestKey(api, { scopes: { client: 'READ' } }, 'Docketing')
  const search = async () => (await callWith(api, secret, { url: '/api/v1/client/search' })).status
  await require('Docketing', { requires_second_factor: true, second_factor_grace_days: 0 })
  await logIn(api, 'Docketing')
  api.clock.advance(cachedMs)
  expect(await search()).toBe(403)
  const own = api.userIds[1].Docketing
  const body = {
    ...{ name: 'Directory', issuer: 'https://login.one.example', client_id: 'c', client_secret: 's' },
  }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/identity_provider', body })
  expect(made.status, made.text).toBe(201)
  await run(sql`insert into sign_on_links (firm_id, id, provider_id, user_id, subject, linked_at, last_at)
    values (1, ${newId()}::uuid, ${String(made.json().id)}::uuid, ${own}::uuid, 'd-1', now(), now())`)
  api.clock.advance(cachedMs)
  expect(await search()).toBe(200)
})

test('it applies to sessions that were there before, and to a role that comes later', async () => {
  const token = (await logIn(api, 'Docketing')).json().access_token
  const search = async () => (await api.call({ url: '/api/v1/case/search', headers: bearer(token) })).status
  expect(await search()).toBe(200)
  await require('Docketing', { requires_second_factor: true, second_factor_grace_days: 0 })
  await expect.poll(search).toBe(403)
  await require('Docketing', { requires_second_factor: false })
  await expect.poll(search).toBe(200)
})

test('the last factor stays while the role demands one', async () => {
  await enrolTotp(api, 'Docketing')
  await require('Docketing', { requires_second_factor: true, second_factor_grace_days: 0 })
  const remove = () => api.call({ as: 'Docketing', method: 'DELETE', url: '/api/v1/auth/factors/totp' })
  const refused = await remove()
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('this is your only one')
  await require('Docketing', { requires_second_factor: false })
  expect((await remove()).status).toBe(204)
})

test('no one whose role demands one removes their own as those of another, and so begins their time again', async () => {
  const url = `/api/v1/user/${api.userIds[1].Administrator}/factors`
  const reset = () => api.call({ as: 'Administrator', method: 'DELETE', url })
  await require('Administrator', { requires_second_factor: true, second_factor_grace_days: 30 })
  const refused = await reset()
  await require('Administrator', { requires_second_factor: false })
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('someone else who manages users')])
  expect((await reset()).status).toBe(204)
  // It signed them out: they sign in again once their last confirmation is old.
  api.clock.advance(15 * 60_000)
})

test('an administrator demands a second factor of a predefined role, and of their own', async () => {
  const change = (body: object, role: TestRole = 'Administrator', as: TestRole = 'Administrator') =>
    api.call({ as, method: 'PUT', url: `/api/v1/user_security_role/${roleId(role)}`, body })
  expect((await change({ requires_second_factor: true, second_factor_grace_days: 30 })).status).toBe(200)
  expect((await change({ second_factor_grace_days: 91 })).status).toBe(400)
  expect((await change({ case_access: 'READ' })).status).toBe(400)
  expect((await change({ requires_second_factor: false }, 'Docketing', 'Manager')).status).toBe(403)
  expect((await change({ requires_second_factor: false })).status).toBe(200)
})

function roleId(role: TestRole): string {
  return api.firms[1].roleIds[role] ?? ''
}

async function require(role: TestRole, body: object): Promise<void> {
  const url = `/api/v1/user_security_role/${roleId(role)}`
  const answer = await api.call({ as: 'Administrator', method: 'PUT', url, body })
  expect(answer.status, answer.text).toBe(200)
}

function run(query: RawBuilder<unknown>) {
  return withSystem(api.services.database, (trx) => query.execute(trx))
}

function bearer(token: unknown) {
  return { authorization: `Bearer ${token}` }
}
