import { beforeEach, expect, test } from 'vitest'
import { dismissNotice, getNotices } from '../ui/notices.ts'
import { expireSession, hasExpired, leaveToReturn } from './end-session.ts'
import { getSession, setSession } from './session-store.ts'
import { sessionFor, stubStorage } from './testing/browser.ts'

beforeEach(() => {
  stubStorage()
  setSession(sessionFor(30))
  for (const { id } of getNotices()) dismissNotice(id)
})

test.each([
  ['the server ends is announced', expireSession, ['Your session has expired. You have been logged out.']],
  ['its user ends to log in again is not called expired', leaveToReturn, []],
] as const)('a session that %s, and drafts await them', (_, end, sentences) => {
  end()
  expect(getNotices().map(({ text }) => text)).toEqual(sentences)
  expect(getSession()).toBeUndefined()
  expect(hasExpired()).toBe(true)
})
