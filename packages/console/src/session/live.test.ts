import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startLive } from './live.ts'
import { setSession } from './session-store.ts'
import { sessionFor, stubFetch, stubStorage } from './testing/browser.ts'

let stop: (() => void) | undefined

beforeEach(() => {
  stubStorage()
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  setSession(sessionFor(60))
})
afterEach(() => {
  stop?.()
  setSession(undefined)
})

const rowsOf = { queryKey: ['case', 'search'] }

/** A list that is shown, and a server whose answers the test gives one by one. */
function showList(client: QueryClient) {
  const asked: { answer: (rows: string) => void; signal: AbortSignal }[] = []
  const queryFn = ({ signal }: { signal: AbortSignal }) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    asked.push({ answer: resolve, signal })
    return promise
  }
  const observer = new QueryObserver(client, { ...rowsOf, queryFn })
  observer.subscribe(() => {})
  const rows = () => observer.getCurrentResult().data
  const isInvalidated = () => client.getQueryState(rowsOf.queryKey)?.isInvalidated
  return { asked, rows, isInvalidated }
}

/** A stream of changes. It is open once the page has begun to read it. */
function streamChanges() {
  const opened = Promise.withResolvers<void>()
  let send: ReadableStreamDefaultController<Uint8Array> | undefined
  const start = (controller: typeof send) => {
    send = controller
  }
  const body = new ReadableStream<Uint8Array>({ start, pull: () => opened.resolve() }, { highWaterMark: 0 })
  const report = (entity: string) =>
    send?.enqueue(new TextEncoder().encode(`data: ${JSON.stringify({ entity, ids: [] })}\n\n`))
  return { response: new Response(body), opened: opened.promise, report, end: () => send?.close() }
}

test('a query that was under way when the page began to listen is asked again', async () => {
  const client = new QueryClient()
  const stream = streamChanges()
  stubFetch(() => stream.response)
  const { asked, rows } = showList(client)
  stop = startLive(client)
  await stream.opened
  asked[0]?.answer('before the change')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.answer('after it')
  await expect.poll(rows).toBe('after it')
})

test('a query that is asked for the first time as its rows change is asked again once it is answered', async () => {
  const client = new QueryClient()
  const stream = streamChanges()
  stubFetch(() => stream.response)
  stop = startLive(client)
  await stream.opened
  const { asked, rows, isInvalidated } = showList(client)
  stream.report('case')
  await expect.poll(isInvalidated).toBe(true)
  asked[0]?.answer('before the change')
  await expect.poll(rows).toBe('before the change')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.answer('after it')
  await expect.poll(rows).toBe('after it')
})

test('a list is shown between changes that follow each other faster than it is answered', async () => {
  const client = new QueryClient()
  const stream = streamChanges()
  stubFetch(() => stream.response)
  stop = startLive(client)
  await stream.opened
  const { asked, rows } = showList(client)
  asked[0]?.answer('before the changes')
  await expect.poll(rows).toBe('before the changes')
  stream.report('case')
  await expect.poll(() => asked.length).toBe(2)
  client.setQueryData(['case', 'count'], 1)
  stream.report('case')
  await expect.poll(() => client.getQueryState(['case', 'count'])?.isInvalidated).toBe(true)
  expect(asked[1]?.signal.aborted).toBe(false)
  asked[1]?.answer('after the first')
  await expect.poll(rows).toBe('after the first')
  await expect.poll(() => asked.length).toBe(3)
  asked[2]?.answer('after both')
  await expect.poll(rows).toBe('after both')
})

test('a query that is asked for the first time as the page listens again is asked again once it is answered', async () => {
  const client = new QueryClient()
  const [first, second] = [streamChanges(), streamChanges()]
  const streams = [first, second]
  stubFetch(() => streams.shift()?.response ?? new Response('', { status: 503 }))
  stop = startLive(client)
  await first.opened
  const { asked, rows } = showList(client)
  first.end()
  await second.opened
  asked[0]?.answer('before the change')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.answer('after it')
  await expect.poll(rows).toBe('after it')
})
