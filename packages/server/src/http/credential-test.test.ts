import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
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
  const secrets = { username: 'someone', password: 'x' }
  const id = await create({ name: 'Away', driver: 'WEBDAV', base_url: 'http://127.0.0.1:9/dav', ...secrets })
  const answer = await testOf('generic_credential', id)
  expect(answer.json()).toMatchObject({
    ok: false,
    sentence: expect.stringContaining('COURTCRIER_ALLOW_PRIVATE_STORES'),
  })
  expect(await kept(id)).toMatchObject({ health: 'failing' })
  await change(id, { password: 'y' })
  expect(await kept(id)).toMatchObject({ health: 'unknown', sentence: null })
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
