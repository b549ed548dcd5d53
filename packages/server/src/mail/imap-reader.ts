import { setTimeout as sleep } from 'node:timers/promises'
import type { ImapFlow } from 'imapflow'
import { isDatabaseAway } from '../base/db/away.ts'
import { type Link, type LinkState, openLink } from '../base/lib/link.ts'
import { StorageError } from '../base/lib/storage-error.ts'
import { reportOutage } from '../base/report-outages.ts'
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
import { type ImapReading, openFolders, readNew } from './imap-session.ts'

/** The state of reading one account. */
export interface ImapStatus extends LinkState {
  state: 'connecting' | 'watching' | 'waiting'
  /** Messages received since the start, including duplicates. */
  taken: number
}

export interface ImapReaders {
  status: () => readonly ImapStatus[]
  /** Finishes the messages being received and logs out. */
  stop: () => Promise<void>
}

export interface ImapReaderOptions {
  /** The wait after the first failure; it doubles with each further one. */
  firstWaitMs: number
  longestWaitMs: number
  /** The wait after a refused login, because frequent attempts lock accounts. */
  logInWaitMs: number
  /** How often to look for new mail, even if the server announces none. */
  pollMs: number
}

const defaults: ImapReaderOptions = {
  firstWaitMs: 1_000,
  longestWaitMs: 60_000,
  logInWaitMs: 5 * 60_000,
  pollMs: 60_000,
}

/**
 * Reads the accounts' folders until stopped, each over its own connection, which is reopened after every failure. A
 * folder read for the first time is read completely.
 */
export function startImapReaders(
  services: Services,
  accounts: readonly ReadAccount[],
  options: Partial<ImapReaderOptions> = {},
): ImapReaders {
  const settings = { ...defaults, ...options }
  const stopping = new AbortController()
  const readers = accounts.map((account) => startReader({ services, account, settings, signal: stopping.signal }))
  return {
    status: () => readers.map((reader) => reader.status()),
    stop: async () => {
      stopping.abort()
      await Promise.all(readers.map((reader) => reader.done))
    },
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

interface Reader {
  services: Services
  account: ReadAccount
  settings: ImapReaderOptions
  signal: AbortSignal
}

function startReader(reader: Reader): { status: () => ImapStatus; done: Promise<void> } {
  const { services, account } = reader
  const link = openLink(accountName(account))
  const progress: Progress = { link, state: 'connecting', taken: 0 }
  const stopReport = reportOutage(link.outage, services.log, {
    fields: { account: accountName(account) },
    began: 'A mailbox cannot be read. Its messages stay there, and reading resumes on its own.',
    ended: 'The mailbox can be read again.',
  })
  // With another time to start from, the folder is looked through again.
  const since = account.readFrom ? ` since ${account.readFrom.toISOString()}` : ''
  const accountKey = `${account.user ?? ''}@${account.host}:${account.port}/${account.folder}${since}`
  const reading: ImapReading = {
    services,
    account,
    key: { firmId: account.firmId, accountKey },
    failures: new Map(),
    complaint: undefined,
  }
  return {
    status: () => ({ ...link.state(), state: progress.state, taken: progress.taken }),
    done: keepReading(reader, reading, progress).finally(stopReport),
  }
}

type Progress = Pick<ImapStatus, 'state' | 'taken'> & { link: Link }

async function keepReading(
  { services, account, settings, signal }: Reader,
  reading: ImapReading,
  progress: Progress,
): Promise<void> {
  const { link } = progress
  let failures = 0
  let isTokenRefused = false
  while (!signal.aborted) {
    const tell = (taken: number) => {
      failures = 0
      link.succeeded(reading.complaint)
      Object.assign(progress, { state: 'watching', taken: progress.taken + taken })
      account.note?.({ problem: reading.complaint, isRead: true, taken })
      if (taken > 0) services.log.info({ account: accountName(account), taken }, 'mail read from a mailbox')
    }
    progress.state = 'connecting'
    try {
      await readOneConnection(reading, { settings, signal, tell, isTokenRefused })
    } catch (error) {
      if (signal.aborted) return
      progress.state = 'waiting'
      // Once, with another token: only a server that refuses that one too refuses the account.
      isTokenRefused = !isTokenRefused && isTokenRefusal(error, account)
      if (isTokenRefused) continue
      const problem = describeImapProblem(error, account)
      const isElsewhere = isDatabaseAway(error) || error instanceof StorageError
      link.failed(problem, { isElsewhere })
      if (!isElsewhere) account.note?.({ problem, isRead: false, taken: 0 })
      services.log.debug({ err: error, account: accountName(account) }, 'a mailbox could not be read')
      await rest(waitOf(error, ++failures, settings), signal)
    }
  }
}

/** Doubles the wait with each failure, and varies it so that accounts on the same server don't retry in step. */
function waitOf(error: unknown, failures: number, settings: ImapReaderOptions): number {
  const doubled = Math.min(settings.firstWaitMs * 2 ** (failures - 1), settings.longestWaitMs)
  const wait = isRefusedLogIn(error) ? Math.max(doubled, settings.logInWaitMs) : doubled
  return wait * (0.5 + Math.random() / 2)
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

interface Connection {
  settings: ImapReaderOptions
  signal: AbortSignal
  /** Called after every pass with the number of messages received. */
  tell: (taken: number) => void
  /** Whether the server refused the last token. */
  isTokenRefused: boolean
}

/** Returns when the reader is stopped. Throws when the connection fails. */
async function readOneConnection(
  reading: ImapReading,
  { settings, signal, tell, isTokenRefused }: Connection,
): Promise<void> {
  const client = await makeImapClient(reading.account, { isTokenRefused })
  const news = watchNews(client, signal)
  const giveUp = () => client.usable || client.close()
  signal.addEventListener('abort', giveUp)
  try {
    await client.connect()
    await openFolders(client, reading.account)
    while (!signal.aborted) {
      news.reset()
      tell(await readNew(client, reading, () => signal.aborted))
      // Ends by itself at the next command; until then the server's announcements arrive.
      client.idle().catch(() => {})
      await news.wait(settings.pollMs)
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
