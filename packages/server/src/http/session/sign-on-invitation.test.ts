import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { type IdentityServer, startIdentityServer } from '../../testing/identity-server.ts'
import { addProvider, redirectUris, signInBy } from '../../testing/sign-on-browser.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let server: IdentityServer
let provider: string

beforeAll(async () => {
  server = await startIdentityServer({ redirectUris })
  const environment = { COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_SIGN_ON: 'loopback' }
  api = await openTestApi({ environment, register: productRoutes })
  provider = await addProvider(api, server, { name: 'Harlan Login' })
})
afterAll(async () => {
  await api.close()
  await server.stop()
})
beforeEach(() => api.clock.advance(61_000))

test('with single sign-on an invitation leads to the provider, and the first sign-in accepts it', async () => {
  await setSignOn('oidc')
  const user = await addUser('ann')
  expect((await invite(user.id)).status).toBe(204)
  const mail = api.mails.at(-1)
  expect(mail?.to).toBe(user.email)
  for (const words of ['There is no password to set', 'by Harlan Login', 'Your role is View Only.'])
    expect(mail?.text).toContain(words)
  expect(mail?.text).toContain('https://one.example/login\n')
  expect(mail?.text).not.toContain('token=')
  expect(await read(user.id)).toMatchObject({ way: 'sign_on', is_settled: false, is_open: true, accepted_at: null })
  server.signInAs('ann-1', { email: user.email, email_verified: true })
  expect((await signInBy(api, provider)).status).toBe(200)
  expect(await read(user.id)).toMatchObject({ is_settled: true, is_open: false })
  expect((await read(user.id)).accepted_at).not.toBeNull()
  const again = await invite(user.id)
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('already signed in by single sign-on')])
  expect(await sentencesAbout(user.id)).toEqual(
    expect.arrayContaining([
      'Ada Administrator invited Ann Invited to sign in by single sign-on.',
      'Ann Invited accepted the invitation.',
    ]),
  )
})

test('it isn’t sent twice within a minute, and can’t be revoked, which says what to do instead', async () => {
  await setSignOn('oidc')
  const user = await addUser('ben')
  await invite(user.id)
  expect((await invite(user.id)).status).toBe(429)
  const url = `/api/v1/user/${user.id}/invitation`
  const revoked = await api.call({ as: 'Administrator', method: 'DELETE', url })
  expect([revoked.status, revoked.text]).toEqual([409, expect.stringContaining('May sign in')])
})

test('someone invited to set a password who signs in by a provider has accepted, and the link ends', async () => {
  await setSignOn('local')
  const user = await addUser('cora')
  await invite(user.id)
  const token = /token=([\w-]+)/.exec(api.mails.at(-1)?.text ?? '')?.[1]
  server.signInAs('cora-1', { email: user.email, email_verified: true })
  expect((await signInBy(api, provider)).status).toBe(200)
  expect((await read(user.id)).accepted_at).not.toBeNull()
  const body = { email: user.email, token, new_password: 'first password 1' }
  expect((await api.call({ method: 'POST', url: '/api/v1/auth/reset', body })).status).toBe(400)
})

async function setSignOn(type: 'oidc' | 'local'): Promise<void> {
  await withSystem(api.services.database, (trx) =>
    sql`update firms set signon_type = ${type} where id = 1`.execute(trx),
  )
}

async function addUser(name: string): Promise<{ id: string; email: string }> {
  const email = `${name}@one.example`
  const full = `${name.charAt(0).toUpperCase()}${name.slice(1)} Invited`
  const body = { email, full_name: full, security_role_id: api.firms[1].roleIds['View Only'] }
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user', body })
  expect(answer.status, answer.text).toBe(201)
  return { id: String(answer.json().id), email }
}

function invite(id: string) {
  return api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/user/${id}/invitation` })
}

async function read(id: string) {
  return (await api.call({ as: 'Administrator', url: `/api/v1/user/${id}/invitation` })).json()
}

async function sentencesAbout(id: string): Promise<string[]> {
  return withFirm(api.services.database, 1, async (trx) => {
    const { rows } = await sql<{ sentence: string }>`
      select sentence from system_events where entity_id = ${id}`.execute(trx)
    return rows.map(({ sentence }) => sentence)
  })
}
