import { readFile } from 'node:fs/promises'
import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { type ApiAnswer, openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

const refusal =
  "Only administrators can choose this, because the mail server's word about who sent a message is believed."
let api: TestApi

// A manager who may change everything, and is no administrator.
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  const grants = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'FULL']))
  const body = { name: 'Nearly all', ...grants, user_ids: [api.userIds[1].Manager] }
  expect((await send('POST', 'user_security_role', body, 'Administrator')).status).toBe(201)
})
afterAll(() => api?.close())

const own = { service: 'PASSWORD', address: 'them@their.example', server: 'imaps://their.example', password: 'theirs' }
const byApplication = { tenant_id: 't', client_id: 'c', client_secret: 's' }

test.each([
  ['authserv', { ...own, authserv: 'mx.their.example' }],
  ['server', { ...own, server: 'imaps://imap.gmail.com' }],
  ['service', { ...own, service: 'MICROSOFT', server: null, password: null, ...byApplication }],
  ['service', { ...own, service: 'GRAPH', server: 'https://their.example', password: null, ...byApplication }],
  ['service', { ...own, service: 'GOOGLE_USER', server: null, password: null, client_id: 'c', client_secret: 's' }],
] as const)('only an administrator adds a mailbox that is believed by its %s', async (field, body) => {
  const name = `Believed by ${body.service} ${field}`
  const refused = await send('POST', 'mailbox', { ...body, name })
  expect([refused.status, refused.json().errors], refused.text).toMatchObject([400, [{ field, message: refusal }]])
  expect((await send('POST', 'mailbox', { ...body, name }, 'Administrator')).status).toBe(201)
})

test('someone who may change everything else adds a mailbox that isn’t believed, and can’t make it so', async () => {
  const id = await add({ ...own, name: 'Not believed' }, 'Manager')
  await expectRefused(await send('PUT', `mailbox/${id}`, { authserv: 'mx.their.example' }), ['authserv'])
  const change = { server: 'imaps://outlook.office365.com', password: 'theirs' }
  await expectRefused(await send('PUT', `mailbox/${id}`, change), ['server'])
  const graph = { service: 'GRAPH', server: null, password: null, ...byApplication }
  expect((await send('PUT', `mailbox/${id}`, graph)).text).toContain(refusal)
  expect(await read(id)).toMatchObject({ service: 'PASSWORD', server: own.server, authserv: null })
})

test('they can’t lead a believed mailbox elsewhere, nor end the belief, but may change the rest and delete it', async () => {
  const id = await add({ ...own, name: 'Led', authserv: 'mx.firm.example' }, 'Administrator')
  const changes = [
    ['server', { server: 'imaps://other.example', password: 'theirs' }],
    ['address', { address: 'other@their.example', password: 'theirs' }],
    ['folder', { folder: 'Shared/Theirs' }],
    ['authserv', { authserv: 'mx.their.example' }],
    ['authserv', { authserv: null }],
  ] as const
  for (const [field, change] of changes) {
    await expectRefused(await send('PUT', `mailbox/${id}`, change), [field])
    const bulk = await send('POST', 'mailbox/bulk-update', { ids: [id], values: change })
    expect(bulk.text, JSON.stringify(change)).toContain(refusal)
  }
  expect((await send('PUT', `mailbox/${id}`, { name: 'Led on', is_active: false })).status).toBe(200)
  expect((await send('PUT', `mailbox/${id}`, { authserv: 'mx2.firm.example' }, 'Administrator')).status).toBe(200)
  expect(await read(id)).toMatchObject({ server: own.server, folder: 'INBOX', authserv: 'mx2.firm.example' })
  expect((await send('DELETE', `mailbox/${id}`)).status).toBe(204)
})

test('a believable mailbox that no administrator set is not believed until one confirms it', async () => {
  const graph = { ...own, service: 'GRAPH', server: null, password: null, ...byApplication }
  const id = await add({ ...graph, name: 'From before' }, 'Administrator')
  expect(await read(id)).toMatchObject({ is_believed: true })
  await withFirm(api.services.database, 1, (trx) =>
    sql`update mailboxes set is_believed = false where id = ${id}::uuid`.execute(trx),
  )
  await expectRefused(await send('PUT', `mailbox/${id}`, { is_believed: true }), ['is_believed'])
  for (const as of ['Manager', 'Administrator'] as const)
    expect((await send('PUT', `mailbox/${id}`, { name: `From before, ${as}` }, as)).status).toBe(200)
  expect((await send('PUT', `mailbox/${id}`, { folder: 'Courts' }, 'Administrator')).status).toBe(200)
  expect(await read(id)).toMatchObject({ is_believed: false })
  expect((await send('PUT', `mailbox/${id}`, { is_believed: true }, 'Administrator')).status).toBe(200)
  await expectRefused(await send('PUT', `mailbox/${id}`, { is_believed: false }), ['is_believed'])
  expect(await read(id)).toMatchObject({ is_believed: true })
})

