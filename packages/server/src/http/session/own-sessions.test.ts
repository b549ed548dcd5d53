import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, testEmail, testPassword } from '../../testing/api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

const url = '/api/v1/auth/sessions'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0'

interface Listed {
  id: string
  device: string | null
  last_seen_at: string
  signed_in_at: string
  is_current: boolean
}

/** Logs in once more from a browser and returns the tokens. */
async function signIn(role: 'Manager' | 'Docketing', userAgent: string): Promise<{ access: string; refresh: string }> {
  const answer = await api.call({
    method: 'POST',
    url: '/api/v1/auth/login',
    body: { username: testEmail(role), password: testPassword },
    headers: { 'user-agent': userAgent },
  })
  const { access_token, refresh_token } = answer.json() as Record<string, string>
  return { access: access_token ?? '', refresh: refresh_token ?? '' }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function listed(headers: Record<string, string>): Promise<Listed[]> {
  return (await api.call({ url, headers })).json().sessions as Listed[]
}

test('a person sees their sessions, most recently used first, and which one is current', async () => {
  const desk = await signIn('Manager', firefox)
  api.clock.advance(60_000)
  const phone = await signIn('Manager', 'Mozilla/5.0 (iPhone) Version/26.0 Mobile/15E148 Safari/604.1')
  const sessions = await listed(bearer(desk.access))
  expect(sessions.map(({ device, is_current }) => [device, is_current])).toEqual([
    ['Safari on iPhone', false],
    ['Firefox on Windows', true],
  ])
  api.clock.advance(60_000)
  const body = { refresh_token: desk.refresh, grant_type: 'refresh_token' }
  expect((await api.call({ method: 'POST', url: '/api/v1/oauth/access_token', body })).status).toBe(200)
  const [first] = await listed(bearer(phone.access))
  expect(first).toMatchObject({ device: 'Firefox on Windows', is_current: false })
  expect(Date.parse(first?.last_seen_at ?? '') - Date.parse(first?.signed_in_at ?? '')).toBe(120_000)
})

test('a session that is ended is refused at once, with both of its tokens, and this is logged', async () => {
  const desk = await signIn('Docketing', firefox)
  const lost = await signIn('Docketing', 'curl/8.9.1')
  const session = (await listed(bearer(desk.access))).find(({ device }) => device === 'curl')
  const end = { method: 'DELETE', url: `${url}/${session?.id}`, headers: bearer(desk.access) } as const
  expect((await api.call(end)).status).toBe(204)
  await expect.poll(async () => (await api.call({ url, headers: bearer(lost.access) })).status).toBe(401)
  const body = { refresh_token: lost.refresh, grant_type: 'refresh_token' }
  expect((await api.call({ method: 'POST', url: '/api/v1/oauth/access_token', body })).status).toBe(401)
  expect((await api.call({ url, headers: bearer(desk.access) })).status).toBe(200)
  expect((await api.call(end)).text).toContain('You have no such session, or it has already ended.')
  expect(await sentences()).toContain('A Docketing signed out of a session: curl.')
})

test('all other sessions end at once, and this one stays', async () => {
  const desk = await signIn('Manager', firefox)
  const before = await listed(bearer(desk.access))
  expect(before.length).toBeGreaterThan(2)
  const call = { method: 'POST', url: `${url}/end-others`, headers: bearer(desk.access) } as const
  expect((await api.call(call)).json()).toEqual({ ended: before.length - 1 })
  expect((await listed(bearer(desk.access))).map(({ is_current }) => is_current)).toEqual([true])
  expect((await api.call(call)).json()).toEqual({ ended: 0 })
  expect(
    (await sentences()).filter((text) => text.startsWith('A Manager signed out all other sessions:')),
  ).toHaveLength(1)
})

test("no one sees or ends another person's session, in the firm or in another one", async () => {
  const mine = await signIn('Manager', firefox)
  const [session] = await listed(bearer(mine.access))
  const path = `${url}/${session?.id}`
  for (const who of [{ as: 'Administrator' }, { as: 'Manager', firm: 2 }, { as: 'Administrator', firm: 2 }] as const) {
    expect((await api.call({ ...who, url })).text).not.toContain(session?.id)
    expect((await api.call({ ...who, method: 'DELETE', url: path })).status).toBe(404)
  }
  expect((await api.call({ url })).status).toBe(401)
  expect((await api.call({ method: 'DELETE', url: path })).status).toBe(401)
  expect((await api.call({ as: 'Manager', method: 'DELETE', url: `${url}/no-id` })).status).toBe(404)
  expect((await api.call({ url, headers: bearer(mine.access) })).status).toBe(200)
})

test('an expired session is no longer listed, and tokens are never returned', async () => {
  const old = await signIn('Docketing', firefox)
  api.clock.advance(15 * 24 * 3600 * 1000)
  const fresh = await signIn('Docketing', 'curl/8.9.1')
  const { text } = await api.call({ url, headers: bearer(fresh.access) })
  expect(text).not.toContain('Firefox on Windows')
  for (const secret of [old.refresh, fresh.refresh, 'token', 'hash']) expect(text).not.toContain(secret)
})

async function sentences(): Promise<string[]> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ sentence: string }>`select sentence from system_events where type = 'other'`.execute(trx),
  )
  return rows.map(({ sentence }) => sentence)
}
