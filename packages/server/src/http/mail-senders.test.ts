import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
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

/** An account through which every email passes must not be chosen by those who may not read them. */
test('someone who may change everything but is no administrator changes no sending account', async () => {
  const id = idOf(await create({ name: 'Kept', is_active: false }))
  const grants = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'FULL']))
  await make('user_security_role', { name: 'Nearly all', ...grants, user_ids: [api.userIds[1].Manager] })
  const calls = [
    ['POST', '/api/v1/mail_sender', { ...account(), name: 'Theirs' }],
    ['PUT', `/api/v1/mail_sender/${id}`, { server: 'smtp://127.0.0.2:25', password: 'theirs', is_active: true }],
    ['PUT', `/api/v1/mail_sender/${id}`, { password: null }],
    ['DELETE', `/api/v1/mail_sender/${id}`, undefined],
    ['POST', `/api/v1/mail_sender/${id}/sign-in`, undefined],
  ] as const
  for (const [method, url, body] of calls) {
    const answer = await api.call({ as: 'Manager', method, url, ...(body ? { body } : {}) })
    expect([answer.status, method, url], answer.text).toEqual([403, method, url])
    expect(answer.json().detail).toBe('Only an administrator can change sending accounts and sign in to them.')
  }
  expect(await read(id)).toMatchObject({ server: account().server, is_active: false })
})

test('an administrator whom a wall excludes from anything changes none either', async () => {
  const id = idOf(await create({ name: 'Walled', is_active: false }))
  const held = await make('timekeeper', { full_name: 'Ada Held' })
  const client = await make('client', { name: 'Zinc', number: 'Z' })
  const matter = await make('matter', { name: 'Zinc', number: 'Z', client_id: client })
  const wall = { name: 'Screen', wall_type: 'EXCLUSIONARY', matter_id: matter, timekeeper_ids: [held] }
  await make('ethical_wall', wall)
  await makeTimekeeper(held)
  const refused = await change(id, { sender_name: 'Mine' })
  await makeTimekeeper(null)
  expect([refused.status, refused.json().detail]).toEqual([403, expect.stringContaining('one applies to you')])
  expect((await change(id, { sender_name: 'Docketing' })).status).toBe(200)
})

async function make(entity: string, body: object): Promise<string> {
  const made = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(made.status, made.text).toBe(201)
  return idOf(made)
}

const makeTimekeeper = (to: string | null) =>
  withSystem(api.services.database, (trx) =>
    sql`update users set timekeeper_id = ${to}::uuid where id = ${api.userIds[1].Administrator}::uuid`.execute(trx),
  )

function idOf(answer: ApiAnswer): string {
  return String(answer.json().id)
}

function account() {
  return { service: 'PASSWORD', address: user, server: `smtp://127.0.0.1:${server.port}`, password: 'secret' }
}

function create(more: object) {
  return api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/mail_sender',
    body: { ...account(), ...more },
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
