import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountMailServer, startAccountMailServer } from '../testing/account-mail-server.ts'
import { type ApiAnswer, openTestApi, type TestApi, testEmail } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

const user = 'docketing@one.example'
let api: TestApi
let server: AccountMailServer

beforeAll(async () => {
  api = await openTestApi({
    register: productRoutes,
    environment: { COURTCRIER_ALLOW_PRIVATE_MAIL: 'loopback' },
  })
  server = await startAccountMailServer({ user })
})
afterAll(async () => {
  await server?.close()
  await api?.close()
})

test('a firm has at most one sending account in use, and the refusal names the other', async () => {
  const first = await create({ name: 'First' })
  expect(first.status).toBe(201)
  const second = await create({ name: 'Second' })
  expect(second.status).toBe(400)
  expect(second.text).toContain('At most one is in use, and First is. Take it out of use first.')
  const spare = await create({ name: 'Second', is_active: false })
  expect(spare.status).toBe(201)
  expect((await change(idOf(spare), { is_active: true })).status).toBe(400)
  expect((await change(idOf(first), { is_active: false })).status).toBe(200)
  expect((await change(idOf(spare), { is_active: true })).status).toBe(200)
  await change(idOf(spare), { is_active: false })
})

test('an account lacks what its service needs', async () => {
  const answer = await create({ name: 'Lacking', service: 'OAUTH', is_active: false })
  expect(answer.status).toBe(400)
  for (const field of ['token_url', 'client_id', 'client_secret']) expect(answer.text).toContain(field)
})

test('a test sends one email to the person who tests, and the account counts as healthy until it is changed', async () => {
  const id = idOf(await create({ name: 'Tested', is_active: false }))
  const answer = await tryIt(id)
  expect(answer.json()).toMatchObject({ ok: true, sentence: 'Every step succeeded.' })
  expect(server.caught).toMatchObject([{ from: user, to: [testEmail('Administrator', 1)] }])
  expect(await read(id)).toMatchObject({ health: 'healthy' })
  await change(id, { sender_name: 'Docketing' })
  expect(await read(id)).toMatchObject({ health: 'unknown', checked_at: null })
})

test('a test says what is wrong, and others may not test', async () => {
  const id = idOf(await create({ name: 'Wrong', password: 'wrong', is_active: false }))
  expect((await tryIt(id)).json()).toMatchObject({ ok: false, sentence: expect.stringContaining('login') })
  expect((await tryIt(id, 'View Only')).status).toBe(403)
})

test('with another server, the password must be entered again', async () => {
  const id = idOf(await create({ name: 'Moved', is_active: false }))
  const answer = await change(id, { server: 'smtp://127.0.0.2:25' })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('Enter it again')
})

test('users can be invited by mail where only the firm has an account', async () => {
  const terms = async () =>
    (await api.call({ as: 'Administrator', method: 'GET', url: '/api/v1/user/invitation' })).json()
  expect(await terms()).toMatchObject({ can_send: false })
  const id = idOf(await create({ name: 'Inviting' }))
  expect(await terms()).toMatchObject({ can_send: true })
  await change(id, { is_active: false })
})

function idOf(answer: ApiAnswer): string {
  return String(answer.json().id)
}

function create(more: object) {
  const account = { service: 'PASSWORD', address: user, server: `smtp://127.0.0.1:${server.port}`, password: 'secret' }
  return api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/mail_sender',
    body: { ...account, ...more },
  })
}

function change(id: string, body: object) {
  return api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/mail_sender/${id}`, body })
}

async function read(id: string) {
  return (await api.call({ as: 'Administrator', method: 'GET', url: `/api/v1/mail_sender/${id}` })).json()
}

function tryIt(id: string, as: 'Administrator' | 'View Only' = 'Administrator') {
  return api.call({ as, method: 'POST', url: `/api/v1/mail_sender/${id}/test`, body: {} })
}
