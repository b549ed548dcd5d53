import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Pace } from '@courtcrier/lib/pace.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Mail } from './mail.ts'
import { connectMailServer, type MailConnection } from './mail-connection.ts'
import type { MailNotes } from './receipts.ts'
import { mostConnections } from './share-connections.ts'
import { dripReply, openLineServer, openMailCatcher, readSlowly } from './test-mail-server.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closers.splice(0).toReversed()) await close()
})

const mail: Mail = {
  from: { name: 'Hale & Osei LLP', address: 'notices@hale-osei.example' },
  to: { name: '', address: 'r.osei@hale-osei.example' },
  subject: 'Acme v. Doe',
  text: 'text',
}
const dripped: Mail = { ...mail, to: { name: '', address: 'drips@hale-osei.example' } }
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'courtcrier-mail-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** An email with a file that is too large to be read whole. */
async function withFile(bytes: number): Promise<Mail> {
  const file = path.join(folder, String(bytes))
  await writeFile(file, randomBytes(bytes))
  return { ...mail, attachments: [{ filename: 'a.pdf', contentType: 'application/pdf', content: { path: file } }] }
}
const short: Pace = { partMs: 400, leastRate: 200_000 }
/** For emails that must not be broken off at once. */
const longer: Pace = { ...short, partMs: 3000 }

/** Stops the clock by which emails are broken off, and returns how to move it on: a busy machine has as long as it needs. */
function stopClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  return (ms) => void vi.advanceTimersByTime(ms)
}

test.each([['EHLO'], ['MAIL FROM'], ['RCPT TO'], ['DATA']])(
  'an email whose %s is answered byte by byte is broken off, and was not handed over',
  async (command) => {
    const { connection, notes, noted } = await open((line) => line.startsWith(command))
    expect(await connection.send(mail, notes)).toEqual({
      retry: expect.stringMatching(/^The mail server 127\.0\.0\.1 .* wasn't ready for the email/),
    })
    expect(noted).toEqual([])
  },
)

test('an email whose acceptance comes byte by byte is broken off, and may have been delivered', async () => {
  const pass = stopClock()
  const { connection, notes, noted, dripped } = await open((line) => line === '.', { pace: longer })
  const sending = connection.send(mail, notes)
  await expect.poll(dripped).toBe(1)
  pass(2 * longer.partMs)
  expect(await sending).toEqual({
    retry: expect.stringMatching(/^The mail server 127\.0\.0\.1 .* so it may have been delivered/),
  })
  expect(noted).toEqual(['handedOver', 'lost'])
})

test('an email that is taken too slowly is broken off, and was not handed over', async () => {
  const { connection, notes, noted } = await open(isNever, {
    // What comes before it must not be too slow.
    pace: { partMs: 1500, leastRate: 100e6 },
    isSlowReader: true,
  })
  expect(await connection.send(await withFile(16_000_000), notes)).toEqual({
    retry: expect.stringMatching(/^The mail server 127\.0\.0\.1 took only \d+ kB of the email/),
  })
  expect(noted).toEqual([])
})

test('an email that takes long and gets on is sent', async () => {
  const { connection, notes, noted } = await open(isNever, { pace: longer, isSlowReader: true })
  const large = await withFile(12_000_000)
  const started = performance.now()
  expect(await connection.send(large, notes)).toMatchObject({ accepted: true })
  expect(performance.now() - started).toBeGreaterThan(longer.partMs)
  expect(noted).toEqual(['handedOver', 'accepted'])
})

test('other emails go out beside those that are answered byte by byte, and after them when those have every connection', async () => {
  const pass = stopClock()
  const { connection, dripped: asked } = await open((line) => line === 'RCPT TO:<drips@hale-osei.example>', {
    pace: longer,
  })
  const order: string[] = []
  const send = async (name: string, message: Mail) => {
    const result = await connection.send(message)
    order.push(name)
    return result
  }
  const dripping = Array.from({ length: mostConnections - 1 }, () => send('dripping', dripped))
  expect(await send('beside', mail)).toMatchObject({ accepted: true })
  dripping.push(send('dripping', dripped))
  await expect.poll(asked).toBe(mostConnections)
  // Waiting for a connection counts for its own limit, so that one as old as those would end with them.
  pass(longer.partMs / 2)
  const after = send('after', mail)
  pass(longer.partMs / 2)
  expect(await after).toMatchObject({ accepted: true })
  for (const result of await Promise.all(dripping)) expect(result).toHaveProperty('retry')
  expect(order[0]).toBe('beside')
})

test('a connection with nothing to send is left alone', async () => {
  const onConnect = vi.fn((_session: unknown, done: () => void) => done())
  const { port, close } = await openMailCatcher({ onConnect })
  closers.push(close)
  const connection = connect(port, longer)
  expect(await connection.send(mail)).toMatchObject({ accepted: true })
  await setTimeout(2 * longer.partMs)
  expect(await connection.send(mail)).toMatchObject({ accepted: true })
  expect(onConnect).toHaveBeenCalledTimes(1)
})

test('an email over an encrypted connection is broken off too', async () => {
  const encrypted: boolean[] = []
  const { port, close } = await openMailCatcher({
    disabledCommands: [],
    onRcptTo: (_address, { secure }) => encrypted.push(secure),
  })
  closers.push(close)
  expect(await connect(port, longer).send(mail)).toEqual({
    retry: expect.stringContaining("wasn't ready for the email"),
  })
  expect(encrypted).toEqual([true])
})

test('a check of a server that answers byte by byte ends, and says what is wrong', async () => {
  const { connection } = await open((line) => line.startsWith('EHLO'))
  expect(await connection.verify()).toMatch(/^The mail server 127\.0\.0\.1 .* wasn't ready/)
})

const isNever = () => false

interface Behavior {
  pace?: Pace
  isSlowReader?: boolean
}

/** A server that drips its reply to some lines, and how many those were. */
async function open(isDripped: (line: string) => boolean, { pace, isSlowReader = false }: Behavior = {}) {
  let replies = 0
  const { port, close } = await openLineServer((line, reply, socket) => {
    if (isDripped(line)) {
      replies += 1
      dripReply(socket)
    } else reply(line.startsWith('EHLO') ? '250 fake' : line === 'DATA' ? '354 go' : '250 ok')
    if (line === 'DATA' && isSlowReader) readSlowly(socket)
    return undefined
  })
  closers.push(close)
  const noted: string[] = []
  const notes: MailNotes = {
    wasTried: () => false,
    lost: () => 0,
    note: (moment) => noted.push(moment),
    problem: () => undefined,
  }
  return { connection: connect(port, pace), notes, noted, dripped: () => replies }
}

function connect(port: number, pace = short): MailConnection {
  const connection = connectMailServer({ host: '127.0.0.1', port, isSecure: false }, pace)
  closers.push(connection.close)
  return connection
}
