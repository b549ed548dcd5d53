import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { cancelItem } from '../../notices/actions.ts'
import { claimed, plantFiling } from '../copies/test-filing.ts'
import { openKind } from '../run.ts'
import { answerOnce, chatRow, events, groupRow, plantChat, send, system, useChatBench } from './chat-bench.fixture.ts'
import { chatKind } from './kind.ts'
import { planChat } from './plan-chat.ts'
import type { ChatDeps } from './post-chat.ts'

const bench = useChatBench()

test('a channel that asks for time gets it, and its other messages wait meanwhile', async () => {
  const first = await plantChat(bench)
  const other = await plantFiling(bench.services)
  const second = await plantChat(bench, { envelope_id: other.envelopeId, inbox_item_id: other.itemId })
  let now = new Date('2026-11-21T10:00:00Z')
  const kind = openKind(chatKind(bench.services, { now: () => now }))
  const run = (id: string) => kind.run(claimed({ firmId: 1, id }))
  answerOnce(bench, 429, 'rate_limited', { 'retry-after': '90' })
  await run(first)
  await run(second)
  expect(bench.chat.calls).toHaveLength(1)
  expect(await chatRow(bench, first)).toMatchObject({
    status: 'waiting',
    attempts: 1,
    sentence: expect.stringContaining('429'),
  })
  expect(await chatRow(bench, second)).toMatchObject({ status: 'waiting', attempts: 0 })
  const { rows } = await sql<{ seconds: number }>`
    select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job where name = 'chat'
    order by created_on desc limit 2`.execute(bench.services.database.kysely)
  expect(Math.min(...rows.map(({ seconds }) => seconds))).toBeGreaterThanOrEqual(89)
  now = new Date('2026-11-21T10:01:31Z')
  await run(first)
  await run(second)
  expect(bench.chat.messages).toHaveLength(2)
})

test('a channel that asks for days gets an hour', async () => {
  const id = await plantChat(bench)
  let now = new Date('2026-11-21T10:00:00Z')
  const kind = openKind(chatKind(bench.services, { now: () => now }))
  const run = () => kind.run(claimed({ firmId: 1, id }))
  answerOnce(bench, 429, 'rate_limited', { 'retry-after': '864000' })
  await run()
  now = new Date('2026-11-21T10:59:59Z')
  await run()
  expect(bench.chat.messages).toEqual([])
  now = new Date('2026-11-21T11:00:01Z')
  await run()
  expect(bench.chat.messages).toHaveLength(1)
})

test.each<[string, () => void, string, ChatDeps]>([
  ['an error of the service', () => answerOnce(bench, 503, 'unavailable'), '503', {}],
  [
    'a service that hangs',
    () => {
      bench.chat.answer = () => {}
    },
    'took longer than',
    { limitMs: 300 },
  ],
  [
    'a connection that breaks',
    () => {
      bench.chat.answer = (request) => request.socket.destroy()
    },
    "couldn't be reached",
    {},
  ],
])('after %s it is tried again', async (_, fail, said, deps) => {
  const id = await plantChat(bench)
  fail()
  await send(bench, id, deps)
  expect(await chatRow(bench, id)).toMatchObject({
    status: 'waiting',
    attempts: 1,
    sentence: expect.stringContaining(said),
  })
  expect(await groupRow(bench)).toMatchObject({ chat_health: 'unknown' })
  bench.chat.answer = undefined
  await send(bench, id)
  expect(await chatRow(bench, id)).toMatchObject({ status: 'sent', attempts: 2 })
  expect(bench.chat.messages).toHaveLength(1)
})

test('after a day it is given up', async () => {
  const id = await plantChat(bench, { attempts: 29 })
  answerOnce(bench, 500)
  await send(bench, id)
  expect(await chatRow(bench, id)).toMatchObject({
    status: 'failed',
    sentence: expect.stringContaining('Gave up after 30 attempts'),
  })
  expect((await events(bench)).map(({ entity }) => entity)).toEqual(['envelope'])
})

test('a message that is refused fails, and the channel goes on', async () => {
  const id = await plantChat(bench)
  answerOnce(bench, 400, 'invalid_blocks')
  await send(bench, id)
  expect(await chatRow(bench, id)).toMatchObject({
    status: 'failed',
    sentence: 'Slack refused it (400, invalid_blocks).',
  })
  expect(await groupRow(bench)).toMatchObject({ chat_health: 'unknown' })
})

test('a message whose acceptance a killed server had no time to record is not sent again', async () => {
  const id = await plantChat(bench)
  await killedAfterSending(id)
  expect(await chatRow(bench, id)).toMatchObject({ status: 'sending' })
  await send(bench, id)
  expect(bench.chat.messages).toHaveLength(1)
  expect(await chatRow(bench, id)).toMatchObject({ status: 'sent', sentence: 'Slack accepted it.' })
})

