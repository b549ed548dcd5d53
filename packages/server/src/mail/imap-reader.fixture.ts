import { onTestFinished } from 'vitest'
import type { ImapAccount } from '../base/config.ts'
import type { Services } from '../base/services.ts'
import { startImapReaders } from './imap-reader.ts'
import type { MailReaders } from './keep-reading.ts'
import { startImapServer, type TestImapOptions, type TestImapServer } from './testing/imap-server.ts'
import { itemsOf } from './testing/items.ts'

/** Starts a mailbox server for the current test. */
export async function startServer(options: TestImapOptions = {}): Promise<TestImapServer> {
  const server = await startImapServer(options)
  onTestFinished(server.close)
  return server
}

export function accountAt({ port }: TestImapServer, more: Partial<ImapAccount> = {}): ImapAccount {
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

/** Waits that a test has time for. */
export const quick = { firstWaitMs: 5, longestWaitMs: 20, logInWaitMs: 20 }

/** Reads the accounts until the current test is over. */
export function readAccounts(services: Services, accounts: readonly ImapAccount[]): MailReaders {
  const readers = startImapReaders(services, accounts, quick)
  onTestFinished(readers.stop)
  return readers
}

let serial = 0
export function makeMessage(subject: string, body = 'text'): string {
  return `From: ecf@cand.uscourts.gov\r\nSubject: ${subject}\r\nMessage-ID: <i${++serial}@test>\r\n\r\n${body}\r\n`
}

/** Returns how many items with this subject the firm received. */
export async function countReceived(services: Services, subject: string, firmId = 1): Promise<number> {
  const items = await itemsOf(services, firmId)
  return items.filter((item) => item.subject === subject).length
}
