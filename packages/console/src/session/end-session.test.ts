import { beforeEach, expect, test, vi } from 'vitest'
import { dismissNotice, getNotices } from '../ui/notices.ts'
import { expireSession, hasExpired, leaveToReturn } from './end-session.ts'
import { getSession, setSession } from './session-store.ts'
import { sessionFor, stubFetch, stubStorage } from './testing/browser.ts'

const logOut = 'POST /api/v1/auth/logout'

beforeEach(() => {
  vi.unstubAllGlobals()
  stubStorage()
  setSession(sessionFor(30))
  for (const { id } of getNotices()) dismissNotice(id)
})

test.each([
  ['the server ends is announced', expireSession, ['Your session has expired. You have been logged out.'], []],
  ['its user ends to log in again is not called expired, and ends on the server', leaveToReturn, [], [logOut]],
] as const)('a session that %s, and drafts await them', async (_, end, sentences, sent) => {
  const calls = stubFetch(() => new Response(null, { status: 204 }))
  end()
  expect(getNotices().map(({ text }) => text)).toEqual(sentences)
  expect(getSession()).toBeUndefined()
  expect(hasExpired()).toBe(true)
  expect(calls.map(({ path, init }) => `${init.method} ${path}`)).toEqual(sent)
  // The page goes to the provider at once.
  expect(calls.every(({ init }) => init.keepalive)).toBe(true)
})
