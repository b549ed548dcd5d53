import type { Services } from '../../base/services.ts'
import { HostRefusal } from '../../retrieval/guarded/allowed-hosts.ts'
import { keepReading, type MailReaders, type ReaderOptions, type ReadTurn } from '../keep-reading.ts'
import { MailboxProblem } from '../mailboxes/mailbox-problem.ts'
import { type Bell, type BellWish, openBell } from './bell/keep-bell.ts'
import { type GraphAccount, graphAccountName } from './graph-account.ts'
import { NoSuchFolder } from './graph-folder.ts'
import { GraphProblem, isSettingProblem } from './graph-problem.ts'
import { openFolders, readNew } from './graph-session.ts'
import type { GraphReading } from './take-message.ts'

/** How soon a message that couldn't be received is tried again, in milliseconds. */
const firstWaitMs = 60_000
const usualPollMs = 30_000

/** The reader of one mailbox. */
export interface GraphReader extends MailReaders {
  /** Ends what Graph was asked for, once the mailbox is no longer read by anyone. */
  leave: () => Promise<void>
}

interface GraphReaderOptions extends Partial<ReaderOptions> {
  wish: BellWish
}

/** Reads a mailbox by Microsoft Graph until stopped. */
export function startGraphReader(
  services: Services,
  account: GraphAccount,
  { pollMs = usualPollMs, wish, ...options }: GraphReaderOptions,
): GraphReader {
  const reading: GraphReading = {
    ...{ services, account, complaint: undefined },
    waiting: { total: 0, reason: undefined, since: undefined },
    firstWaitMs: options.firstWaitMs ?? firstWaitMs,
  }
  const bell = openBell(services, account, wish)
  const source = {
    name: graphAccountName(account),
    read: (turn: ReadTurn) => readByPolling(reading, bell, turn),
    complaint: () => complaintOf(reading) ?? bell.complaint(pollMs),
    waitingSince: () => reading.waiting.since,
    describe: describeGraphProblem,
    isRefused: isRefusedByGraph,
    askedWait: (error: unknown) => (error instanceof GraphProblem ? error.waitMs : undefined),
    note: account.note,
  }
  const readers = keepReading(services, [source], { ...options, pollMs })
  return {
    status: readers.status,
    stop: async () => {
      await readers.stop()
      await bell.stop()
    },
    leave: bell.leave,
  }
}

async function readByPolling(reading: GraphReading, bell: Bell, { settings, signal, tell }: ReadTurn): Promise<void> {
  while (!signal.aborted) {
    // Looked up each time: the name may be another folder's by now.
    const folders = await openFolders(reading.account)
    bell.keep(folders.folderId)
    tell(await readNew(reading, folders, () => signal.aborted))
    await bell.rest(settings.pollMs, signal)
  }
}

function complaintOf({ complaint, waiting: { total, reason } }: GraphReading): string | undefined {
  if (complaint !== undefined || total === 0) return complaint
  const waits =
    total === 1
      ? "One message couldn't be received yet and is tried again."
      : `${total} messages couldn't be received yet and are tried again.`
  return `${waits} ${reason ?? ''}`.trimEnd()
}

/** Explains why a mailbox can't be read and what to do about it. */
export function describeGraphProblem(error: unknown): string {
  const isKnown = [GraphProblem, NoSuchFolder, MailboxProblem, HostRefusal].some((kind) => error instanceof kind)
  const message = error instanceof Error ? error.message : String(error)
  return isKnown ? message : `The mailbox cannot be read: ${message}`
}

function isRefusedByGraph(error: unknown): boolean {
  if (error instanceof MailboxProblem) return error.isRefusal
  if (error instanceof HostRefusal) return error.isLasting
  return error instanceof GraphProblem && isSettingProblem(error)
}
