import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { dismissNotice, getNotices } from '../ui/notices.ts'
import { reachStore } from '../ui/reach.ts'
import { request } from './request.ts'
import { getSession, setSession } from './session-store.ts'
import { sessionFor, stubFetch, stubStorage } from './testing/browser.ts'
import { noCache, patientFetch, timedFetch, timeoutMs } from './timed-fetch.ts'

beforeEach(() => {
  vi.unstubAllGlobals()
  stubStorage()
  setSession(sessionFor(30))
  for (const { id } of getNotices()) dismissNotice(id)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const get = (path = '/api/v1/case/search') => request({ method: 'GET', path, accept: 'application/json' })
const keyOf = (call: { init: RequestInit } | undefined) =>
  (call?.init.headers as Readonly<Record<string, string>> | undefined)?.['idempotency-key']
const texts = () => getNotices().map(({ text }) => text)
const problem = (status: number, code: string, detail: string) => () =>
  Response.json({ status, code, detail, title: '', type: '' }, { status })

test('every call sends the token and bypasses caches', async () => {
  const calls = stubFetch(() => new Response('{}'))
  await get()
  expect(calls[0]?.init.headers).toMatchObject({ authorization: 'Bearer old', ...noCache })
})

test.each([timedFetch, patientFetch])('so does each of those before there is a session (%o)', async (send) => {
  const calls = stubFetch(() => new Response('{}'))
  await send('/api/v1/demo', { headers: { accept: 'application/json' } })
  expect(calls[0]?.init.headers).toEqual({
    accept: 'application/json',
    'cache-control': 'no-cache',
    pragma: 'no-cache',
  })
})

test('a call that is to outlive its page asks the browser for it, unless it is too large for that', async () => {
  const calls = stubFetch(() => new Response('{}'))
  const put = (text: string, outlivesPage?: boolean) => {
    const body = { type: 'text/plain', content: new TextEncoder().encode(text) }
    return request({ method: 'PUT', path: '/api/v1/firm/1', accept: '*/*', body, outlivesPage })
  }
  await put('{}', true)
  await put('x'.repeat(20_000), true)
  await put('{}')
  expect(calls.map(({ init }) => init.keepalive)).toEqual([true, undefined, undefined])
})

describe('a failure', () => {
  test('401 ends the session with a notice', async () => {
    stubFetch(problem(401, 'session_expired', 'x'))
    await expect(get()).rejects.toMatchObject({ status: 401 })
    expect(getSession()).toBeUndefined()
    expect(texts()).toEqual(['Your session has expired. You have been logged out.'])
  })

  test.each([429, 502, 503])('%i of the renewal does not end the session', async (status) => {
    setSession(sessionFor(-1))
    stubFetch(problem(status, 'busy', 'x'))
    await expect(get()).rejects.toMatchObject({ status })
    expect(getSession()).toBeDefined()
    expect(texts()).toEqual([])
  })

  test('401 of the renewal ends the session', async () => {
    setSession(sessionFor(-1))
    stubFetch(problem(401, 'session_expired', 'x'))
    await expect(get()).rejects.toMatchObject({ status: 401 })
    expect(getSession()).toBeUndefined()
  })

  test('409 is announced in the words of the specification', async () => {
    const sentence = 'Error code: 409. Entity already exists. Make sure fields are unique.'
    stubFetch(problem(409, 'not_unique', sentence))
    await expect(get()).rejects.toMatchObject({ status: 409, problem: { code: 'not_unique' } })
    expect(texts()).toEqual([sentence])
  })

  test('409 for another reason is announced with that reason', async () => {
    stubFetch(problem(409, 'wrong_state', 'The item is done already.'))
    await expect(get()).rejects.toMatchObject({ status: 409 })
    expect(texts()).toEqual(['The item is done already.'])
  })

  test("500 is announced, and the server's own message is logged", async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    stubFetch(problem(500, 'internal', 'disk full'))
    await expect(get()).rejects.toMatchObject({ status: 500 })
    expect(texts()).toEqual(['Error code: 500. Internal server error'])
    expect(log).toHaveBeenCalledWith('disk full')
  })

  test('without a response has status 0 and is not retried automatically', async () => {
    const calls = stubFetch(() => Promise.reject(new TypeError('offline')))
    await expect(get()).rejects.toMatchObject({ status: 0 })
    expect(calls).toHaveLength(1)
    expect(getSession()).toBeDefined()
  })
})

describe('a call that takes longer than 15 s', () => {
  /** Never responds the first time, unless aborted. */
  const slowOnce = () => {
    let isFirst = true
    return stubFetch((_path, init) => {
      if (!isFirst) return new Response('{}')
      isFirst = false
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    })
  }

  test('is retried once, and counted in this browser', async () => {
    vi.useFakeTimers()
    const calls = slowOnce()
    const answer = get('/api/v1/case/search?max=50')
    await vi.advanceTimersByTimeAsync(timeoutMs)
    expect((await answer).status).toBe(200)
    expect(calls).toHaveLength(2)
    const kept = JSON.parse(localStorage.getItem('courtcrier.timeouts') ?? '{}')
    expect(kept.value).toEqual({ 'GET /api/v1/case/search': 1 })
  })

  test('is shown as pending until it is answered, although others are', async () => {
    vi.useFakeTimers()
    const late = Promise.withResolvers<Response>()
    stubFetch((path, init) => {
      if (!path.endsWith('/case/search')) return new Response('{}')
      init.signal?.addEventListener('abort', () => stubFetch(() => late.promise))
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    })
    const answer = get('/api/v1/case/search')
    await vi.advanceTimersByTimeAsync(timeoutMs)
    stubFetch(() => new Response('{}'))
    await get('/api/v1/firm')
    expect(reachStore.get()).toBe('slow')
    late.resolve(new Response('{}'))
    await answer
    expect(reachStore.get()).toBe('reached')
  })

  test('is not counted for the inbox', async () => {
    vi.useFakeTimers()
    slowOnce()
    const answer = get('/api/v1/inbox/counts')
    await vi.advanceTimersByTimeAsync(timeoutMs)
    await answer
    expect(localStorage.getItem('courtcrier.timeouts')).toBeNull()
  })

  test('is sent again with the same key if it creates something', async () => {
    vi.useFakeTimers()
    const calls = slowOnce()
    const answer = request({ method: 'POST', path: '/api/v1/case', accept: 'application/json' })
    await vi.advanceTimersByTimeAsync(timeoutMs)
    expect((await answer).status).toBe(200)
    expect(calls).toHaveLength(2)
    expect(keyOf(calls[1])).toBe(keyOf(calls[0]))
  })

  test('is not sent twice without a session, in which no key counts', async () => {
    vi.useFakeTimers()
    setSession(undefined)
    const calls = slowOnce()
    const answer = request({ method: 'POST', path: '/api/v1/auth/forgot', accept: 'application/json' })
    const refused = expect(answer).rejects.toMatchObject({ status: 0 })
    await vi.advanceTimersByTimeAsync(timeoutMs)
    await refused
    expect(calls).toHaveLength(1)
  })
})
