import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  const environment = { COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback' }
  api = await openTestApi({ register: productRoutes, environment })
})
afterAll(() => api.close())

test('a valid credential is healthy, step by step', async () => {
  const id = await create({ name: 'Folder', driver: 'FILE_SYSTEM', folder_id: '/' })
  const answer = await testOf('generic_credential', id)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.json()).toMatchObject({ ok: true, sentence: 'Every step succeeded.' })
  const steps = answer.json().steps as { step: string; state: string }[]
  expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual(
    ['connect', 'folder', 'write', 'read', 'link', 'delete'].map((step) => `${step} ok`),
  )
  expect(await kept(id)).toMatchObject({ health: 'healthy', sentence: null, checked_at: answer.json().checked_at })
})

test('one that leads nowhere is failing, and says what to do', async () => {
  const id = await create({ ...dav, name: 'Away', base_url: 'http://10.0.0.1/dav' })
  const answer = await testOf('generic_credential', id)
  expect(answer.json()).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('COURTCRIER_ALLOW_PRIVATE_STORES'),
  })
  expect(await kept(id)).toMatchObject({ health: 'failing' })
  await change(id, { password: 'y' })
  expect(await kept(id)).toMatchObject({ health: 'unknown', sentence: null })
})

test('one that was not reached is not failing, and a policy may use it', async () => {
  const id = await create({ ...dav, name: 'Off' })
  const sentence = expect.stringContaining("couldn't be reached")
  expect((await testOf('generic_credential', id)).json()).toMatchObject({ ok: false, sentence })
  expect(await kept(id)).toMatchObject({ health: 'unreached', sentence })
  const policy = { name: 'To what is off', document_path: 'All', document_name: 'Motion', dms_credential_id: id }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/storage_policy', body: policy })
  expect(made.status, made.text).toBe(201)
})

test('one that was refused is still failing when it is not reached later', async () => {
  const id = await create({ ...dav, name: 'Refused' })
  await sql`update credentials set health = 'failing' where id = ${id}::uuid`.execute(api.services.database.kysely)
  await testOf('generic_credential', id)
  expect(await kept(id)).toMatchObject({ health: 'failing' })
})

test('only roles that may change a credential may test it', async () => {
  const id = await create({ name: 'Mine', driver: 'FILE_SYSTEM', folder_id: '/' })
  const url = `/api/v1/generic_credential/${id}/test`
  expect((await api.call({ as: 'View Only', method: 'POST', url })).status).toBe(403)
})

test('its expiration date is in the list of all credentials', async () => {
  const id = await create({ name: 'Ends', driver: 'FILE_SYSTEM', folder_id: '/', expires_at: '2027-01-31' })
  expect(await kept(id)).toMatchObject({ expires_at: '2027-01-31' })
  await change(id, { folder_id: '/b' })
  expect(await kept(id)).toMatchObject({ expires_at: '2027-01-31' })
  await change(id, { expires_at: null })
  expect(await kept(id)).toMatchObject({ expires_at: null })
})

test('each type of credential has its own form of address', async () => {
  const url = '/api/v1/generic_credential'
  const secrets = { username: 'someone', password: 'x' }
  for (const [driver, base_url] of [
    ['SFTP', 'https://files.example'],
    ['WEBDAV', 'sftp://files.example'],
  ]) {
    const body = { name: `Wrong ${driver}`, driver, base_url, ...secrets }
    const answer = await api.call({ as: 'Administrator', method: 'POST', url, body })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.text).toContain('base_url')
  }
  await create({ name: 'Right', driver: 'SFTP', base_url: 'sftp://files.example:2222/srv', ...secrets })
})

const dav = { driver: 'WEBDAV', base_url: 'http://127.0.0.1:9/dav', username: 'someone', password: 'x' }

async function create(body: Record<string, unknown>): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/generic_credential', body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function change(id: string, body: Record<string, unknown>): Promise<void> {
  const answer = await api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/generic_credential/${id}`, body })
  expect(answer.status, answer.text).toBe(200)
}

function testOf(kind: string, id: string) {
  return api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${kind}/${id}/test` })
}

async function kept(id: string) {
  return (await api.call({ as: 'Administrator', url: `/api/v1/credential/${id}` })).json()
}
