import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeService, startFakeService } from '../testing/fake-service.ts'
import { testWays } from '../testing/store-settings.ts'
import { readAll } from './http-problem.ts'

let service: FakeService
beforeEach(async () => {
  service = await startFakeService(({ path }) =>
    path === '/busy' ? { status: 503, headers: { 'retry-after': '60' } } : { status: 200 },
  )
})
afterEach(() => service.close())

function open() {
  const { http } = testWays()
  return async (path: string, isPresigned = false) => {
    const url = new URL(`http://127.0.0.1:${service.port}${path}`)
    const answer = await http.send({ credentialId: 'c', method: 'GET', url, headers: {}, isPresigned })
    await readAll(answer)
    return answer.status
  }
}

test('a busy DMS is left alone for as long as it asks', async () => {
  const send = open()
  expect(await send('/busy')).toBe(503)
  await expect(send('/')).rejects.toMatchObject({ problem: { problem: 'throttled' } })
})

test('a busy address that was made for one upload pauses nothing else', async () => {
  const send = open()
  expect(await send('/busy', true)).toBe(503)
  expect(await send('/')).toBe(200)
})
