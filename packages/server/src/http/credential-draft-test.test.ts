import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  const environment = { COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback' }
  api = await openTestApi({ register: productRoutes, environment })
})
afterAll(() => api.close())

const folder = { name: 'Folder', driver: 'FILE_SYSTEM', folder_id: '/' }
const dav = { name: 'Dav', driver: 'WEBDAV', base_url: 'http://127.0.0.1:9/dav', username: 'someone', password: 'x' }

test('a credential is tested before it is saved, step by step, and nothing of it is saved', async () => {
  const answer = await post('/test', folder)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.json()).toMatchObject({ ok: true, sentence: 'Every step succeeded.' })
  expect(await names()).not.toContain('Folder')
  const { system_events: events } = (
    await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?max=50' })
  ).json() as { system_events: { sentence: string }[] }
  expect(events.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringMatching(/ tested the credential "Folder" before saving it: Every step succeeded\.$/),
  )
})

test('what could not be saved is refused as saving it would be', async () => {
  const answer = await post('/test', { ...dav, base_url: 'sftp://files.example' })
  expect(answer.status, answer.text).toBe(400)
  expect(answer.text).toContain('base_url')
  expect((await post('/test', folder, 'View Only')).status).toBe(403)
})

test('changes are tested before they are saved, and the secret goes nowhere it was not saved for', async () => {
  const id = String((await post('', dav)).json().id)
  const elsewhere = await post(`/${id}/test`, { base_url: 'http://127.0.0.1:10/dav' })
  expect(elsewhere.status, elsewhere.text).toBe(400)
  expect(elsewhere.text).toContain('password')
  const entered = await post(`/${id}/test`, { base_url: 'http://127.0.0.1:10/dav', password: 'y' })
  expect(entered.json()).toMatchObject({ ok: false, sentence: expect.stringContaining("couldn't be reached") })
  const kept = (await api.call({ as: 'Administrator', url: `/api/v1/generic_credential/${id}` })).json()
  expect(kept).toMatchObject({ base_url: dav.base_url })
  expect((await api.call({ as: 'Administrator', url: `/api/v1/credential/${id}` })).json()).toMatchObject({
    health: 'unknown',
  })
  await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/generic_credential/${id}` })
})

test('one that someone has to sign in to says that it must be saved first', async () => {
  const body = { name: 'Dropbox', driver: 'DROPBOX', client_id: 'k', client_secret: 's' }
  expect((await post('/test', body)).json()).toMatchObject({
    ok: false,
    sentence: 'Someone has to sign in to this credential before it can be tested. Save it first, then sign in.',
  })
})

function post(path: string, body: object, as: TestRole = 'Administrator') {
  return api.call({ as, method: 'POST', url: `/api/v1/generic_credential${path}`, body: { ...body } })
}

async function names(): Promise<string[]> {
  const answer = await api.call({ as: 'Administrator', url: '/api/v1/generic_credential/search' })
  return (answer.json().generic_credentials as { name: string }[]).map(({ name }) => name)
}
