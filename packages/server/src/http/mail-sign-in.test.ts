import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { type GrantServer, startGrantServer } from '../testing/grant-server.ts'
import {
  addPersonal,
  comeBackFromService,
  mailRedirectUris,
  signInToAccount,
  visitService,
} from '../testing/mail-sign-in.ts'
import { productRoutes } from './routes.ts'

const user = 'notices@one.example'
let api: TestApi
let server: GrantServer

beforeAll(async () => {
  server = await startGrantServer({ redirectUris: mailRedirectUris, user })
  const environment = { COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_MAIL: 'loopback' }
  api = await openTestApi({ environment, register: productRoutes })
})
afterEach(() => {
  server.signInAs(user)
  server.cancel(false)
  server.refuseWith(undefined)
  server.addToTokens({})
})
afterAll(async () => {
  await api?.close()
  await server?.stop()
})

test('someone signs in to a mailbox, and its record says who, when and until when', async () => {
  const id = await addPersonal(api, server)
  expect(await read(id)).toMatchObject({ signed_in_at: null, sentence: expect.stringContaining('Not signed in yet') })
  const { state, sentence, location } = await signInToAccount(api, id)
  expect({ state, sentence }).toEqual({ state: 'done', sentence: `Signed in at Microsoft as ${user}.` })
  expect(location).toMatch(/^\/mail-sign-in\?attempt=[\da-f-]{36}$/)
  const row = await read(id)
  expect(row).toMatchObject({ signed_in_as: user, sentence: null })
  // Microsoft's refresh tokens end after 90 days without use.
  const days = (Date.parse(String(row.sign_in_ends_at)) - Date.now()) / (24 * 3600_000)
  expect(Math.round(days)).toBe(90)
})

test('the service is asked with PKCE for what the account needs, and whom it is for', async () => {
  const id = await addPersonal(api, server, { scope: null, tenant_id: null, token_url: null })
  const url = new URL(String((await begin(id)).json().url))
  expect(url.origin + url.pathname).toBe('https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    ...{ response_type: 'code', code_challenge_method: 'S256', redirect_uri: mailRedirectUris[0], login_hint: user },
    scope: 'https://outlook.office.com/IMAP.AccessAsUser.All offline_access openid email',
  })
  const sender = await addPersonal(api, server, {
    ...{ entity: 'mail_sender', service: 'GOOGLE_USER', scope: null, token_url: null, server: null, is_active: false },
  })
  const google = new URL(String((await begin(sender, 'mail_sender')).json().url))
  expect(google.origin + google.pathname).toBe('https://accounts.google.com/o/oauth2/v2/auth')
  expect(Object.fromEntries(google.searchParams)).toMatchObject({
    ...{ access_type: 'offline', prompt: 'consent', scope: 'https://mail.google.com/ openid email' },
  })
})

test('another account than the address signs in for a shared mailbox, and the answer says so', async () => {
  server.signInAs('clerk@one.example')
  const { state, sentence } = await signInToAccount(api, await addPersonal(api, server))
  expect(state).toBe('done')
  expect(sentence).toContain('as clerk@one.example.')
  expect(sentence).toContain(`${user} is another mailbox`)
})

test('a person who cancels is told so, and nothing is saved', async () => {
  const id = await addPersonal(api, server)
  server.cancel(true)
  const { state, sentence } = await signInToAccount(api, id)
  expect(state).toBe('failed')
  expect(sentence).toContain('The consent was declined')
  expect(await read(id)).toMatchObject({ signed_in_at: null })
  expect(await eventsOf(id, 'mail_sign_in_failed')).toHaveLength(1)
})

test('a state works once', async () => {
  const visit = await visitService(api, await addPersonal(api, server))
  expect(await comeBackFromService(api, visit)).toMatchObject({ state: 'done' })
  expect((await comeBackFromService(api, visit)).location).toBe('/mail-sign-in?attempt=late')
})

test('another browser or another firm ends no sign-in, and no other browser learns how it went', async () => {
  const id = await addPersonal(api, server)
  const visit = await visitService(api, id)
  const foreign = await api.call({ firm: 2, url: visit.callback, headers: { cookie: visit.cookie } })
  expect(foreign.headers.location).toBe('/mail-sign-in?attempt=late')
  await api.call({ url: visit.callback, headers: { cookie: 'other=1' } })
  const state = await api.call({ url: `/api/v1/mail-sign-in/${visit.attempt}`, headers: { cookie: visit.cookie } })
  expect(state.json()).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining("isn't the one that started"),
  })
  expect((await api.call({ url: `/api/v1/mail-sign-in/${visit.attempt}` })).status).toBe(404)
  expect(await read(id)).toMatchObject({ signed_in_at: null })
})

test('a sign-in that takes longer than ten minutes ends', async () => {
  const visit = await visitService(api, await addPersonal(api, server))
  await withSystem(api.services.database, (trx) =>
    sql`update mail_sign_in_attempts set expires_at = now() where id = ${visit.attempt}::uuid`.execute(trx),
  )
  const answer = await api.call({ url: visit.callback, headers: { cookie: visit.cookie } })
  expect(answer.headers.location).toBe('/mail-sign-in?attempt=late')
})

test('settings that change while someone signs in end the sign-in', async () => {
  const id = await addPersonal(api, server)
  const visit = await visitService(api, id)
  await withSystem(api.services.database, (trx) =>
    sql`update mailboxes set client_id = 'another' where id = ${id}::uuid`.execute(trx),
  )
  expect((await comeBackFromService(api, visit)).sentence).toContain('The settings were changed')
})

