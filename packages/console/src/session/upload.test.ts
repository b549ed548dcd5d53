import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissNotice, getNotices } from '../ui/notices.ts'
import { getSession, setSession } from './session-store.ts'
import { sessionFor, stubFetch, stubStorage } from './testing/browser.ts'
import { uploadFile } from './upload.ts'

beforeEach(() => {
  vi.unstubAllGlobals()
  stubStorage()
  setSession(sessionFor(30))
  for (const { id } of getNotices()) dismissNotice(id)
})
afterEach(() => {
  setSession(undefined)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Answers every upload with this, as `XMLHttpRequest` does. */
function stubUpload(status: number, body: object): void {
  function answered() {
    const call = {
      upload: {},
      status,
      responseText: JSON.stringify(body),
      onload: () => {},
      open: () => {},
      setRequestHeader: () => {},
      getResponseHeader: () => 'application/problem+json',
      send: () => queueMicrotask(() => call.onload()),
    }
    return call
  }
  vi.stubGlobal('XMLHttpRequest', answered)
}

const problem = (status: number, code: string, detail: string) => ({ status, code, detail, title: '', type: '' })
const texts = () => getNotices().map(({ text }) => text)
const upload = () =>
  uploadFile({
    path: '/api/v1/manual/upload',
    file: new File(['%PDF'], 'order.pdf'),
    onProgress: () => {},
    signal: new AbortController().signal,
  })

test.each([
  [409, 'wrong_state', 'The item is done already.', 'The item is done already.'],
  [500, 'internal', 'Error code: 500. Internal server error', 'Error code: 500. Internal server error'],
])('an upload that is refused with %i is announced as every call is', async (status, code, detail, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  stubUpload(status, problem(status, code, detail))
  await expect(upload()).rejects.toMatchObject({ status })
  expect(texts()).toEqual([text])
})

test('an upload of someone who must add a second factor first leads there', async () => {
  stubUpload(403, problem(403, 'second_factor_required', 'Your role requires a second factor.'))
  await expect(upload()).rejects.toMatchObject({ status: 403 })
  expect(getSession()?.factorDue).toEqual({ isOver: true })
})

test('an upload whose session can not be renewed ends it with a notice', async () => {
  setSession(sessionFor(-1))
  stubFetch(() => Response.json(problem(401, 'session_expired', 'x'), { status: 401 }))
  await expect(upload()).rejects.toMatchObject({ status: 401 })
  expect(getSession()).toBeUndefined()
  expect(texts()).toEqual(['Your session has expired. You have been logged out.'])
})
