import { usualPace } from '@courtcrier/lib/pace.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeAnswer, type FakeService, startFakeService } from '../testing/fake-service.ts'
import { testWays } from '../testing/store-settings.ts'
import { readAll } from './http-problem.ts'
import type { LimitClock, RequestLimit } from './request-limits.ts'

const answers: Readonly<Record<string, FakeAnswer>> = {
  '/busy': { status: 503, headers: { 'retry-after': '60' } },
  '/last': { status: 200, headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': '60' } },
}

let service: FakeService
beforeEach(async () => {
  service = await startFakeService(({ path }) => answers[path] ?? { status: 200 })
})
afterEach(() => service.close())

function open(clock?: LimitClock) {
  const { http } = testWays(usualPace, 10_000, clock)
  return async (path: string, isPresigned = false, limits: readonly RequestLimit[] = []) => {
    const url = new URL(`http://127.0.0.1:${service.port}${path}`)
    const answer = await http.send({ credentialId: 'c', method: 'GET', url, headers: {}, isPresigned, limits })
    await readAll(answer, 'reading')
    return answer.status
  }
}

test('a busy DMS is left alone for as long as it asks', async () => {
  const send = open()
  expect(await send('/busy')).toBe(503)
  await expect(send('/')).rejects.toMatchObject({ problem: { problem: 'throttled' } })
})

test('a DMS that says that an answer was the last one for a while is left alone for as long', async () => {
  const send = open()
  expect(await send('/last')).toBe(200)
  await expect(send('/')).rejects.toMatchObject({ problem: { problem: 'throttled', retryAfterMs: expect.any(Number) } })
})

test('a request that waits for its turn is not sent if the DMS asks for a pause meanwhile', async () => {
  const limits = [{ key: 'account', most: 2, seconds: 1 }]
  const { promise: pauses, resolve: pause } = Promise.withResolvers<void>()
  const send = open({ now: () => 0, sleep: () => pauses })
  expect(await send('/', false, limits)).toBe(200)
  const waiting = send('/', false, limits)
  expect(await send('/busy')).toBe(503)
  pause()
  await expect(waiting).rejects.toMatchObject({ problem: { problem: 'throttled' } })
})

test('a busy address that was made for one upload pauses nothing else', async () => {
  const send = open()
  expect(await send('/busy', true)).toBe(503)
  expect(await send('/')).toBe(200)
})
