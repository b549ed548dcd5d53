import { setTimeout as sleep } from 'node:timers/promises'
import { type Link, type LinkState, openLink } from '@courtcrier/lib/link.ts'
import { StorageError } from '@courtcrier/lib/storage-error.ts'
import { isDatabaseAway } from '../base/db/away.ts'
import { reportOutage } from '../base/report-outages.ts'
import type { Services } from '../base/services.ts'
import type { Look } from './imap-client.ts'

/** The state of reading one account. */
export interface ReaderStatus extends LinkState {
  state: 'connecting' | 'watching' | 'waiting'
  /** Messages received since the start, including duplicates. */
  taken: number
}

export interface MailReaders {
  status: () => readonly ReaderStatus[]
  /** Finishes the messages being received and logs out. */
  stop: () => Promise<void>
}

export interface ReaderOptions {
  /** The wait after the first failure; it doubles with each further one. */
  firstWaitMs: number
  longestWaitMs: number
  /** The wait after a refused login, because frequent attempts lock accounts. */
  logInWaitMs: number
  /** How often to look for new mail, even if the server announces none. */
  pollMs: number
}

const defaults: ReaderOptions = {
  firstWaitMs: 1_000,
  longestWaitMs: 60_000,
  logInWaitMs: 5 * 60_000,
  pollMs: 60_000,
}

/** A mailbox, and how it is read. */
export interface ReadSource {
  /** Without a password. */
  name: string
  /** Returns when the reader is stopped. Throws when the connection fails. */
  read: (turn: ReadTurn) => Promise<void>
  /** A problem that a person must fix, although reading continues. */
  complaint: () => string | undefined
  /** When the oldest message arrived that is known to wait; undefined if none does. */
  waitingSince: () => Date | undefined
  /** Explains a failure and what to do about it. */
  describe: (error: unknown) => string
  /** Whether the login was refused: trying again soon could lock the account. */
  isRefused: (error: unknown) => boolean
  /** How long the other side asked to wait, in milliseconds. */
  askedWait?: (error: unknown) => number | undefined
  note?: ((look: Look) => void) | undefined
}

export interface ReadTurn {
  settings: ReaderOptions
  signal: AbortSignal
  /** Called after every pass, and within a long one, with the number of messages received. */
  tell: (taken: number) => void
}

/** Reads each source until stopped, and again after every failure. */
export function keepReading(
  services: Services,
  sources: readonly ReadSource[],
  options: Partial<ReaderOptions> = {},
): MailReaders {
  const settings = { ...defaults, ...options }
  const stopping = new AbortController()
  const readers = sources.map((source) => startReader(services, source, { settings, signal: stopping.signal }))
  return {
    status: () => readers.map((reader) => reader.status()),
    stop: async () => {
      stopping.abort()
      await Promise.all(readers.map((reader) => reader.done))
    },
  }
}

type Progress = Pick<ReaderStatus, 'state' | 'taken'> & { link: Link }
type Running = Pick<ReadTurn, 'settings' | 'signal'>

function startReader(services: Services, source: ReadSource, running: Running) {
  const link = openLink(source.name)
  const progress: Progress = { link, state: 'connecting', taken: 0 }
  const stopReport = reportOutage(link.outage, services.log, {
    fields: { account: source.name },
    began: 'A mailbox cannot be read. Its messages stay there, and reading resumes on its own.',
    ended: 'The mailbox can be read again.',
  })
  return {
    status: (): ReaderStatus => ({ ...link.state(), state: progress.state, taken: progress.taken }),
    done: readUntilStopped({ services, source, progress }, running).finally(stopReport),
  }
}

async function readUntilStopped(
  { services, source, progress }: { services: Services; source: ReadSource; progress: Progress },
  { settings, signal }: Running,
): Promise<void> {
  const { link } = progress
  let failures = 0
  while (!signal.aborted) {
    let hasRead = false
    const tell = (taken: number) => {
      failures = 0
      hasRead = true
      const problem = source.complaint()
      link.succeeded(problem, source.waitingSince())
      Object.assign(progress, { state: 'watching', taken: progress.taken + taken })
      source.note?.({ problem, isRead: true, taken, lagSeconds: link.state().lagSeconds })
      if (taken > 0) services.log.info({ account: source.name, taken }, 'mail read from a mailbox')
    }
    progress.state = 'connecting'
    try {
      await source.read({ settings, signal, tell })
    } catch (error) {
      if (signal.aborted) return
      progress.state = 'waiting'
      const problem = source.describe(error)
      const isElsewhere = isDatabaseAway(error) || error instanceof StorageError
      // Servers end connections, with each token for instance. Only an attempt to read again says whether that works.
      const isInterruption = hasRead && !isElsewhere && !source.isRefused(error)
      if (isInterruption) link.stumbled(problem)
      else link.failed(problem, { isElsewhere })
      const { lagSeconds } = link.state()
      if (!isElsewhere && !isInterruption)
        source.note?.({ problem, isRead: false, taken: 0, lagSeconds, isRefused: source.isRefused(error) })
      services.log.debug({ err: error, account: source.name }, 'a mailbox could not be read')
      await rest(waitOf(error, { failures: ++failures, source, settings }), signal)
    }
  }
}

interface Failed {
  failures: number
  source: ReadSource
  settings: ReaderOptions
}

/** Doubles the wait with each failure, and varies it so that accounts on the same server don't retry in step. */
function waitOf(error: unknown, { failures, source, settings }: Failed): number {
  const doubled = Math.min(settings.firstWaitMs * 2 ** (failures - 1), settings.longestWaitMs)
  const wait = source.isRefused(error) ? Math.max(doubled, settings.logInWaitMs) : doubled
  return Math.max(wait * (0.5 + Math.random() / 2), source.askedWait?.(error) ?? 0)
}

/** Waits, or until the reader is stopped. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
