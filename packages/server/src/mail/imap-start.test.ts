import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { openTestServices, type TestServices } from '../testing/services.ts'
import { accountAt, countReceived, makeMessage, quick, readAccounts, startServer } from './imap-reader.fixture.ts'
import { startImapReaders } from './imap-reader.ts'
import { eventually } from './testing/eventually.ts'
import type { TestImapServer } from './testing/imap-server.ts'

let held: TestServices
beforeAll(async () => {
  held = await openTestServices()
})
afterAll(() => held.close())

const count = (subject: string) => countReceived(held.services, subject)

test('a mailbox that is read from its first time on leaves what it had before, also after a restart and a renumbering', async () => {
  const server = await startServer()
  for (let n = 0; n < 3; n += 1) server.deliver('INBOX', makeMessage('long before'), new Date('2025-11-03T09:00:00Z'))
  const account = accountAt(server, { isFromFirstRead: true, folder: 'INBOX' })
  const first = startImapReaders(held.services, [account], quick)
  await eventually(() => first.status()[0]).toMatchObject({ state: 'watching' })
  await first.stop()
  server.deliver('INBOX', makeMessage('while it was not running'))
  server.renumber('INBOX')
  readAccounts(held.services, [account])
  await eventually(() => count('while it was not running')).toBe(1)
  expect(await count('long before')).toBe(0)
})

test('a mailbox is read from its first time on, although the clock was ahead for a moment', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3600_000 })
  newId()
  vi.useRealTimers()
  const server = await startServer()
  const readers = readAccounts(held.services, [accountAt(server, { isFromFirstRead: true })])
  await eventually(() => readers.status()[0]).toMatchObject({ state: 'watching' })
  server.deliver('INBOX', makeMessage('after the clock was set right'))
  await eventually(() => count('after the clock was set right')).toBe(1)
})

test('a mailbox that could not be connected to at first is read from then on all the same', async () => {
  const server = await startServer()
  const account = accountAt(server, { isFromFirstRead: true, password: 'wrong' })
  const first = startImapReaders(held.services, [account], quick)
  await eventually(() => first.status()[0]).toMatchObject({ state: 'waiting' })
  await first.stop()
  await wasWrongForAnHour(server)
  server.deliver('INBOX', makeMessage('while it was wrong'), new Date(Date.now() - 1800_000))
  readAccounts(held.services, [{ ...account, password: 'secret' }])
  await eventually(() => count('while it was wrong')).toBe(1)
})

test('a mailbox that is read since a time leaves what is older', async () => {
  const server = await startServer()
  server.deliver('INBOX', makeMessage('before that day'), new Date('2025-11-03T09:00:00Z'))
  server.deliver('INBOX', makeMessage('after that day'), new Date('2025-11-05T09:00:00Z'))
  readAccounts(held.services, [accountAt(server, { readFrom: new Date('2025-11-04') })])
  await eventually(() => count('after that day')).toBe(1)
  expect(await count('before that day')).toBe(0)
})

async function wasWrongForAnHour({ port }: TestImapServer): Promise<void> {
  const { numAffectedRows } = await withSystem(held.services.database, (trx) =>
    sql`update mail_positions set first_read_at = first_read_at - interval '1 hour'
      where account_key like ${`%:${port}/%`}`.execute(trx),
  )
  expect(numAffectedRows).toBe(1n)
}

test('a reader that is stopped while it waits for its token does not connect', async () => {
  const server = await startServer()
  const [asked, token] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const accessToken = () => {
    asked.resolve()
    return token.promise
  }
  const readers = startImapReaders(held.services, [{ ...accountAt(server), accessToken }], quick)
  await asked.promise
  const stopped = readers.stop()
  token.resolve('given too late')
  await stopped
  expect(server.commands).toEqual([])
})
