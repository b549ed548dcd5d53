import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openTurns } from '@courtcrier/lib/turns.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { productRoutes } from '../../http/routes.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { makeExamples } from '../../testing/examples.ts'
import { longTest } from '../../testing/in-long-run.ts'
import { openKind } from '../run.ts'
import { callKind, callTurns } from './kind.ts'

const { mostTogether } = callTurns

test('a webhook gets a few calls at a time, and others get theirs in the meantime', () => {
  const turns = openTurns(callTurns)
  const taken = Array.from({ length: mostTogether }, () => turns.take('slow'))
  expect(taken.every((each) => 'end' in each)).toBe(true)
  expect(turns.take('slow')).toHaveProperty('waitMs')
  expect(turns.take('other')).toHaveProperty('end')
  const [first] = taken
  if (first && 'end' in first) first.end()
  expect(turns.take('slow')).toHaveProperty('end')
})

test('calls beyond the limit come back one after the other, within minutes', () => {
  // Waits count from now, which on a busy machine is another time for each call.
  vi.useFakeTimers({ toFake: ['performance'] })
  const turns = openTurns(callTurns)
  for (let n = 0; n < mostTogether; n++) turns.take('slow')
  const waits = Array.from({ length: 10_000 }, () => {
    const taken = turns.take('slow')
    return 'waitMs' in taken ? taken.waitMs : 0
  })
  expect(waits).toEqual(waits.toSorted((a, b) => a - b))
  expect(waits[0]).toBeGreaterThan(0)
  expect(waits[1000]).toBeGreaterThan(30_000)
  expect(waits.at(-1)).toBe(300_000)
  vi.useRealTimers()
})

let api: TestApi
const servers: Server[] = []
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes, environment: { COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: 'loopback' } })
})
afterAll(async () => {
  for (const server of servers) server.close().closeAllConnections()
  await api.close()
})

async function serve(answer: RequestListener): Promise<{ port: number; heard: () => number }> {
  let heard = 0
  const server = createServer((request, response) => {
    heard++
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, heard: () => heard }
}

test('webhooks of one firm that hang leave capacity for other firms', () => {
  const turns = openTurns(callTurns)
  const taken = Array.from({ length: 60 }, (_, n) => turns.take(`hanging ${n % 20}`, 'one firm'))
  expect(taken.filter((each) => 'end' in each)).toHaveLength(24)
  expect(turns.take('healthy', 'another firm')).toHaveProperty('end')
})

test('a webhook whose calls take long gets one at a time', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const turns = openTurns(callTurns)
  const call = (ms: number) => {
    const turn = turns.take('slow')
    vi.advanceTimersByTime(ms)
    if ('end' in turn) turn.end()
  }
  call(15_000)
  expect([turns.take('slow'), turns.take('slow')].map((each) => 'end' in each)).toEqual([true, false])
  vi.useRealTimers()
})

longTest('webhooks that never answer delay no others, even on their own host, and their calls wait', async () => {
  const hanging = await serve((request, response) => {
    if (request.url !== '/healthy') return
    healthy++
    response.end('thanks')
  })
  let healthy = 0
  const quick = await serve((_, response) => response.end('thanks'))
  const examples = makeExamples(api)
  const makeWebhook = (port: number, path: string) =>
    api.call({
      ...{ as: 'Administrator', method: 'POST', url: '/api/v1/webhook' },
      body: { name: newId(), url: `http://127.0.0.1:${port}/${path}`, events: ['case.created'] },
    })
  for (const path of ['a', 'b']) expect((await makeWebhook(hanging.port, path)).status).toBe(201)
  expect((await makeWebhook(hanging.port, 'healthy')).status).toBe(201)
  expect((await makeWebhook(quick.port, 'c')).status).toBe(201)
  const cases = 40
  for (let n = 0; n < cases; n++) await examples.idOfNew('case')
  // The long limit keeps the hanging receiver's calls open until the others have all of theirs.
  const { queue, run, concurrency } = openKind(callKind(api.services, { limitMs: 600_000 }))
  api.services.jobs.work(queue, run, { concurrency })
  await vi.waitFor(() => expect(quick.heard()).toBe(cases), { timeout: 60_000 })
  await vi.waitFor(() => expect(healthy).toBe(cases), { timeout: 60_000 })
  expect(hanging.heard()).toBe(2 * mostTogether + cases)
  await vi.waitFor(async () => {
    expect(await callsTo(hanging.port)).toEqual([
      { status: 'sending', attempts: 1, waitsForTurn: false, count: 2 * mostTogether },
      { status: 'sent', attempts: 1, waitsForTurn: false, count: cases },
      { status: 'waiting', attempts: 0, waitsForTurn: true, count: 2 * (cases - mostTogether) },
    ])
  }, 60_000)
})

async function callsTo(port: number) {
  const { rows } = await withSystem(api.services.database, (trx) =>
    sql`select status, attempts, coalesce(sentence, '') like '%its turn%' as "waitsForTurn", count(*)::int
      from webhook_calls join webhooks w on w.firm_id = webhook_calls.firm_id and w.id = webhook_id
      where w.url like ${`%:${port}/%`} group by 1, 2, 3 order by 1`.execute(trx),
  )
  return rows
}
