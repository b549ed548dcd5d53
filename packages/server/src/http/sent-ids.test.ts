import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

const call = (method: 'POST' | 'PUT', url: string, body: AnyRow) =>
  api.call({ as: 'Administrator', method, url: `/api/v1/${url}`, body })
const other = '00000000-0000-4000-8000-000000000000'

test('a record that was read can be sent back whole, but not to another address, nor as a new one', async () => {
  const made = (await call('POST', 'department', { name: 'One', number: 'SI-1' })).json()
  const { id: second } = (await call('POST', 'department', { name: 'Two', number: 'SI-2' })).json()
  const same = await call('PUT', `department/${made.id}`, { ...made, id: String(made.id).toUpperCase(), name: 'Uno' })
  expect([same.status, same.json().name]).toEqual([200, 'Uno'])
  const refused = [
    await call('PUT', `department/${second}`, { id: made.id, name: 'Wrong' }),
    await call('PUT', 'firm/1', { id: 2, name: 'Wrong' }),
    await call('POST', 'department', { id: other, name: 'Three', number: 'SI-3' }),
  ]
  for (const { status, json } of refused)
    expect([status, json().errors]).toMatchObject([400, [{ field: 'id', code: 'read_only_field' }]])
  const all = await call('POST', 'department', { id: other, name: 'Three' })
  expect((all.json().errors as AnyRow[]).map(({ field }) => field)).toEqual(['id', 'number'])
})
