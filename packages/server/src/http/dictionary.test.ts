import { expect, onTestFinished, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'
import { exportRoutes } from './transfer/export.ts'
import { importRoutes } from './transfer/import.ts'

async function open(): Promise<TestApi> {
  const api = await openTestApi({
    register: (scope, services) => {
      resourceRoutes(scope, services)
      importRoutes(scope, services)
      exportRoutes(scope, services)
    },
  })
  onTestFinished(api.close)
  return api
}

const engagement = { 'matter.one': 'Engagement', 'matter.many': 'Engagements' }
const rename = (api: TestApi, dictionary: object) =>
  api.call({ as: 'Administrator', method: 'PUT', url: '/api/v1/firm/1', body: { dictionary } })

async function make(api: TestApi, entity: string, body: object): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function sentences(api: TestApi): Promise<string> {
  return (await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?sort=-createdAt' })).text
}

test("a firm's words are in events, refusals and export headers, and in no other firm", async () => {
  const api = await open()
  expect((await rename(api, engagement)).json().dictionary).toEqual(engagement)
  const clientId = await make(api, 'client', { name: 'Acme', number: '1' })
  const matterId = await make(api, 'matter', { name: 'Merger', number: 'M-1', client_id: clientId })
  expect(await sentences(api)).toContain('Engagement \\"Merger\\" was created.')
  const refused = await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/client/${clientId}` })
  expect(refused.json().detail).toContain('This record is used by 1 engagement.')
  const file = await api.call({ as: 'Administrator', url: '/api/v1/case/export?file_name=x', accept: 'text/csv' })
  expect(file.text.split('\r\n')[0]).toContain('Engagement')
  expect(file.text).not.toContain('Matter')

  await rename(api, {})
  await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/matter/${matterId}` })
  expect(await sentences(api)).toContain('Matter \\"Merger\\" was deleted.')
  const other = await api.call({ as: 'Administrator', firm: 2, url: '/api/v1/firm' })
  expect(other.json().dictionary).toEqual({})
})

test("a file with headers in the firm's words is imported, and so is one with the product's", async () => {
  const api = await open()
  await rename(api, { 'client.one': 'Customer', 'client.many': 'Customers' })
  await make(api, 'client', { name: 'Acme', number: '1' })
  const send = (header: string, number: string) =>
    api.call({
      as: 'Administrator',
      method: 'POST',
      url: '/api/v1/matter/import?mode=commit',
      headers: { 'content-type': 'text/csv' },
      body: `Name,Number,${header}\nMerger,${number},Acme\n`,
    })
  for (const [header, number] of [
    ['Customer', 'M-1'],
    ['Client', 'M-2'],
  ] as const) {
    const answer = await send(header, number)
    expect(answer.json(), answer.text).toMatchObject({ status: 'committed', counts: { new: 1, error: 0 } })
  }
  expect(await sentences(api)).toContain('An import of matters: 1 new')
})

test('a role that may not see the firm reads its words, and may not change them', async () => {
  const api = await open()
  await rename(api, engagement)
  expect((await api.call({ as: 'View Only', url: '/api/v1/firm' })).json().dictionary).toEqual(engagement)
  const body = { dictionary: {} }
  const refused = await api.call({ as: 'View Only', method: 'PUT', url: '/api/v1/firm/1', body })
  expect(refused.status).toBe(403)
  expect((await api.call({ url: '/api/v1/firm' })).json()).not.toHaveProperty('dictionary')
})

test('a word that is too long is refused, naming its key', async () => {
  const api = await open()
  const answer = await rename(api, { 'matter.one': 'x'.repeat(61) })
  expect([answer.status, answer.text]).toEqual([
    400,
    expect.stringContaining('"field":"dictionary","code":"too_long:60"'),
  ])
})
