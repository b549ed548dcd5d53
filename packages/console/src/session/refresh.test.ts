import { beforeEach, describe, expect, test, vi } from 'vitest'
import { freshToken, tokensFrom } from './refresh.ts'
import { getSession, setSession } from './session-store.ts'
import { sessionFor, stubFetch, stubStorage } from './testing/browser.ts'

beforeEach(() => {
  vi.unstubAllGlobals()
  stubStorage()
  setSession(undefined)
})

const newTokens = () => Response.json({ access_token: 'new', refresh_token: 'next', expires_in: 1800 })

describe('the access token', () => {
  test('is the current one while it is valid for more than ten minutes', async () => {
    const calls = stubFetch(newTokens)
    setSession(sessionFor(11))
    expect(await freshToken()).toBe('old')
    expect(calls).toEqual([])
  })

  test('is replaced once for any number of simultaneous calls', async () => {
    const calls = stubFetch(newTokens)
    setSession(sessionFor(9))
    const tokens = await Promise.all(Array.from({ length: 20 }, () => freshToken()))
    expect(new Set(tokens)).toEqual(new Set(['new']))
    expect(calls).toHaveLength(1)
    expect(JSON.parse(String(calls[0]?.init.body))).toEqual({ refresh_token: 'once', grant_type: 'refresh_token' })
    expect(getSession()).toMatchObject({ accessToken: 'new', refreshToken: 'next', user: { id: 'u' } })
  })

  test('is taken from another tab that has just replaced it', async () => {
    const calls = stubFetch(newTokens)
    setSession(sessionFor(5))
    const other = { ...sessionFor(30), accessToken: 'theirs' }
    localStorage.setItem('courtcrier.session', JSON.stringify({ version: 1, value: other }))
    expect(await freshToken()).toBe('theirs')
    expect(calls).toEqual([])
  })

  test('stays in use when the server is unreachable and it is still valid', async () => {
    stubFetch(() => Promise.reject(new TypeError('network')))
    setSession(sessionFor(5))
    expect(await freshToken()).toBe('old')
  })

  test('stays in use until it expires after a reload cut off its replacement, without another request', async () => {
    const calls = stubFetch(() => Response.json({ code: 'session_expired', detail: 'Over.' }, { status: 401 }))
    setSession(sessionFor(5))
    expect([await freshToken(), await freshToken()]).toEqual(['old', 'old'])
    expect(calls).toHaveLength(1)
    expect(JSON.parse(localStorage.getItem('courtcrier.session') ?? '').value.accessToken).toBe('old')
  })

  test('is refused when it has expired and the server refuses to replace it', async () => {
    stubFetch(() => Response.json({ code: 'session_expired', detail: 'Over.' }, { status: 401 }))
    setSession(sessionFor(-1))
    await expect(freshToken()).rejects.toMatchObject({ status: 401 })
  })

  test('is not restored after signing out in the meantime', async () => {
    stubFetch(() => {
      setSession(undefined)
      return newTokens()
    })
    setSession(sessionFor(5))
    await freshToken()
    expect(getSession()).toBeUndefined()
  })

  test('is not given to someone else who logged in meanwhile', async () => {
    const other = { ...sessionFor(30), accessToken: 'theirs', refreshToken: 'also theirs' }
    stubFetch(() => {
      setSession(other)
      return newTokens()
    })
    setSession(sessionFor(5))
    await freshToken()
    expect(getSession()).toEqual(other)
  })

  test('is used as it is by a call that may be the last before the page is left', async () => {
    const calls = stubFetch(newTokens)
    setSession(sessionFor(5))
    expect(await freshToken({ isHurried: true })).toBe('old')
    expect(calls).toEqual([])
    setSession(sessionFor(0))
    expect(await freshToken({ isHurried: true })).toBe('new')
  })

  test('is undefined when no one is signed in', async () => {
    expect(await freshToken()).toBeUndefined()
  })
})

test('a token valid for less than ten minutes is replaced at half its life, not with every call', () => {
  const tokens = tokensFrom({ access_token: 'a', refresh_token: 'b', expires_in: 300 }, 0)
  expect(tokens).toMatchObject({ expiresAt: 300_000, refreshAt: 150_000 })
})
