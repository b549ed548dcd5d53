import { beforeEach, expect, test, vi } from 'vitest'
import { getRecentCalls, noteCall, readSlowCalls, readTimeouts, slowMs } from './call-log.ts'
import { stubStorage } from './testing/browser.ts'

beforeEach(() => {
  vi.unstubAllGlobals()
  stubStorage()
})

const ago = (ms: number) => Date.now() - ms
const ok = (headers: Record<string, string> = {}) => new Response('{}', { headers })

test('a slow call is stored with the timing reported by the server, without search terms', () => {
  const headers = { 'server-timing': 'total;dur=900.5, database;dur=850', 'x-request-id': 'r1' }
  noteCall({ method: 'GET', path: '/api/v1/case/search?freeText=Secret', at: ago(slowMs + 5), answer: ok(headers) })
  expect(readSlowCalls()).toMatchObject([
    { method: 'GET', path: '/api/v1/case/search', outcome: 'answered', serverMs: 900.5, databaseMs: 850 },
  ])
  expect(JSON.stringify(readSlowCalls())).not.toContain('Secret')
  expect(getRecentCalls()[0]).toMatchObject({ status: 200, requestId: 'r1' })
})

test('fast calls and the change feed are only among the recent ones', () => {
  noteCall({ method: 'GET', path: '/api/v1/firm', at: ago(20), answer: ok() })
  noteCall({ method: 'GET', path: '/api/v1/events', at: ago(60_000), answer: ok() })
  expect(readSlowCalls()).toEqual([])
  expect(
    getRecentCalls()
      .slice(0, 2)
      .map(({ path }) => path),
  ).toEqual(['/api/v1/events', '/api/v1/firm'])
})

test('timeouts are counted by method and path, except those of the inbox', () => {
  for (const path of ['/api/v1/case/search?max=5', '/api/v1/case/search', '/api/v1/inbox/counts'])
    noteCall({ method: 'GET', path, at: ago(15_000), answer: 'timed_out' })
  expect(readTimeouts()).toEqual({ 'GET /api/v1/case/search': 2 })
  expect(readSlowCalls().map(({ outcome }) => outcome)).toEqual(['timed_out', 'timed_out', 'timed_out'])
})

test('a refusal and an unreachable server have their own outcomes, and the oldest calls are dropped', () => {
  noteCall({ method: 'PUT', path: '/a', at: ago(2000), answer: new Response('', { status: 503 }) })
  noteCall({ method: 'PUT', path: '/b', at: ago(2000), answer: 'unreachable' })
  expect(readSlowCalls().map(({ outcome }) => outcome)).toEqual(['unreachable', 'refused'])
  for (let index = 0; index < 210; index += 1)
    noteCall({ method: 'GET', path: `/${index}`, at: ago(2000), answer: ok() })
  expect(readSlowCalls()).toHaveLength(200)
  expect(readSlowCalls()[0]?.path).toBe('/209')
})
