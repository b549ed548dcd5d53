import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImapAccount } from '../base/config.ts'
import type { Services } from '../base/services.ts'
import { openTestServices, type TestServices } from '../testing/services.ts'
import { accountAt, countReceived, makeMessage, readAccounts, startServer } from './imap-reader.fixture.ts'
import { eventually } from './testing/eventually.ts'

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
