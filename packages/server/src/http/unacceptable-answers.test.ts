import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
})
afterAll(() => api.close())

const as = 'Administrator'
const read = async (url: string) => (await api.call({ as, url: `/api/v1/${url}` })).json()

/** The call, sent so that none of the types it answers is accepted. */
function change(method: 'POST' | 'PUT', url: string, body: object) {
  return api.call({ as, method, url: `/api/v1/${url}`, body, accept: 'text/html, application/json;q=0' })
}

test('a change is not carried out if its answer would be refused', async () => {
  expect((await change('POST', 'department', { name: 'Refused', number: 'R-1' })).status).toBe(406)
  expect(await read('department/count')).toEqual({ count: 0 })

  const body = { name: 'Kept', number: 'K-1' }
  const { id } = (await api.call({ as, method: 'POST', url: '/api/v1/department', body })).json()
  expect((await change('PUT', `department/${id}`, { name: 'Refused' })).status).toBe(406)
  expect(await read(`department/${id}`)).toMatchObject({ name: 'Kept' })

  expect((await change('PUT', 'firm/1', { name: 'Refused' })).status).toBe(406)
  expect(await read('firm')).toMatchObject({ name: 'Firm 1' })
})
