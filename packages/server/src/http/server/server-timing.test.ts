import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { resourceRoutes } from '../resources.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
})
afterAll(() => api.close())

function timesOf(header: unknown): number[] {
  const times = /^total;dur=([\d.]+), database;dur=([\d.]+)$/.exec(String(header))
  return (times ?? []).slice(1).map(Number)
}

test('an answer reports how long it took and how much of it was the database, reading and writing', async () => {
  const read = await api.call({ as: 'Administrator', url: '/api/v1/judge/search' })
  const body = { name: 'Exhibits', number: 'D-1' }
  const written = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/department', body })
  expect([read.status, written.status]).toEqual([200, 201])
  for (const { headers } of [read, written]) {
    const [total = 0, database = 0] = timesOf(headers['server-timing'])
    expect(database).toBeGreaterThan(0)
    expect(total).toBeGreaterThanOrEqual(database)
  }
})

test('nothing is reported without a login', async () => {
  const body = { username: 'nobody@one.example', password: 'correct horse 1' }
  const answers = [
    await api.call({ method: 'POST', url: '/api/v1/auth/login', body }),
    await api.call({ url: '/api/v1/judge/search' }),
    await api.call({ url: '/api/v1/firm' }),
  ]
  for (const { headers } of answers) expect(headers['server-timing']).toBeUndefined()
})
