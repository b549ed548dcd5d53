import { createServer } from 'node:net'
import { StorageFullError } from '@courtcrier/lib/storage-error.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ImapAccount } from '../base/config.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { longTest } from '../testing/in-long-run.ts'
import { openTestServices, type TestServices } from '../testing/services.ts'
import type { ReadAccount } from './imap-client.ts'
import { accountAt, countReceived, makeMessage, quick, readAccounts, startServer } from './imap-reader.fixture.ts'
import { checkImapAccount, startImapReaders } from './imap-reader.ts'
import { receiveMessage } from './receive.ts'
import { eventually } from './testing/eventually.ts'
import type { TestImapServer } from './testing/imap-server.ts'
import { itemsOf } from './testing/items.ts'

let held: TestServices
let services: Services

beforeAll(async () => {
  held = await openTestServices()
  services = held.services
})
afterAll(() => held.close())

const read = (accounts: readonly ImapAccount[], other: Partial<Services> = {}) =>
  readAccounts({ ...services, ...other }, accounts)
const count = (subject: string, firmId = 1) => countReceived(services, subject, firmId)

const left = (server: TestImapServer, folder = 'INBOX') => server.folders.get(folder)?.messages.length

test('reads existing messages at once and new ones when they are announced, and moves all of them', async () => {
  const server = await startServer()
  server.deliver('INBOX', makeMessage('there before'))
  const readers = read([accountAt(server, { doneFolder: 'Courtcrier/Done', authserv: 'mx.firm.example' })])
  await eventually(() => count('there before')).toBe(1)
  await eventually(() => server.commands.at(-1)).toBe('IDLE')
  server.deliver('INBOX', makeMessage('announced'))
  await eventually(() => count('announced')).toBe(1)
  await eventually(() => left(server, 'Courtcrier/Done')).toBe(2)
  expect(left(server)).toBe(0)
  await eventually(() => readers.status()[0]).toMatchObject({ state: 'watching', problem: undefined, taken: 2 })
  const [item] = await itemsOf(services, 1)
  expect(item?.source_type).toBe('imap')
  expect(item?.outcomes.receive).toEqual({ authserv: 'mx.firm.example' })
  const raw = Buffer.from(await services.blobs.get(item?.raw_content ?? '')).toString()
  expect(raw).toMatch(/^From: ecf@cand\.uscourts\.gov\r\nSubject: there before\r\n/)
})

test('a mailbox whose word about senders isn’t believed has none noted', async () => {
  const server = await startServer()
  server.deliver('INBOX', makeMessage('of a mailbox that is not believed'))
  const account: ReadAccount = { ...accountAt(server, { authserv: 'mx.firm.example' }), isBelieved: false }
  read([account])
  await eventually(() => count('of a mailbox that is not believed')).toBe(1)
  const item = (await itemsOf(services, 1)).find(({ subject }) => subject === 'of a mailbox that is not believed')
  expect(item?.outcomes).not.toHaveProperty('receive.authserv')
})

test('without a folder for received messages, they are flagged and stay', async () => {
  const server = await startServer()
  server.deliver('INBOX', makeMessage('flagged'))
  read([accountAt(server)])
  await eventually(() => server.folders.get('INBOX')?.messages[0]?.flags.has('\\Seen')).toBe(true)
  expect(await count('flagged')).toBe(1)
})

test('reads a server without MOVE and IDLE too: messages are flagged, none is expunged, and the status says so', async () => {
  const server = await startServer({ capabilities: [] })
  server.deliver('INBOX', makeMessage('no extensions'))
  const readers = read([accountAt(server, { doneFolder: 'Done' })])
  await eventually(() => readers.status()[0]?.problem).toMatch(/cannot move messages/)
  expect(await count('no extensions')).toBe(1)
  expect(server.folders.get('INBOX')?.messages[0]?.flags.has('\\Seen')).toBe(true)
  expect(server.commands.filter((command) => /EXPUNGE|Deleted/i.test(command))).toEqual([])
})

