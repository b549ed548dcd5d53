import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import type { Services } from '../base/services.ts'
import {
  accountName,
  describeImapProblem,
  folderPath,
  isRefusedLogIn,
  isTokenRefusal,
  makeImapClient,
  type ReadAccount,
} from './imap-client.ts'
import { findStart } from './imap-position.ts'
import { type ImapReading, openFolder, openFolders, readNew } from './imap-session.ts'
import { keepReading, type MailReaders, type ReaderOptions, type ReadSource, type ReadTurn } from './keep-reading.ts'

/**
 * Reads the accounts' folders until stopped, each over its own connection, which is reopened after every failure. A
 * folder read for the first time is read completely.
 */
export function startImapReaders(
  services: Services,
  accounts: readonly ReadAccount[],
  options: Partial<ReaderOptions> = {},
): MailReaders {
  return keepReading(
    services,
    accounts.map((account) => sourceOf(services, account)),
    options,
  )
}

function sourceOf(services: Services, account: ReadAccount): ReadSource {
  // With another time to start from, the folder is looked through again.
  const since = account.readFrom ? ` since ${account.readFrom.toISOString()}` : ''
  const accountKey = `${account.user ?? ''}@${account.host}:${account.port}/${account.folder}${since}`
  const reading: ImapReading = {
    services,
    account,
    key: { firmId: account.firmId, accountKey },
    failures: new Map(),
    complaint: undefined,
    waitingSince: undefined,
  }
  return {
    name: accountName(account),
    read: (turn) => readWithToken(reading, turn),
    complaint: () => reading.complaint,
    waitingSince: () => reading.waitingSince,
    describe: (error) => describeImapProblem(error, account),
    isRefused: isRefusedLogIn,
    note: account.note,
  }
}

/** For the health check: connects and opens the folder. Returns the number of messages or the problem. */
export async function checkImapAccount(
  account: ReadAccount,
): Promise<{ ok: true; messages: number } | { problem: string }> {
  let client: ImapFlow | undefined
  try {
    client = await makeImapClient(account)
    client.on('error', () => {})
    await client.connect()
    const { exists } = await client.mailboxOpen(folderPath(account.folder), { readOnly: true })
    await client.logout()
    return { ok: true, messages: exists }
  } catch (error) {
    return { problem: describeImapProblem(error, account) }
  } finally {
    client?.close()
  }
}

/** Reads over one connection, and once more if the server refuses the token: only one that refuses both refuses the account. */
async function readWithToken(reading: ImapReading, turn: ReadTurn): Promise<void> {
  reading.from = await findStart(reading.services, reading.key, reading.account)
  try {
    await readOneConnection(reading, turn)
  } catch (error) {
    if (turn.signal.aborted || !isTokenRefusal(error, reading.account)) throw error
    await readOneConnection(reading, turn, { isTokenRefused: true })
  }
}

/** Returns when the reader is stopped. Throws when the connection fails. */
async function readOneConnection(
  reading: ImapReading,
  { settings, signal, tell }: ReadTurn,
  { isTokenRefused = false } = {},
): Promise<void> {
  const client = await makeImapClient(reading.account, { isTokenRefused })
  // It may have waited for a token; nothing says so again.
  if (signal.aborted) return
  const news = watchNews(client, signal)
  const giveUp = () => client.usable || client.close()
  signal.addEventListener('abort', giveUp)
  try {
    await client.connect()
    await openFolders(client, reading.account)
    while (!signal.aborted) {
      news.reset()
      tell(await readNew(client, reading, { tell, isStopped: () => signal.aborted }))
      // Ends by itself at the next command; until then the server's announcements arrive.
      client.idle().catch(() => {})
      await news.wait(settings.pollMs)
      if (!signal.aborted) await openFolder(client, reading.account)
    }
    await Promise.race([client.logout(), sleep(logOutMs, undefined, { ref: false })])
  } finally {
    signal.removeEventListener('abort', giveUp)
    news.end()
    client.close()
  }
}

const logOutMs = 2_000

interface News {
  reset: () => void
  /** Resolves on new mail, when the time is up, or when the reader stops. Rejects when the connection has ended. */
  wait: (ms: number) => Promise<void>
  end: () => void
}

function watchNews(client: ImapFlow, signal: AbortSignal): News {
  let hasNews = false
  let problem: Error | undefined
  let wake = () => {}
  const stir = () => {
    hasNews = true
    wake()
  }
  const fail = (error: Error) => {
    problem ??= error
    wake()
  }
  client.on('exists', stir)
  client.on('error', fail)
  client.on('close', () => fail(new Error('The server closed the connection.')))
  signal.addEventListener('abort', stir)
  return {
    reset: () => {
      hasNews = false
    },
    wait: async (ms) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, ms)
      wake = resolve
      if (!hasNews && !problem && !signal.aborted) await promise
      clearTimeout(timer)
      if (problem && !signal.aborted) throw problem
    },
    end: () => signal.removeEventListener('abort', stir),
  }
}
