import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteUnreachable, onReachedAgain, reachStore, untilReached } from '../ui/reach.ts'
import { request } from './request.ts'
import { stubFetch, stubStorage } from './testing/browser.ts'

beforeEach(() => {
  // Tests of other files, which share this module, may have left it as they lost it.
  reachStore.set('reached')
  stubStorage()
  vi.stubGlobal('window', {})
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an unreachable server is polled until it responds, and waiting calls resume', async () => {
  const calls = stubFetch(() => Promise.reject(new TypeError('offline')))
  await expect(request({ method: 'GET', path: '/api/v1/firm', accept: '*/*' })).rejects.toMatchObject({ status: 0 })
  const told: string[] = []
  const forget = onReachedAgain(() => told.push('again'))
  const waiting = untilReached().then(() => told.push('on'))
  await vi.advanceTimersByTimeAsync(4000)
  expect(calls.filter(({ path }) => path === '/healthz').length).toBeGreaterThanOrEqual(2)
  expect(told).toEqual([])
  stubFetch(() => new Response('{}'))
  await vi.advanceTimersByTimeAsync(15_000)
  await waiting
  expect(told).toEqual(['again', 'on'])
  forget()
  await untilReached()
})

test('a response to a call made before the connection was lost says nothing about now', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<Response>()
  stubFetch(() => late)
  const call = request({ method: 'GET', path: '/api/v1/firm', accept: '*/*' })
  await vi.advanceTimersByTimeAsync(10)
  stubFetch(() => Promise.reject(new TypeError('offline')))
  noteUnreachable()
  answer(new Response('{}'))
  await call
  let isReached = false
  void untilReached().then(() => {
    isReached = true
  })
  await vi.advanceTimersByTimeAsync(4000)
  expect(isReached).toBe(false)
  stubFetch(() => new Response('{}'))
  await vi.advanceTimersByTimeAsync(15_000)
  expect(isReached).toBe(true)
})
