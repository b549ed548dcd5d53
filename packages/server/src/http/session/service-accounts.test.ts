import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole, testEmail, testPassword } from '../../testing/api.ts'
import { callWith, makeTestKey } from '../../testing/api-keys.ts'
import { cookieOf, enrolPasskey, enrolTotp, enterPassword } from '../../testing/factors.ts'
import { makePasskeyDevice } from '../../testing/passkey-device.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ environment: { COURTCRIER_URL: 'https://one.example' }, register: productRoutes })
})
afterAll(() => api.close())

const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, body: object = {}, as: TestRole = 'Administrator') =>
  api.call({ as, method, url: `/api/v1/${url}`, body })

async function addAccount(name: string, more: AnyRow = {}): Promise<string> {
  const made = await send('POST', 'user', {
    email: `${name}@service.one.example`,
    full_name: name,
    security_role_id: api.firms[1].roleIds.Manager,
    is_service_account: true,
    ...more,
  })
  expect(made.status, made.text).toBe(201)
  return String(made.json().id)
}

describe('a service account', () => {
  test('is never invited, sent a link or let in', async () => {
    const id = await addAccount('sync')
    const invited = await send('POST', `user/${id}/invitation`)
    expect([invited.status, invited.json().detail]).toEqual([
      409,
      "This is a service account, which can't sign in. Create an API key for it.",
    ])
    const mails = api.mails.length
    await api.call({ method: 'POST', url: '/api/v1/auth/forgot', body: { email: 'sync@service.one.example' } })
    expect(api.mails.length).toBe(mails)
    const body = { username: 'sync@service.one.example', password: testPassword }
    expect((await api.call({ method: 'POST', url: '/api/v1/auth/login', body })).status).toBe(401)
  })

  test('has keys that people make for it who manage users, with its rights', async () => {
    const id = await addAccount('export')
    const { secret } = await makeTestKey(api, { user_id: id, scopes: { client: 'READ' } })
    expect((await callWith(api, secret, { url: '/api/v1/client/search' })).status).toBe(200)
    const scopes = { client: 'READ' }
    expect((await send('POST', 'api_key', { name: 'X', user_id: id, scopes }, 'Docketing')).status).toBe(403)
    const { keys } = (await api.call({ as: 'Administrator', url: '/api/v1/api_key' })).json() as { keys: AnyRow[] }
    expect(keys.find(({ owner }) => (owner as AnyRow).id === id)).toMatchObject({
      owner: { name: 'export', is_service_account: true },
      can_rotate: true,
    })
  })

  test('of more rights than the maker’s gets no key from them', async () => {
    const people = { user_ids: [api.userIds[1].Docketing] }
    await send('POST', 'user_security_role', {
      name: 'Users only',
      user_access: 'FULL',
      client_access: 'READ',
      ...people,
    })
    const id = await addAccount('strong')
    await expect
      .poll(async () => {
        const body = { name: 'X', user_id: id, scopes: { client: 'READ' } }
        const refused = await send('POST', 'api_key', body, 'Docketing')
        return ((refused.json().errors ?? []) as AnyRow[]).map(({ code }) => String(code).split(':')[0])
      })
      .toEqual(['stronger_user'])
  })

  test('is made of a person only if an administrator is left, and ends what the person could sign in with', async () => {
    const own = await send('PUT', `user/${api.userIds[1].Administrator}`, { is_service_account: true })
    expect((own.json().errors as AnyRow[])[0]).toMatchObject({ code: 'last_administrator' })
    const token = await api.tokenOf('View Only')
    const id = api.userIds[1]['View Only']
    expect((await send('PUT', `user/${id}`, { is_service_account: true })).status).toBe(200)
    const headers = { authorization: `Bearer ${token}` }
    await expect.poll(async () => (await api.call({ url: '/api/v1/ping', headers })).status).toBe(401)
    expect((await send('PUT', `user/${id}`, { is_service_account: false })).status).toBe(200)
    const body = { username: testEmail('View Only'), password: testPassword }
    expect((await api.call({ method: 'POST', url: '/api/v1/auth/login', body })).status).toBe(401)
  })

  test('that is made a person again has no second factor of before', async () => {
    const id = api.userIds[1].Manager
    const device = makePasskeyDevice({ origin: 'https://one.example' })
    await enrolTotp(api, 'Manager')
    expect((await enrolPasskey(api, 'Manager', { device })).status).toBe(200)
    await enterPassword(api, 'Manager')
    expect(await factorsOf(id)).toEqual({ passkeys: 1, apps: 1, codes: 10, questions: 1 })
    for (const is of [true, false])
      expect((await send('PUT', `user/${id}`, { is_service_account: is })).status).toBe(200)
    expect(await factorsOf(id)).toEqual({ passkeys: 0, apps: 0, codes: 0, questions: 0 })
    const url = '/api/v1/auth/login/passkey'
    const begun = await api.call({ method: 'POST', url })
    const { challenge, passkey_options: options } = begun.json()
    const body = { challenge, passkey: device.sign(options as AnyRow) }
    const headers = { cookie: cookieOf(begun) }
    expect((await api.call({ method: 'POST', url: `${url}/finish`, body, headers })).status).toBe(401)
  })
})

async function factorsOf(id: string): Promise<AnyRow | undefined> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<AnyRow>`select
      (select count(*)::integer from passkeys where user_id = ${id}::uuid) as passkeys,
      (select count(*)::integer from totp_factors where id = ${id}::uuid) as apps,
      (select count(*)::integer from recovery_codes where user_id = ${id}::uuid) as codes,
      (select count(*)::integer from factor_challenges where user_id = ${id}::uuid) as questions`.execute(trx),
  )
  return rows[0]
}
