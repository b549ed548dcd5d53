import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole, testEmail, testPassword } from '../../testing/api.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())
beforeEach(() => api.clock.advance(20 * 60_000))

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'

async function signIn(role: TestRole, userAgent = firefox): Promise<{ authorization: string }> {
  const answer = await api.call({
    method: 'POST',
    url: '/api/v1/auth/login',
    body: { username: testEmail(role), password: testPassword },
    headers: { 'user-agent': userAgent },
  })
  expect(answer.status, answer.text).toBe(200)
  return { authorization: `Bearer ${answer.json().access_token}` }
}

const urlOf = (role: TestRole) => `/api/v1/user/${api.userIds[1][role]}/sessions`
const endingOf = (role: TestRole) => `/api/v1/user/${api.userIds[1][role]}/end-sessions`
const isIn = async (headers: { authorization: string }) =>
  (await api.call({ url: '/api/v1/auth/me.json', headers })).status === 200

async function sessionsOf(role: TestRole) {
  const answer = await api.call({ as: 'Administrator', url: urlOf(role) })
  expect(answer.status, answer.text).toBe(200)
  return answer.json().sessions as Record<string, string | boolean | null>[]
}

test('an administrator sees where a user is signed in, and ends one session at once', async () => {
  const desk = await signIn('Docketing')
  const phone = await signIn('Docketing', 'Mozilla/5.0 (iPhone) Version/26.0 Mobile/15E148 Safari/604.1')
  const sessions = await sessionsOf('Docketing')
  expect(sessions.find(({ device }) => device === 'Firefox on Windows')).toMatchObject({
    ...{ network: '127.0.0.1', place: 'Private network', is_current: false },
  })
  const lost = sessions.find(({ device }) => device === 'Safari on iPhone')
  const end = { as: 'Administrator', method: 'DELETE', url: `${urlOf('Docketing')}/${lost?.id}` } as const
  expect((await api.call(end)).status).toBe(204)
  await expect.poll(() => isIn(phone)).toBe(false)
  expect(await isIn(desk)).toBe(true)
  expect((await api.call(end)).text).toContain('There is no such session, or it has already ended.')
  expect(await sentences()).toContain('Ada Administrator signed A Docketing out: Safari on iPhone.')
})

test('an administrator signs a user out everywhere, and never themselves here', async () => {
  const docketing = await signIn('Docketing')
  const everywhere = (role: TestRole) => api.call({ as: 'Administrator', method: 'POST', url: endingOf(role) })
  const count = (await sessionsOf('Docketing')).length
  expect((await everywhere('Docketing')).json()).toEqual({ ended: count })
  await expect.poll(() => isIn(docketing)).toBe(false)
  await signIn('Administrator')
  await everywhere('Administrator')
  expect((await sessionsOf('Administrator')).map(({ is_current }) => is_current)).toEqual([true])
})

test('no one else sees or ends sessions of others, and no one those of another firm', async () => {
  const docketing = await signIn('Docketing')
  const [session] = await sessionsOf('Docketing')
  for (const who of [{ as: 'Manager' }, { as: 'View Only' }, { as: 'Administrator', firm: 2 }] as const) {
    const status = 'firm' in who ? 404 : 403
    expect((await api.call({ ...who, url: urlOf('Docketing') })).status).toBe(status)
    const url = urlOf('Docketing')
    expect((await api.call({ ...who, method: 'DELETE', url: `${url}/${session?.id}` })).status).toBe(status)
    expect((await api.call({ ...who, method: 'POST', url: endingOf('Docketing') })).status).toBe(status)
  }
  expect(await isIn(docketing)).toBe(true)
})

test('someone who manages people doesn’t sign out a user whose role allows more', async () => {
  const body = { name: 'Staff', user_access: 'FULL', user_ids: [api.userIds[1].Manager] }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body })
  const known = async () => (await api.call({ as: 'Manager', url: '/api/v1/auth/me.json' })).json().security_role_id
  await expect.poll(known).toBe(made.json().id)
  const answer = await api.call({ as: 'Manager', method: 'POST', url: endingOf('Administrator') })
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('which you don')])
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
})

test('deactivating a user ends their sessions at once', async () => {
  const docketing = await signIn('Docketing')
  const url = `/api/v1/user/${api.userIds[1].Docketing}`
  await api.call({ as: 'Administrator', method: 'PUT', url, body: { is_active: false } })
  await expect.poll(() => isIn(docketing)).toBe(false)
  expect(await sessionsOf('Docketing')).toEqual([])
  await api.call({ as: 'Administrator', method: 'PUT', url, body: { is_active: true } })
})

async function sentences(): Promise<string[]> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ sentence: string }>`select sentence from system_events where type = 'other'`.execute(trx),
  )
  return rows.map(({ sentence }) => sentence)
}