test('reconnects after a connection breaks at any point, without losing or duplicating a message', async () => {
  const server = await startServer()
  read([accountAt(server, { doneFolder: 'Done' })])
  for (const point of ['UID FETCH', 'UID MOVE', 'IDLE', 'SELECT', 'LOGIN']) {
    const subject = `cut at ${point}`
    server.dropAt(point)
    if (point === 'SELECT' || point === 'LOGIN') server.dropAll()
    server.deliver('INBOX', makeMessage(subject))
    await eventually(() => count(subject)).toBe(1)
    await eventually(() => left(server)).toBe(0)
  }
})

test('a message received but not yet moved when the connection broke is recognized as the same item', async () => {
  const server = await startServer()
  server.deliver('INBOX', makeMessage('not yet moved'))
  server.dropAt('UID MOVE')
  read([accountAt(server, { doneFolder: 'Done' })])
  await eventually(() => left(server, 'Done')).toBe(1)
  expect(server.commands.filter((command) => command.startsWith('UID MOVE'))).toHaveLength(2)
  expect(await count('not yet moved')).toBe(1)
})

test('a folder that takes the place of a renamed one is read without another connection, and a missing one is reported', async () => {
  const server = await startServer()
  const makeFolder = (uidValidity: number) => ({ uidValidity, uidNext: 1, messages: [] })
  const former = makeFolder(5)
  server.folders.set('Notices', former)
  const account = accountAt(server, { folder: 'Notices' })
  const readers = startImapReaders(services, [account], { ...quick, pollMs: 20 })
  onTestFinished(readers.stop)
  server.deliver('Notices', makeMessage('before the folder was renamed'))
  await eventually(() => count('before the folder was renamed')).toBe(1)
  server.folders.set('Notices of 2025', former)
  server.folders.set('Notices', makeFolder(6))
  server.deliver('Notices', makeMessage('in the folder that took its place'))
  await eventually(() => count('in the folder that took its place')).toBe(1)
  expect(server.commands.filter((command) => command.startsWith('LOGIN'))).toHaveLength(1)
  server.folders.delete('Notices')
  await eventually(() => readers.status()[0]?.problem).toMatch(/folder/i)
  server.folders.set('Notices', makeFolder(7))
  server.deliver('Notices', makeMessage('in a folder that came back'))
  await eventually(() => count('in a folder that came back')).toBe(1)
})

test('the position survives restarts, and a renumbered folder is read again without duplicates', async () => {
  const server = await startServer()
  const account = accountAt(server)
  server.deliver('INBOX', makeMessage('numbered 1'))
  const first = startImapReaders(services, [account], quick)
  await eventually(() => first.status()[0]?.taken).toBe(1)
  await first.stop()
  const second = read([account])
  server.deliver('INBOX', makeMessage('numbered 2'))
  await eventually(() => count('numbered 2')).toBe(1)
  await eventually(() => second.status()[0]?.taken).toBe(1)
  server.renumber('INBOX')
  await eventually(() => second.status()[0]?.taken).toBe(3)
  expect([await count('numbered 1'), await count('numbered 2')]).toEqual([1, 1])
})

test('a message over the limit is left in place and logged, and the ones behind it are read', async () => {
  const limit = (bytes: number | null) =>
    withFirm(services.database, 2, (trx) => sql`update firms set max_message_size = ${bytes}::integer`.execute(trx))
  await limit(100_000)
  const server = await startServer()
  server.deliver('INBOX', makeMessage('too large', 'x'.repeat(150_000)))
  server.deliver('INBOX', makeMessage('behind it'))
  read([accountAt(server, { firmId: 2, doneFolder: 'Done' })])
  await eventually(() => count('behind it', 2)).toBe(1)
  await eventually(() => left(server, 'Done')).toBe(1)
  expect(await count('too large', 2)).toBe(0)
  expect(left(server)).toBe(1)
  const { rows } = await withFirm(services.database, 2, (trx) =>
    sql<{ sentence: string }>`select sentence from system_events where level = 'WARNING'`.execute(trx),
  )
  expect(rows).toEqual([
    { sentence: expect.stringMatching(/larger than the 100000 .* left in the mailbox clerk at 127/) },
  ])
  await limit(null)
})

