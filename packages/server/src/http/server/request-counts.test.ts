import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { requestCounts } from './request-counts.ts'

afterEach(() => void vi.useRealTimers())

test('of requests that waited for the same thing, only those beyond the limit are refused', async () => {
  const app = Fastify()
  const { promise: found, resolve: find } = Promise.withResolvers<void>()
  let waiting = 0
  app.addHook('onRequest', async () => {
    waiting += 1
    await found
  })
  await app.register(rateLimit, { global: false, store: requestCounts })
  app.get('/', { config: { rateLimit: { max: 30, timeWindow: '1 minute' } } }, async () => 'here')
  const asked = Array.from({ length: 32 }, () => app.inject('/'))
  await expect.poll(() => waiting).toBe(32)
  find()
  const answers = await Promise.all(asked)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
  await app.close()
})

/** How often a sender was counted so far, and for how long yet. */
function count(store: FastifyRateLimitStore, key: string): { current: number; ttl: number } | undefined {
  let counted: { current: number; ttl: number } | undefined
  store.incr(
    key,
    (_error, result) => {
      counted = result
    },
    60_000,
    30,
  )
  return counted
}

test('a minute is counted from its first request, and each limit for itself', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const store = new requestCounts({})
  expect(count(store, 'a')).toEqual({ current: 1, ttl: 60_000 })
  vi.advanceTimersByTime(59_999)
  expect(count(store, 'a')).toEqual({ current: 2, ttl: 1 })
  expect(count(store, 'b')).toEqual({ current: 1, ttl: 60_000 })
  vi.advanceTimersByTime(1)
  expect(count(store, 'a')).toEqual({ current: 1, ttl: 60_000 })
  expect(count(store.child({} as never), 'a')).toEqual({ current: 1, ttl: 60_000 })
})

test('of very many senders those heard of last are remembered', () => {
  const store = new requestCounts({})
  for (let n = 0; n < 5_001; n++) {
    count(store, `sender ${n}`)
    count(store, 'busy')
  }
  expect(count(store, 'busy')).toMatchObject({ current: 5_002 })
  expect(count(store, 'sender 0')).toMatchObject({ current: 1 })
})
