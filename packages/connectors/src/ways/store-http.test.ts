import dns from 'node:dns'
import { once } from 'node:events'
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { usualPace } from '@courtcrier/lib/pace.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type FakeAnswer, type FakeService, startFakeService } from '../testing/fake-service.ts'
import { testWays } from '../testing/store-settings.ts'
import { readAll } from './http-problem.ts'
import type { LimitClock, RequestLimit } from './request-limits.ts'
import { openStoreAddresses } from './store-address.ts'
import { openStoreHttp } from './store-http.ts'

const answers: Readonly<Record<string, FakeAnswer>> = {
  '/busy': { status: 503, headers: { 'retry-after': '60' } },
  '/last': { status: 200, headers: { 'ratelimit-remaining': '0', 'ratelimit-reset': '60' } },
}

let service: FakeService
let asked: string[]
beforeEach(async () => {
  asked = []
  service = await startFakeService(({ path }) => {
    asked.push(path)
    return answers[path] ?? { status: 200 }
  })
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

test('of requests on a connection that turns out to be dead, only those that change nothing are sent again', async () => {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    // The first request leaves a connection to the pool; it ends under the next one, which may have been carried out.
    const isDead = request.url === '/next' && asked.filter((each) => each.endsWith('/next')).length === 1
    if (isDead) request.socket.destroy()
    else request.resume().on('end', () => response.end())
  })
  for (const [method, times] of [
    ['GET', 2],
    ['POST', 1],
  ] as const) {
    asked.length = 0
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { http: store } = testWays()
    const send = async (path: string) => {
      const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
      const body = method === 'POST' ? Buffer.from('x') : undefined
      await readAll(await store.send({ credentialId: 'c', method, url, headers: {}, body }), 'asking')
    }
    await send('/first')
    const next = send('/next')
    if (times === 1) await expect(next).rejects.toMatchObject({ problem: { problem: 'transient', isUnanswered: true } })
    else await next
    expect(asked.filter((each) => each === `${method} /next`)).toHaveLength(times)
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
})

test.each(['127.0.0.1', 'dms.example'])('%s is in a private network, so that nothing is sent there', async (host) => {
  const lookup = vi
    .spyOn(dns, 'lookup')
    .mockImplementation(((_host: string, _options: object, done: (...all: unknown[]) => void) =>
      done(null, [{ address: '127.0.0.1', family: 4 }])) as never)
  syncBuiltinESMExports()
  onTestFinished(() => {
    lookup.mockRestore()
    syncBuiltinESMExports()
  })
  const store = openStoreHttp({ addresses: openStoreAddresses(), log: { debug: () => {} }, pace: usualPace })
  const url = new URL(`http://${host}:${service.port}/`)
  await expect(store.send({ credentialId: 'c', method: 'GET', url, headers: {} })).rejects.toMatchObject({
    problem: { problem: 'auth', sentence: expect.stringContaining('is in a private network') },
  })
  expect(asked).toEqual([])
})

test('an answer that goes on in another protocol is a problem that may pass, and is not waited for', async () => {
  const server = http.createServer((_, response) => {
    response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const { http: store } = testWays(usualPace, 10_000)
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  for (const method of ['GET', 'PUT'])
    await expect(store.send({ credentialId: 'c', method, url, headers: {} })).rejects.toMatchObject({
      problem: {
        problem: 'transient',
        sentence: "127.0.0.1 couldn't be reached, or the connection was lost (EPROTO).",
      },
    })
})
