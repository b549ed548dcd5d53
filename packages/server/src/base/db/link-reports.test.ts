import { type Link, openLink } from '@courtcrier/lib/link.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'
import { type LinkReporter, readLinkReports, startLinkReports, thisProcess } from './link-reports.ts'

let database: Database
let mailbox: Link
let reading: LinkReporter
let watching: LinkReporter
const fail = (error: unknown) => {
  throw error
}

beforeEach(async () => {
  database = await openTestDatabase()
  mailbox = openLink('clerk at mail.example, folder INBOX')
  reading = startLinkReports(database, { links: () => [{ ...mailbox.state(), kind: 'mailbox' }], onError: fail })
  watching = startLinkReports(database, { links: () => [], onError: fail })
})
afterEach(async () => {
  await reading.stop()
  await watching.stop()
  await database.close()
})

test('a process knows how the mailboxes of another do, and does not list its own twice', async () => {
  mailbox.failed('Nothing listens for IMAP at mail.example, port 993.')
  await reading.report()
  expect(await watching.others()).toEqual([
    {
      kind: 'mailbox',
      name: 'clerk at mail.example, folder INBOX',
      process: thisProcess,
      problem: 'Nothing listens for IMAP at mail.example, port 993.',
      lastSuccess: undefined,
      lastError: { at: expect.any(Date), sentence: 'Nothing listens for IMAP at mail.example, port 993.' },
      lagSeconds: 0,
      reportedAt: expect.any(Date),
    },
  ])
  expect(await reading.others()).toEqual([])
  mailbox.succeeded()
  await reading.report()
  expect(await watching.others()).toMatchObject([{ problem: undefined, lastSuccess: expect.any(Date) }])
})

test('a mailbox that goes on failing fails for longer without another report', async () => {
  mailbox.failed('It is locked.')
  const since = { ...mailbox.state(), lagSeconds: 90, kind: 'mailbox' as const }
  const reporter = startLinkReports(database, { links: () => [since], onError: fail })
  await reporter.report()
  await sql`update courtcrier_meta.link_reports set failing_since = failing_since - interval '1 minute'`.execute(
    database.kysely,
  )
  const [link] = (await readLinkReports(database.kysely)).filter(({ lagSeconds }) => lagSeconds > 0)
  expect(link?.lagSeconds).toBeGreaterThanOrEqual(150)
  await reporter.stop()
})

test('as long as nothing changes but when it last worked, nothing is written', async () => {
  mailbox.succeeded()
  await reading.report()
  const [before] = await watching.others()
  mailbox.succeeded()
  await reading.report()
  expect(await watching.others()).toEqual([before])
})

test('a process that has ended is no longer listed, nor one that has long reported nothing', async () => {
  await reading.report()
  await sql`update courtcrier_meta.link_reports set reported_at = now() - interval '4 minutes'`.execute(database.kysely)
  expect(await watching.others()).toEqual([])
  mailbox.failed('It is locked.')
  await reading.report()
  expect(await watching.others()).toHaveLength(1)
  await reading.stop()
  expect(await watching.others()).toEqual([])
})

test('nothing is written to a database that takes no writes', async () => {
  await reading.report()
  database.writes.begin('it is read-only')
  mailbox.failed('It is locked.')
  await reading.report()
  database.writes.end()
  expect(await watching.others()).toMatchObject([{ problem: undefined }])
  await reading.report()
  expect(await watching.others()).toMatchObject([{ problem: 'It is locked.' }])
})
