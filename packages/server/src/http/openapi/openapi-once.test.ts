import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

const ask = (accepted: string) =>
  api.app.inject({ url: '/api/v1/openapi.json', headers: { host: 'one.example', 'accept-encoding': accepted } })

test('the description of the API, which anyone may ask for, is written and compressed once', async () => {
  const plain = await ask('identity')
  expect([plain.statusCode, plain.headers['content-encoding']]).toEqual([200, undefined])
  const written = vi.spyOn(JSON, 'stringify').mockClear()
  const zipped = [await ask('gzip, deflate, br'), await ask('deflate, gzip;q=0.5')]
  const lengths = written.mock.results.map(({ value }) => String(value).length)
  written.mockRestore()
  expect(lengths.filter((length) => length > 100_000)).toEqual([])
  for (const { headers, rawPayload } of zipped) {
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('accept-encoding') })
    expect(gunzipSync(rawPayload).equals(plain.rawPayload)).toBe(true)
  }
})

test.each(['', 'gzip;q=0', 'br', 'deflate', 'x-gzip-not'])('it is not compressed for "%s"', async (accepted) => {
  const { headers, body } = await ask(accepted)
  expect(headers['content-encoding']).toBeUndefined()
  expect(JSON.parse(body)).toMatchObject({ openapi: '3.1.0' })
})