test('a mailbox that someone else adds counts as believed once an administrator names its mail server', async () => {
  const id = await add({ ...own, name: 'Named later', is_believed: true }, 'Manager')
  expect(await read(id)).toMatchObject({ is_believed: false })
  expect((await send('PUT', `mailbox/${id}`, { authserv: 'mx.firm.example' }, 'Administrator')).status).toBe(200)
  expect(await read(id)).toMatchObject({ is_believed: true })
})

test('of the mailboxes from before, those that administrators alone added and changed stay believed', async () => {
  const graph = { ...own, service: 'GRAPH', server: null, password: null, ...byApplication }
  const ids = {
    own: await add({ ...graph, name: 'By administrators' }, 'Administrator'),
    changed: await add({ ...graph, name: 'Changed by another' }, 'Administrator'),
    added: await add({ ...own, name: 'Added by another' }, 'Manager'),
    unknown: await add({ ...graph, name: 'Without a log' }, 'Administrator'),
  }
  expect((await send('PUT', `mailbox/${ids.own}`, { folder: 'Courts' }, 'Administrator')).status).toBe(200)
  expect((await send('PUT', `mailbox/${ids.changed}`, { name: 'Changed' })).status).toBe(200)
  const migration = await readFile(
    new URL('../base/db/migrations/000121-believed-mailboxes.sql', import.meta.url),
    'utf8',
  )
  const update = migration.slice(migration.indexOf('update mailboxes'))
  const { kysely } = api.services.database
  await sql`delete from system_events where entity_id = ${ids.unknown}`.execute(kysely)
  await sql`update mailboxes set is_believed = false`.execute(kysely)
  await sql.raw(update).execute(kysely)
  const { rows } = await sql<{ id: string }>`
    select id from mailboxes where is_believed and id = any(${Object.values(ids)}::uuid[])`.execute(kysely)
  expect(rows).toEqual([{ id: ids.own }])
})

test('what a mailbox no longer shows is not believed again when it returns to its own kind', async () => {
  const id = await add({ ...own, name: 'Returned', authserv: 'mx.firm.example' }, 'Administrator')
  const gone = await send('PUT', `mailbox/${id}`, {
    ...{ service: 'POSTMARK', call_secret: 'sixteen letters or more', password: null },
  })
  const back = await send('PUT', `mailbox/${id}`, { ...own, call_secret: null, server: 'imaps://other.example' })
  expect([gone.status, back.status, back.text]).toEqual([200, 400, expect.stringContaining(refusal)])
})

test('only an administrator says which forwarding services are believed', async () => {
  const refused = await send('PUT', 'firm/1', { trusted_forwarders: ['their.example'] })
  await expectRefused(refused, ['trusted_forwarders'], 'Only administrators can change this.')
  const change = await send('PUT', 'firm/1', { trusted_forwarders: ['forwarder.example'] }, 'Administrator')
  expect(change.status, change.text).toBe(200)
  expect((await send('PUT', 'firm/1', { trusted_forwarders: [] })).status).toBe(400)
  expect((await send('PUT', 'firm/1', { hides_unknown_emails: true })).status).toBe(200)
})

async function expectRefused(answer: ApiAnswer, fields: readonly string[], message = refusal): Promise<void> {
  expect(answer.status, answer.text).toBe(400)
  expect(answer.json().errors).toEqual(fields.map((field) => expect.objectContaining({ field, message })))
}

async function add(body: object, as: TestRole): Promise<string> {
  const made = await send('POST', 'mailbox', body, as)
  expect(made.status, made.text).toBe(201)
  return String(made.json().id)
}

const read = async (id: string) => (await send('GET', `mailbox/${id}`, undefined, 'Administrator')).json()

function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, as: TestRole = 'Manager') {
  return api.call({ as, method, url: `/api/v1/${path}`, ...(body ? { body } : {}) })
}
