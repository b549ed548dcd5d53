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

describe('the token to call with', () => {
  test('is the one there is while it is good for more than ten minutes', async () => {
    const calls = stubFetch(newTokens)
    setSession(sessionFor(11))
    expect(await freshToken()).toBe('old')
    expect(calls).toEqual([])
  })

  test('is replaced once however many calls ask at the same time', async () => {
    const calls = stubFetch(newTokens)
    setSession(sessionFor(9))
    const tokens = await Promise.all(Array.from({ length: 20 }, () => freshToken()))
    expect(new Set(tokens)).toEqual(new Set(['new']))
    expect(calls).toHaveLength(1)
    expect(JSON.parse(String(calls[0]?.init.body))).toEqual({ refresh_token: 'once', grant_type: 'refresh_token' })
    expect(getSession()).toMatchObject({ accessToken: 'new', refreshToken: 'next', user: { id: 'u' } })
  })

  test('is taken from another tab that has replaced it a moment ago', async () => {
    const calls = stubFetch(newTokens)
    setSession(sessionFor(5))
    const other = { ...sessionFor(30), accessToken: 'theirs' }
    localStorage.setItem('courtcrier.session', JSON.stringify({ version: 1, value: other }))
    expect(await freshToken()).toBe('theirs')
    expect(calls).toEqual([])
  })

  test('stays in use when the server cannot be reached and it is still good', async () => {
    stubFetch(() => Promise.reject(new TypeError('network')))
    setSession(sessionFor(5))
    expect(await freshToken()).toBe('old')
  })

  test('is refused when the server refuses to replace it', async () => {
    stubFetch(() => Response.json({ code: 'session_expired', detail: 'Over.' }, { status: 401 }))
    setSession(sessionFor(5))
    await expect(freshToken()).rejects.toMatchObject({ status: 401 })
  })

  test('is not brought back for somebody who signed out meanwhile', async () => {
    stubFetch(() => {
      setSession(undefined)
      return newTokens()
    })
    setSession(sessionFor(5))
    await freshToken()
    expect(getSession()).toBeUndefined()
  })

  test('is none when nobody is signed in', async () => {
    expect(await freshToken()).toBeUndefined()
  })
})

test('a token that lives for less than ten minutes is replaced at half its life, not with every call', () => {
  const tokens = tokensFrom({ access_token: 'a', refresh_token: 'b', expires_in: 300 }, 0)
  expect(tokens).toMatchObject({ expiresAt: 300_000, refreshAt: 150_000 })
})
