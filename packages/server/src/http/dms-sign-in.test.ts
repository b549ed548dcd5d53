import { startFakeBox } from '@courtcrier/connectors/box/fake-box.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { openStoreGrants } from '../stores/store-grants.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { callWith, makeTestKey } from '../testing/api-keys.ts'
import { dmsRedirectUris, dmsSignIns } from '../testing/dms-sign-in.ts'
import { productRoutes } from './routes.ts'

const secret = 'the-secret-of-the-app'
let api: TestApi
let browser: ReturnType<typeof dmsSignIns>
let box: Awaited<ReturnType<typeof startFakeBox>>

beforeAll(async () => {
  const app = { clientId: 'courtcrier', clientSecret: secret, enterpriseId: '42' }
  box = await startFakeBox({ ...app, redirectUris: dmsRedirectUris })
  api = await openTestApi({
    environment: {
      COURTCRIER_URL: 'https://one.example',
      COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback',
      COURTCRIER_STORE_GATEWAY: `http://127.0.0.1:${box.service.port}`,
    },
    register: productRoutes,
  })
  browser = dmsSignIns(api)
})
afterEach(() => {
  box.authorize.isDeclined = false
  box.state.login = 'dana@firm.example'
})
afterAll(async () => {
  await api?.close()
  await box?.service.close()
})

test('someone signs in, the page says who and when, and the credential works without an entered token', async () => {
  const id = await add()
  expect(await shown(id)).toEqual({
    ...{ provider: 'Box', redirect_uri: dmsRedirectUris[0], is_entered: false },
    ...{ signed_in_at: null, signed_in_as: null },
  })
  expect(await tested(id)).toMatchObject({ ok: false, sentence: 'Not signed in yet. Sign in first.' })
  const result = await signIn(id)
  expect(result).toMatchObject({ state: 'done', sentence: 'Signed in at Box as dana@firm.example.' })
  expect(result.location).toMatch(/^\/dms-sign-in\?attempt=[\da-f-]{36}$/)
  expect(await shown(id)).toMatchObject({ signed_in_as: 'dana@firm.example', signed_in_at: expect.any(String) })
  expect(await health(id)).toMatchObject({ health: 'unknown', sentence: null })
  expect(await tested(id)).toMatchObject({ ok: true })
  expect(await eventsOf(id, 'dms_signed_in')).toHaveLength(1)
  const directed = sql`select user_id as by from directors where record_id = ${id} and field = 'refreshToken'`
  expect(await run(directed)).toEqual([{ by: api.userIds[1].Administrator }])
})

test('the refresh token of a sign-in is used, replaced with each use, and found by another process', async () => {
  const id = await add()
  await signIn(id)
  const first = box.state.refreshToken
  expect(await tested(id)).toMatchObject({ ok: true })
  expect(box.state.refreshToken).not.toBe(first)
  const renewed = await openStoreGrants(api.services).renew({ firmId: 1, credentialId: id }, async (refreshToken) => {
    expect(refreshToken).toBe(box.state.refreshToken)
    return { accessToken: 'a', endsAt: 0 }
  })
  expect(renewed.accessToken).toBe('a')
  expect(await shown(id)).toMatchObject({ signed_in_as: 'dana@firm.example' })
})

