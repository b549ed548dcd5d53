import { afterEach, expect, test } from 'vitest'
import { makeFilingStore } from '../filings/filing-store.ts'
import { makeSigningKey } from '../notice/signing.ts'
import { profiles } from '../profile.ts'
import { eventually } from '../testing/eventually.ts'
import { startReceiver } from '../testing/start-receiver.ts'
import { makeWorld } from '../world/world.ts'
import { type SendOptions, startSending } from './sender.ts'

const key = makeSigningKey()
const cleanup: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const stop of cleanup.splice(0)) await stop()
})

async function receive(options?: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(options)
  cleanup.push(receiver.stop)
  return receiver
}

const send = (port: number, options: Partial<SendOptions>) => {
  const filings = makeFilingStore({ world: makeWorld(1), profile: profiles.test })
  const sending = startSending(filings, key, { smtp: { host: '127.0.0.1', port }, retryMs: 20, ...options })
  return { filings, sending }
}

test('every message of every filing is sent once and reported with its time', async () => {
  const receiver = await receive()
  const { filings, sending } = send(receiver.port, { count: 20 })
  const result = await sending.done
  const expected = filings.all().flatMap((filing) => filing.notices.map((notice) => notice.messageId))
  expect(result.accepted.map((message) => message.messageId).sort()).toEqual(expected.sort())
  expect(receiver.messages).toHaveLength(expected.length)
  expect(result).toMatchObject({ filings: 20, refused: [], unsent: [] })
  for (const message of result.accepted) {
    expect(message.at >= message.dataAt && message.dataAt >= message.firstTriedAt).toBe(true)
  }
})

test('a message answered 451 is resent unchanged until it is accepted', async () => {
  const receiver = await receive({ answer: (n) => (n <= 3 ? 451 : 250) })
  const { sending } = send(receiver.port, { count: 1, concurrency: 1 })
  const { accepted } = await sending.done
  expect(receiver.messages).toHaveLength(accepted.length)
  expect(accepted.reduce((sum, message) => sum + message.attempts, 0)).toBe(accepted.length + 3)
})

test('a message answered 550 is not retried, and is reported', async () => {
  const receiver = await receive({ answer: (n) => (n === 1 ? 550 : 250) })
  const { accepted, refused } = await send(receiver.port, { count: 2, concurrency: 1 }).sending.done
  expect(refused).toMatchObject([{ code: 550 }])
  expect(receiver.messages).toHaveLength(accepted.length)
})

test('a connection lost after the message counts as unknown, and the message is resent', async () => {
  const receiver = await receive({ answer: (n) => (n === 1 ? 'hang up' : 250) })
  const { accepted } = await send(receiver.port, { count: 1, concurrency: 1 }).sending.done
  expect(accepted.filter((message) => message.lostAnswers === 1)).toHaveLength(1)
  expect(receiver.messages).toHaveLength(accepted.length)
})

test('a server that goes down and comes back gets everything', async () => {
  const first = await startReceiver()
  const { filings, sending } = send(first.port, { count: 40, rate: 200 })
  await eventually(() => expect(first.messages.length).toBeGreaterThan(5))
  await first.stop()
  await eventually(() => expect(sending.progress().waiting).toBeGreaterThan(5))
  const second = await receive({ port: first.port })
  const { accepted } = await sending.done
  const expected = filings.all().flatMap((filing) => filing.notices.map((notice) => notice.messageId))
  expect(accepted.map((message) => message.messageId).sort()).toEqual(expected.sort())
  expect(first.messages.length + second.messages.length).toBeGreaterThanOrEqual(expected.length)
})

test('sending without an end stops on request and names the messages not sent', async () => {
  const { sending } = send(1, { rate: 500 })
  await eventually(() => expect(sending.progress().waiting).toBeGreaterThan(3))
  sending.stop()
  const { accepted, unsent } = await sending.done
  expect(accepted).toEqual([])
  expect(unsent.length).toBeGreaterThan(3)
})

test.each([
  [undefined, 'dominic.lowe@harlanlowe.example'],
  ['intake.example', 'dominic.lowe@intake.example'],
  ['ecf@intake.example', 'ecf@intake.example'],
])('with the mapping %s a message goes to %s', async (to, expected) => {
  const receiver = await receive()
  const { accepted } = await send(receiver.port, { count: 1, to }).sending.done
  expect(accepted.map((message) => message.to)).toContain(expected)
})
