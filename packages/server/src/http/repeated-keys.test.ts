import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { openScim } from '../testing/scim.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

const administrator = { as: 'Administrator' } as const
const detailOf = (key: string) => `The body has the key "${key}" more than once.`

test.each([
  ['a login', {}, '/api/v1/auth/login', '{"email":"a@one.example","password":"x","email":"b@one.example"}', 'email'],
  ['a record', administrator, '/api/v1/client', '{"name":"Acme","number":"1","name":"Other"}', 'name'],
  ['a key in another spelling', administrator, '/api/v1/client', '{"name":"Acme","n\\u0061me":"Other"}', 'name'],
  [
    'an object within a list',
    administrator,
    '/api/v1/client/search',
    '{"filters":[{"field":"number","in":["1"],"in":["2"]}]}',
    'in',
  ],
  ['a call', administrator, '/api/v1/email_template/preview', '{"subject":"x","body":"x","subject":"y"}', 'subject'],
  [
    'a very long key',
    administrator,
    '/api/v1/client',
    `{"${'k'.repeat(300)}":1,"${'k'.repeat(300)}":2}`,
    'k'.repeat(100),
  ],
] as const)('%s with a key twice is refused, and the key named', async (_, who, url, body, key) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await api.call({ ...who, method: 'POST', url, body, headers })
  expect([answer.status, answer.json()]).toMatchObject([400, { code: 'malformed_request', detail: detailOf(key) }])
})

test('so it is in SCIM', async () => {
  const scim = await openScim(api)
  const headers = { 'content-type': 'application/scim+json' }
  const body = '{"userName":"one@one.example","active":true,"userName":"other@one.example"}'
  const answer = await scim.send('POST', '/Users', body, { headers })
  expect([answer.status, answer.json()]).toMatchObject([
    400,
    { scimType: 'invalidSyntax', detail: detailOf('userName') },
  ])
})

test('in SCIM, where names have no letter case, a key in another case is the same key', async () => {
  const scim = await openScim(api, { name: 'In another case' })
  const { id } = await scim.addUser('cased@one.example')
  const headers = { 'content-type': 'application/scim+json' }
  for (const [body, key] of [
    ['{"active":true,"userName":"cased@one.example","ACTIVE":false}', 'ACTIVE'],
    ['{"userName":"cased@one.example","name":{"givenName":"A","GivenName":"B"}}', 'GivenName'],
  ] as const) {
    const answer = await scim.send('PUT', `/Users/${id}`, body, { headers })
    expect([answer.status, answer.json()]).toMatchObject([400, { detail: detailOf(key) }])
  }
  const twice = '{"Operations":[{"op":"replace","path":"active","value":true,"Value":false}]}'
  expect((await scim.send('PATCH', `/Users/${id}`, twice, { headers })).json().detail).toBe(detailOf('Value'))
})

test('so it is in parameters that are JSON', async () => {
  const filters = encodeURIComponent('[{"field":"name","contains":"A","contains":"B"}]')
  const search = await api.call({ ...administrator, url: `/api/v1/client/search?filters=${filters}` })
  expect([search.status, search.json().errors]).toMatchObject([400, [{ field: 'filters.contains', code: 'repeated' }]])
  const mapping = encodeURIComponent('{"A":"name","A":"number"}')
  const imported = await api.call({
    ...administrator,
    method: 'POST',
    url: `/api/v1/client/import?mapping=${mapping}`,
    body: 'A\nAcme',
    headers: { 'content-type': 'text/csv' },
  })
  expect([imported.status, imported.json().errors]).toMatchObject([400, [{ field: 'mapping.A', code: 'repeated' }]])
})