test('the service is asked for a code with a state, as this application', async () => {
  const began = await begin(await add())
  const url = new URL(String(began.json().url))
  expect(url.pathname).toBe('/api/oauth2/authorize')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    ...{ response_type: 'code', client_id: 'courtcrier', redirect_uri: dmsRedirectUris[0] },
    state: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('a policy may use the credential once someone has signed in, and stays as it is if the sign-in ends', async () => {
  const id = await add()
  const policy = { name: 'To Box', document_path: 'All', document_name: 'Motion', dms_credential_id: id }
  const save = (method: 'POST' | 'PUT', key: string, body: object) =>
    api.call({ as: 'Administrator', method, url: `/api/v1/${key}`, body })
  const refused = await save('POST', 'storage_policy', policy)
  expect([refused.status, refused.json().errors], refused.text).toMatchObject([
    400,
    [{ field: 'dms_credential_id', message: expect.stringContaining('No one has signed in to Box') }],
  ])
  await signIn(id)
  const made = await save('POST', 'storage_policy', policy)
  expect(made.status, made.text).toBe(201)
  // Another client ID ends it.
  expect((await save('PUT', `box_credential/${id}`, { client_id: 'other', client_secret: secret })).status).toBe(200)
  const renamed = await save('PUT', `storage_policy/${made.json().id}`, { name: 'To our Box' })
  expect(renamed.status, renamed.text).toBe(200)
})

test('copies that wait for the credential are released by a sign-in', async () => {
  const id = await add()
  expect(await tested(id)).toMatchObject({ ok: false })
  expect(await health(id)).toMatchObject({ health: 'failing' })
  const announced: string[] = []
  const stop = api.services.feed.subscribe(({ entity, ids }) => {
    if (entity === 'credential') announced.push(...ids)
  })
  await signIn(id)
  await expect.poll(() => announced).toContain(id)
  stop()
  expect(await health(id)).toMatchObject({ health: 'unknown' })
})

test('a person who cancels is told so, and an earlier sign-in stays', async () => {
  const id = await add()
  await signIn(id)
  box.authorize.isDeclined = true
  const { state, sentence } = await signIn(id)
  expect({ state, sentence }).toEqual({
    state: 'failed',
    sentence: "The sign-in was canceled, or Box doesn't let this account use the application. Nothing was changed.",
  })
  expect(await shown(id)).toMatchObject({ signed_in_as: 'dana@firm.example' })
  expect(await eventsOf(id, 'dms_sign_in_failed')).toHaveLength(1)
})

test('a client secret that Box refuses is told, with what to do', async () => {
  const id = await add({ client_secret: 'wrong' })
  const { state, sentence } = await signIn(id)
  expect(state).toBe('failed')
  expect(sentence).toMatch(/gives no token \(invalid_client.*Check the client ID and the client secret/)
})

test('a state works once, and another one never', async () => {
  const visited = await visit(await add())
  expect(await browser.comeBack(visited)).toMatchObject({ state: 'done' })
  expect((await browser.comeBack(visited)).location).toBe('/dms-sign-in?attempt=late')
  const other = visited.callback.replace(/state=[^&]+/, 'state=guessed')
  const answer = await api.call({ url: other, headers: { cookie: visited.cookie } })
  expect(answer.headers.location).toBe('/dms-sign-in?attempt=late')
})

test('another browser or another firm ends no sign-in, and no other browser learns how it went', async () => {
  const id = await add()
  const visited = await visit(id)
  const foreign = await api.call({ firm: 2, url: visited.callback, headers: { cookie: visited.cookie } })
  expect(foreign.headers.location).toBe('/dms-sign-in?attempt=late')
  await api.call({ url: visited.callback, headers: { cookie: 'other=1' } })
  const state = await api.call({ url: `/api/v1/dms-sign-in/${visited.attempt}`, headers: { cookie: visited.cookie } })
  expect(state.json()).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining("isn't the one that started"),
  })
  expect((await api.call({ url: `/api/v1/dms-sign-in/${visited.attempt}` })).status).toBe(404)
  expect(await shown(id)).toMatchObject({ signed_in_at: null })
})

test('a sign-in that takes longer than ten minutes ends', async () => {
  const visited = await visit(await add())
  await run(sql`update dms_sign_in_attempts set expires_at = now() where id = ${visited.attempt}::uuid`)
  const answer = await api.call({ url: visited.callback, headers: { cookie: visited.cookie } })
  expect(answer.headers.location).toBe('/dms-sign-in?attempt=late')
})

test('settings that change while someone signs in end the sign-in', async () => {
  const id = await add()
  const visited = await visit(id)
  await run(sql`update box_credentials set client_id = 'another' where id = ${id}::uuid`)
  expect((await browser.comeBack(visited)).sentence).toContain('The settings were changed')
  expect(await shown(id)).toMatchObject({ signed_in_at: null })
})

test('another client ID forgets the sign-in, another name or folder does not', async () => {
  const id = await add()
  await signIn(id)
  await change(id, { name: `Renamed ${id}`, folder_id: '777' })
  expect(await shown(id)).toMatchObject({ signed_in_as: 'dana@firm.example' })
  expect(await tested(id)).toMatchObject({ ok: true })
  await change(id, { client_id: 'another' })
  expect(await shown(id)).toMatchObject({ signed_in_at: null })
  expect(await run(sql`select 1 from store_grants where credential_id = ${id}::uuid`)).toEqual([])
})

test('a refresh token that is entered replaces a sign-in, and a sign-in one that was entered', async () => {
  const id = await add()
  await signIn(id)
  const token = box.state.refreshToken
  await change(id, { refresh_token: token })
  expect(await shown(id)).toMatchObject({ is_entered: true, signed_in_at: null })
  expect(await tested(id)).toMatchObject({ ok: true })
  await change(id, { refresh_token: 'spent' })
  expect(await tested(id)).toMatchObject({ ok: false, sentence: expect.stringContaining('sign in to Box again') })
  box.state.login = 'lee@firm.example'
  await signIn(id)
  expect(await shown(id)).toMatchObject({ is_entered: false, signed_in_as: 'lee@firm.example' })
  expect(await tested(id)).toMatchObject({ ok: true })
})

test('a sign-in again, as someone else, is used at once', async () => {
  const id = await add()
  await signIn(id)
  expect(await tested(id)).toMatchObject({ ok: true })
  box.state.login = 'lee@firm.example'
  expect(await signIn(id)).toMatchObject({ sentence: 'Signed in at Box as lee@firm.example.' })
  const given = box.state.refreshToken
  expect(await tested(id)).toMatchObject({ ok: true })
  expect(box.state.refreshToken).not.toBe(given)
})

test('neither answers, exports nor the log have a token, and the database has none in plain', async () => {
  const id = await add()
  await signIn(id)
  const url = '/api/v1/box_credential'
  const texts = await Promise.all([
    ...[`${url}/${id}`, `${url}/search`, `${url}/export`, `${url}/${id}/sign-in`, `/api/v1/credential/${id}`].map(
      async (each) => (await api.call({ as: 'Administrator', url: each })).text,
    ),
    inDatabase(),
  ])
  for (const each of [box.state.refreshToken ?? 'none', secret])
    for (const text of [...texts, api.logged()]) expect(text).not.toContain(each)
})

test('only those who may change a credential may sign in with it, and no API key', async () => {
  const id = await add()
  for (const method of ['POST', 'GET'] as const) {
    const asked = { method, url: `/api/v1/box_credential/${id}/sign-in` }
    expect((await api.call({ as: 'View Only', ...asked })).status).toBe(403)
    expect((await api.call({ as: 'Administrator', firm: 2, ...asked })).status).toBe(404)
    const key = await makeTestKey(api, { scopes: { box_credential: 'READ' } })
    expect((await callWith(api, key.secret, asked)).status).toBe(403)
  }
})

async function add(more: object = {}): Promise<string> {
  const body = { name: `Box ${crypto.randomUUID()}`, client_id: 'courtcrier', client_secret: secret, folder_id: '777' }
  const url = '/api/v1/box_credential'
  const answer = await api.call({ as: 'Administrator', method: 'POST', url, body: { ...body, ...more } })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

const begin = (id: string) => browser.begin(`box_credential/${id}`)
const visit = (id: string) => browser.visit(`box_credential/${id}`)
const signIn = (id: string) => browser.signIn(`box_credential/${id}`)
const read = async (url: string) => (await api.call({ as: 'Administrator', url: `/api/v1/${url}` })).json()
const shown = (id: string) => read(`box_credential/${id}/sign-in`)
const health = (id: string) => read(`credential/${id}`)

async function tested(id: string) {
  return (await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/box_credential/${id}/test` })).json()
}

async function change(id: string, body: object) {
  const answer = await api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/box_credential/${id}`, body })
  expect(answer.status, answer.text).toBe(200)
}

function run<Row>(query: RawBuilder<Row>) {
  return withSystem(api.services.database, async (trx) => (await query.execute(trx)).rows)
}

const eventsOf = (id: string, action: string) =>
  run(sql`select sentence from system_events where entity_id = ${id} and action = ${action}`)

async function inDatabase(): Promise<string> {
  const events = await run(sql`select * from system_events`)
  const grants = await run(sql`select encode(refresh_token, 'escape') as a from store_grants`)
  return JSON.stringify([...events, ...grants])
}
