import { createHash } from 'node:crypto'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writevSync,
} from 'node:fs'
import { join } from 'node:path'
import type { NoticeLink } from '@courtcrier/contract/notice.ts'
import { openKeyedLimiter } from '../base/lib/keyed-limiter.ts'
import { errorCode, StorageFullError, storageError } from '../base/lib/storage-error.ts'
import { openClaims } from './claim.ts'
import { type Exchange, marks, readExchanges, recordHeader, wholeLength } from './journal-format.ts'

/**
 * What courts have answered, kept from the first byte on until the firm has it for good.
 *
 * A court serves a link once. A program that dies between the court's answer and its own commit would have used
 * up the link and hold nothing, so before a link is opened it is claimed in a file, and whatever the court sends
 * is appended to a second file in the moment it arrives, by plain synchronous writes. Those bytes are the
 * kernel's: SIGKILL can't take them back. (They are not synced; a power cut within the same second loses them,
 * which is the price of not syncing every chunk.) The next run finds them and asks the court nothing.
 */
export interface FetchJournal {
  /**
   * Runs `use` while this process alone works on the link; another call for the same link waits its turn. Gives
   * 'busy' when another process has the link.
   */
  withClaim: <T>(key: string, use: (entry: JournalEntry) => Promise<T>) => Promise<T | 'busy'>
  /** What an earlier run left: nothing, an answer to its end, or a request whose answer is missing or cut. */
  recoverFetch: (key: string) => 'none' | 'complete' | 'interrupted'
  /** Drops what was kept for the links, once their documents are durable and committed elsewhere. */
  forget: (keys: readonly string[]) => void
  /** The links of which there are answers. */
  keys: () => readonly string[]
  /** Drops what nothing was written to for so long, in milliseconds; links die in 15 to 30 days. Gives how many. */
  sweep: (olderThanMs: number) => number
}

/** The journal of one link. */
export interface JournalEntry {
  /** All requests made for the link, by this run and earlier ones, in order. */
  exchanges: () => Exchange[]
  /** Notes that the address is about to be asked. Throws `StorageFullError` while the disk has no room for an answer. */
  begin: (url: string) => ExchangeWriter
}

/** Takes down one answer as it arrives. Its methods throw `StorageError` when the disk fails. */
export interface ExchangeWriter {
  head: (status: number, headers: Readonly<Record<string, string>>) => void
  chunk: (bytes: Uint8Array) => void
  end: (result: { isComplete: boolean; reason?: string }) => void
}

/** The name of a link in the journal. The document counts in: a filing's token opens all of its documents. */
export function journalKey(link: NoticeLink): string {
  const document = link.courtDocumentId ?? placeOf(link)
  return createHash('sha256')
    .update([link.host.toLowerCase(), document, link.token ?? ''].join('\n'))
    .digest('hex')
}

/** Without a token the whole address tells one link from another (bankruptcy's noticing center). */
function placeOf({ url, token }: NoticeLink): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  return token === undefined ? parsed.pathname + parsed.search : parsed.pathname
}

export interface JournalOptions {
  /** A claim older than this belongs to nobody; longer than one request may take. Milliseconds. */
  staleMs?: number
  /** No link is opened with less room on the disk than this. Bytes. */
  minFreeBytes?: number
}

/** Opens the journal in `<folder>/fetching`. */
export function openFetchJournal(folder: string, options: JournalOptions = {}): FetchJournal {
  const { staleMs = 6 * 60 * 1000, minFreeBytes = 64 * 1024 * 1024 } = options
  const fetching = join(folder, 'fetching')
  guard(fetching, () => mkdirSync(fetching, { recursive: true, mode: 0o700 }))
  const lock = openKeyedLimiter(1)
  const claims = openClaims(fetching, staleMs)
  const answers = (key: string) => join(fetching, `${key}${suffix}`)

  return {
    withClaim: (key, use) =>
      lock.run(key, async () => {
        const activity = answers(key)
        const release = guard(fetching, () => claims.take(join(fetching, `${key}.claim`), activity))
        if (!release) return 'busy'
        try {
          return await use(openEntry(activity, minFreeBytes, fetching))
        } finally {
          release()
        }
      }),
    recoverFetch(key) {
      const last = readJournal(answers(key)).at(-1)
      if (!last) return 'none'
      return last.state === 'complete' ? 'complete' : 'interrupted'
    },
    forget(keys) {
      for (const key of keys) rmSync(answers(key), { force: true })
    },
    keys: () => readdirSync(fetching).flatMap((name) => (name.endsWith(suffix) ? [name.slice(0, -suffix.length)] : [])),
    sweep: (olderThanMs) => sweep(fetching, Date.now() - olderThanMs),
  }
}

const suffix = '.answers'

function openEntry(path: string, minFreeBytes: number, folder: string): JournalEntry {
  return {
    exchanges: () => readJournal(path),
    begin(url) {
      guard(folder, () => checkRoom(folder, minFreeBytes))
      guard(folder, () => cutTornRecord(path))
      // Open from the question to the end of the answer: opening anew costs more than writing.
      const file = guard(folder, () => openSync(path, 'a', 0o600))
      const append = (mark: number, content: Uint8Array) =>
        guard(folder, () => closingOnError(file, () => appendRecord(file, mark, content)))
      append(marks.asked, json({ url, at: new Date().toISOString() }))
      return {
        head: (status, headers) => append(marks.head, json({ status, headers })),
        chunk: (bytes) => append(marks.data, bytes),
        end: (result) => {
          append(marks.end, json(result))
          closeSync(file)
        },
      }
    },
  }
}

/** A full disk must be noticed while the link is unused, not when its only answer can't be written down. */
function checkRoom(folder: string, minFreeBytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < minFreeBytes) throw new StorageFullError(`There is no room left to write in ${folder}.`)
}

/** A record torn by the end of an earlier run would swallow the ones written after it. */
function cutTornRecord(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) return
  const whole = wholeLength(readFileSync(path))
  if (whole < size) truncateSync(path, whole)
}

function appendRecord(file: number, mark: number, content: Uint8Array): void {
  let left: Uint8Array[] = [recordHeader(mark, content.byteLength), content]
  while (left.length > 0) left = without(left, writevSync(file, left))
}

/** What cannot be written down ends the exchange (see `AnswerSink`), and nobody comes to its end any more. */
function closingOnError(file: number, write: () => void): void {
  try {
    write()
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** What is left to write after `written` bytes; a system call may write less than it was given. */
function without(buffers: readonly Uint8Array[], written: number): Uint8Array[] {
  let skip = written
  return buffers
    .map((buffer) => {
      const rest = buffer.subarray(Math.min(skip, buffer.byteLength))
      skip -= buffer.byteLength - rest.byteLength
      return rest
    })
    .filter((rest) => rest.byteLength > 0)
}

function readJournal(path: string): Exchange[] {
  try {
    return readExchanges(readFileSync(path))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

function sweep(folder: string, before: number): number {
  const old = readdirSync(folder).filter((name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false })
    return found !== undefined && found.mtimeMs < before
  })
  for (const name of old) rmSync(join(folder, name), { force: true })
  return old.length
}

function json(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}

function guard<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw storageError(error, folder)
  }
}
