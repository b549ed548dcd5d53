import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { openSignOnApi } from '../../testing/sign-on-api.ts'
import { addProvider, collect, comeBack, signInBy, visitProvider } from '../../testing/sign-on-browser.ts'

let { api, server, close } = {} as Awaited<ReturnType<typeof openSignOnApi>>
let provider: string

beforeAll(async () => {
  ;({ api, server, close } = await openSignOnApi())
  provider = await addProvider(api, server, { name: 'Harlan Login' })
})
afterAll(() => close())
beforeEach(() => api.clock.advance(61_000))

test('with single sign-on an invitation leads to the provider, and the first sign-in accepts it', async () => {
  await setSignOn('oidc')
  const user = await addUser('ann')
  expect((await invite(user.id)).status).toBe(204)
  const mail = api.mails.at(-1)
  expect(mail?.to).toBe(user.email)
  for (const words of ['There is no password to set', 'with Harlan Login', 'Your role is View Only.'])
    expect(mail?.text).toContain(words)
  expect(mail?.text).toContain('https://one.example/login\n')
  expect(mail?.text).not.toContain('token=')
  expect(await read(user.id)).toMatchObject({ way: 'sign_on', is_settled: false, is_open: true, accepted_at: null })
  server.signInAs('ann-1', { email: user.email, email_verified: true })
  expect((await signInBy(api, provider)).status).toBe(200)
  expect(await read(user.id)).toMatchObject({ is_settled: true, is_open: false })
  expect((await read(user.id)).accepted_at).not.toBeNull()
  const again = await invite(user.id)
  expect([again.status, again.text]).toEqual([409, expect.stringContaining('already signed in with single sign-on')])
  expect(await sentencesAbout(user.id)).toEqual(
    expect.arrayContaining([
      'Ada Administrator invited Ann Invited to sign in with single sign-on.',
      'Ann Invited accepted the invitation.',
    ]),
  )
})

test('it isn’t sent twice within a minute', async () => {
  await setSignOn('oidc')
  const user = await addUser('ben')
  await invite(user.id)
  expect((await invite(user.id)).status).toBe(429)
})

test('it can be revoked until the user has signed in, and keeps them out until they are invited again', async () => {
  await setSignOn('oidc')
  const user = await addUser('dora')
  await invite(user.id)
  expect((await revoke(user.id)).status).toBe(204)
  expect(await read(user.id)).toMatchObject({ is_open: false, is_settled: false, accepted_at: null })
  expect(await stateOf(user.id)).toBe('REVOKED')
  server.signInAs('dora-1', { email: user.email, email_verified: true })
  const refused = await signInBy(api, provider)
  expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('Your invitation was revoked.')])
  const history = await api.call({ as: 'Administrator', url: '/api/v1/sign_in/search?sort=-created_at&max=100' })
  expect(history.json().sign_ins).toContainEqual(
    expect.objectContaining({ user_id: user.id, outcome: 'REFUSED', reason: 'INVITATION_REVOKED' }),
  )
  api.clock.advance(61_000)
  expect((await invite(user.id)).status).toBe(204)
  expect((await signInBy(api, provider)).status).toBe(200)
  expect(await stateOf(user.id)).toBe('ACCEPTED')
  const late = await revoke(user.id)
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('no open invitation')])
})

test('it can’t be revoked once the user is back from the provider, before the login page has the session', async () => {
  await setSignOn('oidc')
  const user = await addUser('edda')
  await invite(user.id)
  server.signInAs('edda-1', { email: user.email, email_verified: true })
  const visit = await visitProvider(api, provider)
  const location = await comeBack(api, visit)
  const late = await revoke(user.id)
  expect([late.status, late.text]).toEqual([409, expect.stringContaining('May sign in')])
  expect((await collect(api, location, visit)).status).toBe(200)
  expect((await read(user.id)).accepted_at).not.toBeNull()
})

test('a revoked invitation to set a password keeps its user from coming in by a provider instead', async () => {
  await setSignOn('local')
  const user = await addUser('finn')
  await invite(user.id)
  expect((await revoke(user.id)).status).toBe(204)
  server.signInAs('finn-1', { email: user.email, email_verified: true })
  expect((await signInBy(api, provider)).status).toBe(401)
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

function revoke(id: string) {
  return api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/user/${id}/invitation` })
}

async function stateOf(id: string) {
  return (await api.call({ as: 'Administrator', url: `/api/v1/user/${id}` })).json().invitation
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
