import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ImapAccount } from '../base/config.ts'
import type { Services } from '../base/services.ts'
import { openTestServices, type TestServices } from '../testing/services.ts'
import { type ImapReaders, startImapReaders } from './imap-reader.ts'
import { eventually } from './testing/eventually.ts'
import { startImapServer, type TestImapOptions, type TestImapServer } from './testing/imap-server.ts'
import { itemsOf } from './testing/items.ts'

let held: TestServices
let services: Services

beforeAll(async () => {
  held = await openTestServices()
  services = held.services
})
afterAll(() => held.close())

async function startServer(options: TestImapOptions = {}): Promise<TestImapServer> {
  const server = await startImapServer(options)
  onTestFinished(server.close)
  return server
}

function accountAt(server: TestImapServer, more: Partial<ImapAccount> = {}): ImapAccount {
  const { port } = server
  return {
    host: '127.0.0.1',
    port,
    isSecure: false,
    user: 'clerk',
    password: 'secret',
    folder: 'INBOX',
    firmId: 1,
    ...more,
  }
}

const quick = { firstWaitMs: 5, longestWaitMs: 20, logInWaitMs: 20 }

function read(accounts: readonly ImapAccount[], other: Partial<Services> = {}): ImapReaders {
  const readers = startImapReaders({ ...services, ...other }, accounts, quick)
  onTestFinished(readers.stop)
  return readers
}

let serial = 0
function makeMessage(subject: string, body = 'text'): string {
  return `From: ecf@cand.uscourts.gov\r\nSubject: ${subject}\r\nMessage-ID: <i${++serial}@test>\r\n\r\n${body}\r\n`
}

async function count(subject: string, firmId = 1): Promise<number> {
  const items = await itemsOf(services, firmId)
  return items.filter((item) => item.subject === subject).length
}

test('a database that takes no writes costs no message its tries', async () => {
  const server = await startServer()
  server.deliver('INBOX', makeMessage('while the database is full'))
  const database = { isFull: true, refused: 0 }
  const put: Services['blobs']['put'] = async (content) => {
    if (!database.isFull) return services.blobs.put(content)
    database.refused++
    throw Object.assign(new Error('could not extend file "base/1/2"'), { code: '53100' })
  }
  const readers = read([accountAt(server)], { blobs: { ...services.blobs, put } })
  await eventually(() => database.refused).toBeGreaterThan(8)
  await eventually(() => readers.status()[0]?.lagSeconds).toBeGreaterThanOrEqual(0)
  database.isFull = false
  await eventually(() => count('while the database is full')).toBe(1)
})

test('a mailbox that cannot be read is logged once, and its status says since when and why', async () => {
  const lines: { level: number; msg: string; account: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const server = await startServer({ password: 'changed' })
  const readers = read([accountAt(server)], { log })
  const logIns = () => server.commands.filter((command) => command.includes('LOGIN') || command.includes('AUTH')).length
  await eventually(logIns).toBeGreaterThan(4)
  expect(lines).toMatchObject([
    { account: 'clerk at 127.0.0.1, folder INBOX', msg: expect.stringMatching(/^A mailbox/) },
  ])
  expect(readers.status()).toMatchObject([
    {
      problem: expect.stringContaining('refuses the user name or password'),
      lastSuccess: undefined,
      lastError: { at: expect.any(Date), sentence: expect.stringContaining('refuses the user name or password') },
    },
  ])
})