longTest('a full disk stops reading, which resumes when there is space again', async () => {
  const server = await startServer()
  server.deliver('INBOX', makeMessage('no room yet'))
  const disk = { isFull: true, refused: 0 }
  const put: Services['blobs']['put'] = async (content) => {
    if (!disk.isFull) return services.blobs.put(content)
    disk.refused++
    throw new StorageFullError('There is no room left to write.')
  }
  const readers = read([accountAt(server)], { blobs: { ...services.blobs, put } })
  await eventually(() => disk.refused).toBeGreaterThan(6)
  await eventually(() => readers.status()[0]?.problem).toMatch(/no room left/)
  disk.isFull = false
  await eventually(() => count('no room yet')).toBe(1)
})

test('a message that can never be received is skipped after some tries, and the next ones are read', async () => {
  const server = await startServer()
  server.deliver('INBOX', makeMessage('poison'))
  server.deliver('INBOX', makeMessage('healthy'))
  const put: Services['blobs']['put'] = async (content) => {
    if (Buffer.from(content as Uint8Array).includes('poison')) throw new Error('this one breaks it')
    return services.blobs.put(content)
  }
  read([accountAt(server, { doneFolder: 'Done' })], { blobs: { ...services.blobs, put } })
  await eventually(() => left(server, 'Done')).toBe(1)
  expect([await count('healthy'), await count('poison'), left(server)]).toEqual([1, 0, 1])
})

test('the same message over IMAP, over SMTP and in two mailboxes is one item', async () => {
  const [server, other] = [await startServer(), await startServer()]
  const message = makeMessage('both ways')
  const raw = Buffer.from(message.replace('From:', 'Received: by another way\r\nFrom:'))
  server.deliver('INBOX', message)
  other.deliver('INBOX', `${message}\r\n`)
  const readers = read([accountAt(server, { doneFolder: 'Done' }), accountAt(other, { doneFolder: 'Done' })])
  await receiveMessage(services, { firmId: 1, raw, via: 'smtp', source: 'test' })
  await eventually(() => readers.status().map((status) => status.taken)).toEqual([1, 1])
  expect(await count('both ways')).toBe(1)
})

test('reads 120 messages in order and in batches', async () => {
  const server = await startServer()
  for (let n = 0; n < 120; n++) server.deliver('INBOX', makeMessage(`many ${n}`))
  read([accountAt(server, { doneFolder: 'Done' })])
  await eventually(() => left(server, 'Done')).toBe(120)
  const items = await itemsOf(services, 1)
  expect(items.filter((item) => item.subject.startsWith('many '))).toHaveLength(120)
  expect(server.commands.filter((command) => command.startsWith('UID MOVE'))).toHaveLength(5)
})

test('the health check returns the number of messages or the problem', async () => {
  const server = await startServer()
  server.deliver('INBOX', makeMessage('counted'))
  const account = accountAt(server)
  expect(await checkImapAccount(account)).toEqual({ ok: true, messages: 1 })
  expect(await checkImapAccount({ ...account, password: 'wrong' })).toEqual({
    problem: 'The mail server 127.0.0.1 refuses the user name or password of clerk.',
  })
  expect(await checkImapAccount({ ...account, folder: 'Nowhere' })).toEqual({
    problem: 'There is no folder "Nowhere" in the mailbox of clerk at 127.0.0.1.',
  })
  await server.close()
  expect(await checkImapAccount(account)).toEqual({
    problem: `Nothing listens for IMAP at 127.0.0.1, port ${account.port}.`,
  })
})

test('a refused password and an unknown firm appear in the status, and reading starts once they are fixed', async () => {
  const server = await startServer({ password: 'changed' })
  server.deliver('INBOX', makeMessage('never for firm 9'))
  const readers = read([accountAt(server), accountAt(server, { password: 'changed', firmId: 9 })])
  await eventually(() => readers.status().map((status) => status.problem)).toEqual([
    expect.stringContaining('refuses the user name or password of clerk'),
    expect.stringContaining('There is no firm 9'),
  ])
  expect(left(server)).toBe(1)
})

test('stopping does not wait for a server that never answers', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as { port: number }
  const readers = startImapReaders(services, [{ host: '127.0.0.1', port, isSecure: false, folder: 'INBOX', firmId: 1 }])
  await eventually(() => new Promise((resolve) => silent.getConnections((_, n) => resolve(n)))).toBe(1)
  await readers.stop()
  silent.close()
})
