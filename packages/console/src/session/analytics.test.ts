import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { firstPartySink, identify, setSink, viewPage } from './analytics.ts'
import { setSession } from './session-store.ts'
import { sessionFor, stubFetch, stubStorage } from './testing/browser.ts'

beforeEach(() => {
  vi.unstubAllGlobals()
  vi.useFakeTimers()
  stubStorage()
  setSession(sessionFor(30))
  setSink(firstPartySink())
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pathsOf = (calls: { init: RequestInit }[]) =>
  calls.map(({ init }) => (JSON.parse(String(init.body)) as { paths: string[] }).paths)

test('page views are reported together, without IDs, and never the login page', () => {
  const calls = stubFetch(() => new Response(null, { status: 204 }))
  viewPage('/login')
  viewPage('/dashboard')
  viewPage('/inbox-items/id/019a1b2c-0000-7000-8000-000000000001')
  expect(calls).toEqual([])
  vi.runAllTimers()
  expect(pathsOf(calls)).toEqual([['/dashboard', '/inbox-items/id/{id}']])
  expect(calls[0]?.init.headers).toMatchObject({ authorization: 'Bearer old' })
})

test('entering the console is reported with the first pages, or alone', () => {
  const calls = stubFetch(() => new Response(null, { status: 204 }))
  const { id } = sessionFor(30).user
  identify({ id, email: 'dana@x.example', fullName: 'Dana', firmName: 'Harlan' })
  viewPage('/dashboard')
  vi.runAllTimers()
  identify({ id, email: 'dana@x.example', fullName: 'Dana', firmName: 'Harlan' })
  vi.runAllTimers()
  viewPage('/cases')
  vi.runAllTimers()
  expect(calls.map(({ init }) => JSON.parse(String(init.body)))).toEqual([
    { paths: ['/dashboard'], is_entry: true },
    { paths: [], is_entry: true },
    { paths: ['/cases'] },
  ])
})

test('pages that need no login are reported without a session, and the token of a link is not', () => {
  const calls = stubFetch(() => new Response(null, { status: 204 }))
  setSession(undefined)
  for (const path of ['/', '/login', '/password-forgot', '/password-reset/', '/public-document/s3cret', '/cases'])
    viewPage(path)
  vi.runAllTimers()
  expect(calls.map(({ init }) => JSON.parse(String(init.body)))).toEqual([
    { path: '/password-forgot' },
    { path: '/password-reset' },
    { path: '/public-document/{token}' },
  ])
  setSession(sessionFor(30))
  viewPage('/public-document/s3cret')
  vi.runAllTimers()
  expect(calls.map(({ init }) => String(init.body)).join()).not.toContain('s3cret')
})

test('many page views are reported without delay', () => {
  const calls = stubFetch(() => new Response(null, { status: 204 }))
  for (let n = 0; n < 25; n++) viewPage('/cases')
  expect(pathsOf(calls).map(({ length }) => length)).toEqual([20])
})

test.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])(
  'nothing is reported if the browser says %j',
  (asked) => {
    const calls = stubFetch(() => new Response(null, { status: 204 }))
    vi.stubGlobal('navigator', asked)
    const sink = { identify: vi.fn(), viewPage: vi.fn() }
    setSink(sink)
    identify({ id: 'u', email: 'e', fullName: 'n', firmName: 'f' })
    viewPage('/cases')
    vi.runAllTimers()
    expect([calls.length, sink.identify.mock.calls.length, sink.viewPage.mock.calls.length]).toEqual([0, 0, 0])
  },
)

describe('another sink', () => {
  test('receives the user and the page views', () => {
    const sink = { identify: vi.fn(), viewPage: vi.fn() }
    setSink(sink)
    const person = { id: 'u', email: 'dana@x.example', fullName: 'Dana', firmName: 'Harlan' }
    identify(person)
    viewPage('/cases')
    expect(sink.identify).toHaveBeenCalledWith(person)
    expect(sink.viewPage).toHaveBeenCalledWith('/cases')
  })

  test('that fails does not fail the page', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    setSink({
      identify: () => {},
      viewPage: () => {
        throw new Error('broken')
      },
    })
    expect(() => viewPage('/cases')).not.toThrow()
    expect(warn).toHaveBeenCalled()
  })
})

test('a refusal or an outage of the server is ignored, and the session stays', async () => {
  stubFetch(() => Promise.reject(new TypeError('offline')))
  viewPage('/cases')
  vi.runAllTimers()
  await Promise.resolve()
  stubFetch(() => new Response('{}', { status: 401 }))
  viewPage('/cases')
  vi.runAllTimers()
})

test('page views of one person are not sent as those of another', () => {
  const calls = stubFetch(() => new Response(null, { status: 204 }))
  viewPage('/cases')
  const other = sessionFor(30)
  setSession({ ...other, user: { ...other.user, id: 'other' } })
  vi.runAllTimers()
  viewPage('/clients')
  vi.runAllTimers()
  expect(pathsOf(calls)).toEqual([['/clients']])
})