test('a sign-in opens no other mailbox than the one it was for', async () => {
  const id = await addPersonal(api, server)
  const visit = await visitService(api, id)
  const moveTo = (address: string) => change(id, { address, client_secret: server.client.clientSecret })
  await moveTo('partner@one.example')
  expect((await comeBackFromService(api, visit)).sentence).toContain('The settings were changed')
  await signInToAccount(api, id)
  await moveTo('other@one.example')
  expect(await grantsOf(id)).toBe(0)
})

test('another client ID forgets the sign-in, another name does not', async () => {
  const id = await addPersonal(api, server)
  await signInToAccount(api, id)
  await change(id, { name: 'Renamed' })
  expect(await read(id)).toMatchObject({ signed_in_as: user })
  expect(await grantsOf(id)).toBe(1)
  await change(id, { client_id: 'another' })
  expect(await read(id)).toMatchObject({ signed_in_as: null, sentence: expect.stringContaining('Not signed in yet') })
  expect(await grantsOf(id)).toBe(0)
})

const refusals = [
  ['AADSTS7000218: The request body must contain client_secret.', 'invalid_client', 'Microsoft wants a secret'],
  ['AADSTS700025: Client is public.', 'invalid_client', 'a public client, which has no secret'],
  [
    'AADSTS50194: Application is not configured as a multi-tenant application.',
    'invalid_request',
    'one directory only',
  ],
  ['AADSTS53003: Access has been blocked by Conditional Access policies.', 'invalid_grant', 'Conditional Access'],
] as const

test.each(refusals)('%s is explained', async (said, error, advice) => {
  const visit = await visitService(api, await addPersonal(api, server))
  server.refuseWith({ status: 400, body: { error, error_description: said } })
  expect((await comeBackFromService(api, visit)).sentence).toContain(advice)
})

test('a sign-in that the service ends soon says when', async () => {
  server.addToTokens({ refresh_token_expires_in: 7 * 24 * 3600 })
  const id = await addPersonal(api, server, {
    service: 'GOOGLE_USER',
    scope: 'imap',
  })
  const began = await begin(id)
  expect(new URL(String(began.json().url)).pathname).toBe('/oauth2/v2.0/auth')
  const { sentence } = await signInToAccount(api, await addPersonal(api, server))
  expect(sentence).toContain('ends this sign-in on')
})

test('neither answers, exports nor the log have a token, and the database has none in plain', async () => {
  const id = await addPersonal(api, server)
  await signInToAccount(api, id)
  const url = '/api/v1/mailbox'
  const texts = await Promise.all([
    api.call({ as: 'Administrator', url: `${url}/${id}` }).then(({ text }) => text),
    api.call({ as: 'Administrator', url: `${url}/search` }).then(({ text }) => text),
    api.call({ as: 'Administrator', url: `${url}/export` }).then(({ text }) => text),
    inDatabase(),
  ])
  expect(server.secrets().length).toBeGreaterThan(1)
  for (const secret of [...server.secrets(), server.client.clientSecret])
    for (const text of texts) expect(text).not.toContain(secret)
})

test('only those who may change an account may sign in to it, and others of the firm see no address to register', async () => {
  const id = await addPersonal(api, server)
  const asked = { method: 'POST' as const, url: `/api/v1/mailbox/${id}/sign-in` }
  expect((await api.call({ as: 'View Only', ...asked })).status).toBe(403)
  expect((await api.call({ as: 'Administrator', firm: 2, ...asked })).status).toBe(404)
  const uri = await api.call({ as: 'Administrator', url: '/api/v1/mail-sign-in/redirect-uri' })
  expect(uri.json()).toEqual({ redirect_uri: mailRedirectUris[0] })
})

test('an account that signs in by itself needs no one', async () => {
  const body = { name: 'By password', service: 'PASSWORD', address: user, server: 'imap://127.0.0.1:9', password: 'x' }
  const made = await api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/mailbox',
    body: { ...body, folder: 'INBOX' },
  })
  expect((await begin(String(made.json().id))).json()).toMatchObject({ url: null, attempt: null })
})

test('a test says that no one has signed in yet', async () => {
  const id = await addPersonal(api, server)
  const tested = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/mailbox/${id}/test` })
  expect(tested.json()).toMatchObject({ ok: false, sentence: expect.stringContaining('Not signed in yet') })
})

function begin(id: string, entity = 'mailbox') {
  return api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}/${id}/sign-in` })
}

async function read(id: string) {
  return (await api.call({ as: 'Administrator', url: `/api/v1/mailbox/${id}` })).json()
}

async function change(id: string, more: object) {
  const body = { ...more, ...('client_id' in more ? { client_secret: 'of the other' } : {}) }
  const answer = await api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/mailbox/${id}`, body })
  expect(answer.status, answer.text).toBe(200)
}

async function grantsOf(id: string): Promise<number> {
  const { rows } = await withSystem(api.services.database, (trx) =>
    sql<{ count: number }>`select count(*)::int as count from mail_grants where id = ${id}::uuid`.execute(trx),
  )
  return rows[0]?.count ?? 0
}

async function eventsOf(id: string, action: string) {
  const query = sql`select sentence from system_events where entity_id = ${id} and action = ${action}`
  return (await withSystem(api.services.database, (trx) => query.execute(trx))).rows
}

async function inDatabase(): Promise<string> {
  const { rows } = await withSystem(api.services.database, async (trx) => {
    const events = await sql`select * from system_events`.execute(trx)
    const grants = await sql`select encode(refresh_token, 'escape') as a, encode(access_token, 'escape') as b
      from mail_grants`.execute(trx)
    return { rows: [...events.rows, ...grants.rows] }
  })
  return JSON.stringify(rows)
}