test('a message handed over to a service that never answered is not sent again, and says that it may be there', async () => {
  const id = await plantChat(bench)
  bench.chat.answer = () => {}
  await killedAfterSending(id, { limitMs: 1500 })
  bench.chat.answer = undefined
  // Its turn comes later, which is recorded, and says nothing about the interrupted attempt.
  const later = { later: 'Waiting for its turn.', waitMs: 1000, note: {} }
  await openKind({ ...chatKind(bench.services), perform: async () => later }).run(claimed({ firmId: 1, id }))
  expect(await chatRow(bench, id)).toMatchObject({ status: 'waiting', attempts: 1 })
  await send(bench, id)
  await send(bench, id)
  expect(bench.chat.calls).toHaveLength(1)
  const sentence = expect.stringContaining('so it may be in the channel')
  expect(await chatRow(bench, id)).toMatchObject({ status: 'failed', sentence })
  expect(await events(bench)).toMatchObject([{ entity: 'envelope', sentence }])
})

test('a message that the service refused is not taken for one that may be in the channel', async () => {
  const id = await plantChat(bench)
  answerOnce(bench, 503, 'unavailable')
  await killedAfterSending(id)
  await send(bench, id)
  expect(bench.chat.messages).toHaveLength(1)
  expect(await chatRow(bench, id)).toMatchObject({ status: 'sent' })
})

test('after an attempt without an answer that was recorded, it is tried again as before', async () => {
  const id = await plantChat(bench)
  bench.chat.answer = (request) => request.socket.destroy()
  await send(bench, id)
  bench.chat.answer = undefined
  await send(bench, id)
  expect(await chatRow(bench, id)).toMatchObject({ status: 'sent', attempts: 2, sentence: 'Slack accepted it (200).' })
})

test('a message claimed before a crash is sent, and one that is sent, failed or canceled is not', async () => {
  const id = await plantChat(bench)
  const killed = openKind({ ...chatKind(bench.services), perform: () => Promise.reject(new Error('killed')) })
  await expect(killed.run(claimed({ firmId: 1, id }))).rejects.toThrow('killed')
  await send(bench, id)
  await send(bench, id)
  expect(bench.chat.messages).toHaveLength(1)
  for (const status of ['failed', 'canceled']) {
    await system(bench, sql`update chat_messages set status = ${status} where id = ${id}::uuid`)
    await send(bench, id)
  }
  expect(bench.chat.messages).toHaveLength(1)
})

test('a message that a crash interrupted before its hand-over is withdrawn if its item was canceled meanwhile', async () => {
  const { services, filing } = bench
  const id = await plantChat(bench)
  const killed = openKind({ ...chatKind(services), perform: () => Promise.reject(new Error('killed')) })
  await expect(killed.run(claimed({ firmId: 1, id }))).rejects.toThrow('killed')
  await withFirm(services.database, 1, (trx) =>
    cancelItem(trx, services.jobs, { firmId: 1, itemId: filing.itemId, userId: newId() }),
  )
  await send(bench, id)
  expect(bench.chat.calls).toEqual([])
  expect(await chatRow(bench, id)).toMatchObject({ status: 'withdrawn', leased_by: null })
})

test('a message that a crash interrupted after its acceptance is recorded as sent, though its item was canceled', async () => {
  const { services, filing } = bench
  const id = await plantChat(bench)
  await killedAfterSending(id)
  await withFirm(services.database, 1, (trx) =>
    cancelItem(trx, services.jobs, { firmId: 1, itemId: filing.itemId, userId: newId() }),
  )
  await send(bench, id)
  expect(bench.chat.calls).toHaveLength(1)
  expect(await chatRow(bench, id)).toMatchObject({ status: 'sent', sentence: 'Slack accepted it.' })
})

test('a message that waits is withdrawn with its item, and planned again if people are notified after all', async () => {
  const { services, filing } = bench
  const id = await plantChat(bench)
  await withFirm(services.database, 1, (trx) =>
    cancelItem(trx, services.jobs, { firmId: 1, itemId: filing.itemId, userId: newId() }),
  )
  await send(bench, id)
  expect(bench.chat.calls).toEqual([])
  const plan = { firmId: 1, envelopeId: filing.envelopeId, itemId: filing.itemId, groupId: bench.group }
  await withFirm(services.database, 1, (trx) => planChat(trx, services.jobs, plan))
  const { rows } = await sql<{ id: string }>`select id from chat_messages
    where envelope_id = ${filing.envelopeId}::uuid`.execute(services.database.kysely)
  await send(bench, rows[0]?.id ?? '')
  expect(bench.chat.messages).toHaveLength(1)
})

test('a message whose sending fails while its item is canceled is withdrawn', async () => {
  const { services, filing } = bench
  const id = await plantChat(bench)
  bench.chat.answer = (_, response) => {
    const target = { firmId: 1, itemId: filing.itemId, userId: newId() }
    void withFirm(services.database, 1, (trx) => cancelItem(trx, services.jobs, target)).then(() =>
      response.writeHead(503).end('unavailable'),
    )
  }
  await send(bench, id)
  bench.chat.answer = undefined
  await send(bench, id)
  expect(bench.chat.messages).toEqual([])
  expect(await chatRow(bench, id)).toMatchObject({ status: 'withdrawn' })
})

/** Sends a message as a server does that is killed before it records the result. */
async function killedAfterSending(id: string, deps: ChatDeps = {}): Promise<void> {
  const kind = chatKind(bench.services, deps)
  const killed = openKind({ ...kind, record: () => Promise.reject(new Error('killed')) })
  await expect(killed.run(claimed({ firmId: 1, id }))).rejects.toThrow('killed')
}
