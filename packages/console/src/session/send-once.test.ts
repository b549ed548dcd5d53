import { beforeEach, expect, test, vi } from 'vitest'
import { request } from './request.ts'
import { setSession } from './session-store.ts'
import { sessionFor, stubFetch, stubStorage } from './testing/browser.ts'

beforeEach(() => {
  vi.unstubAllGlobals()
  stubStorage()
  setSession(sessionFor(30))
  vi.useFakeTimers()
})

type Answer = () => Response | Promise<Response>
const lost: Answer = () => Promise.reject(new TypeError('the connection was closed'))
const done: Answer = () => Response.json({ id: '1' }, { status: 201 })
const inUse: Answer = () => Response.json({ status: 409, code: 'key_in_use', detail: 'In use.' }, { status: 409 })

/** Gives these answers in turn, and returns the keys of the requests so far. */
function answering(...answers: Answer[]) {
  const calls = stubFetch(() => (answers.shift() ?? done)())
  return () => calls.map(({ init }) => (init.headers as Readonly<Record<string, string>>)['idempotency-key'])
}

let path = 0
/** Sends a new record to an address of this test's own, and lets all pauses pass. */
async function create(name = 'Aldine', at = `/api/v1/client/${path}`): Promise<number> {
  const body = { type: 'application/json', content: JSON.stringify({ name }) }
  const sent = request({ method: 'POST', path: at, accept: 'application/json', body }).then(
    ({ status }) => status,
    (failure: { status: number }) => failure.status,
  )
  await vi.advanceTimersByTimeAsync(120_000)
  return sent
}
beforeEach(() => {
  path += 1
})

test('a POST whose answer is lost is sent again with the same key', async () => {
  const keys = answering(lost, done)
  expect(await create()).toBe(201)
  expect(keys()).toHaveLength(2)
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(keys()).size).toBe(1)
})

test('the same POST sent by the user again soon has the same key, and another one has another', async () => {
  const keys = answering(lost, lost, done, done, done)
  expect(await create()).toBe(0)
  expect(await create('Other')).toBe(201)
  expect(await create()).toBe(201)
  expect(await create()).toBe(201)
  const [first, second, other, again, next] = keys()
  expect([second, again]).toEqual([first, first])
  expect(new Set([first, other, next]).size).toBe(3)
})

test('the same POST sent much later is another wish', async () => {
  const keys = answering(lost, lost, done)
  expect(await create()).toBe(0)
  await vi.advanceTimersByTimeAsync(6 * 60_000)
  expect(await create()).toBe(201)
  expect(keys()[2]).not.toBe(keys()[0])
})

test('an answer that a proxy didn’t get leaves the key in use', async () => {
  const keys = answering(() => new Response('Bad gateway', { status: 502 }), done)
  expect(await create()).toBe(502)
  expect(await create()).toBe(201)
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys()[1]).toBe(keys()[0])
})

test('while the first one is being carried out, the server is asked until it answers', async () => {
  const keys = answering(lost, inUse, inUse, done)
  expect(await create()).toBe(201)
  expect(keys()).toHaveLength(4)
})

test('what was interrupted ends with the advice to look, and what is sent then is new', async () => {
  const keys = answering(lost, ...Array.from({ length: 61 }, () => inUse), done)
  expect(await create()).toBe(0)
  expect(await create()).toBe(201)
  expect(keys().at(-1)).not.toBe(keys()[0])
})

test('a call that can be called off, a change and an upload have no key', async () => {
  const keys = answering()
  const { signal } = new AbortController()
  const accept = 'application/json'
  await request({ method: 'POST', path: '/api/v1/case/similar', accept, signal })
  await request({ method: 'PUT', path: '/api/v1/case/1', accept })
  await request({ method: 'POST', path: '/api/v1/case/import', accept, body: { type: 'text/csv', content: 'a' } })
  expect(keys()).toEqual([undefined, undefined, undefined])
})
