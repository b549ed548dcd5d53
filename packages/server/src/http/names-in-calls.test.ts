import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

const post = (url: string, body: AnyRow) =>
  api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${url}`, body })

test('names that calls give have no control characters', async () => {
  const calls: [url: string, body: AnyRow, field: string][] = [
    ['firm/agent-tokens', { name: 'a\u0001' }, 'name'],
    ['api_key', { name: 'a\nb', scopes: { case: 'READ' } }, 'name'],
    ['department/export', { file_name: 'a\u0007' }, 'file_name'],
  ]
  for (const [url, body, field] of calls) {
    const { status, json } = await post(url, body)
    expect([url, status, json().errors]).toMatchObject([url, 400, [{ field, code: 'control_characters' }]])
  }
  const { json } = await post('api_key', { name: 'x'.repeat(121), scopes: { case: 'READ' } })
  expect(json().errors).toMatchObject([{ field: 'name', code: 'too_long:120' }])
})

test("a wall's preview names a kind of wall that there is not", async () => {
  const { status, json } = await post('ethical_wall/preview', { wall_type: 'ROUND' })
  expect([status, json().errors]).toMatchObject([400, [{ field: 'wall_type' }]])
})
