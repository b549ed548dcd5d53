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
import { openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import { errorCode, isStorageFull, StorageFullError, storageError } from '@courtcrier/lib/storage-error.ts'
import { openClaims } from './claim.ts'
import { type Exchange, marks, readExchanges, recordHeader, wholeLength } from './journal-format.ts'
import { openReservedRoom, type ReservedRoom } from './reserved-room.ts'

/**
 * The courts' answers, stored from the first byte until the firm has saved them.
 *
 * A court serves a link only once. A program that died between the court's answer and its own commit would have used up
 * the link and have nothing. So before a link is opened, it is claimed in a file, and whatever the court sends is
 * appended to a second file as it arrives, with plain synchronous writes. Those bytes are in the kernel, so they
 * survive SIGKILL. (They are not synced: a power failure within the same second loses them, which is the price of not
 * syncing every chunk.) The next run finds them and doesn't request the link again.
 */
export interface FetchJournal {
  /**
   * Runs `use` while no one else works on the link; another call for the same link waits. Returns 'busy' if another
   * process holds the link.
   */
  withClaim: <T>(key: string, use: (entry: JournalEntry) => Promise<T>) => Promise<T | 'busy'>
  /** What an earlier run left: nothing, a complete answer, or a request whose answer is missing or cut. */
  recoverFetch: (key: string) => 'none' | 'complete' | 'interrupted'
  /** Deletes what is stored for the links, once their documents are durable and committed elsewhere. */
  forget: (keys: readonly string[]) => void
  /** The links that have stored answers. */
  keys: () => readonly string[]
  /**
   * Deletes answers not written to for this long, in milliseconds, and returns how many. Links expire after 15 to 30
   * days.
   */
  sweep: (olderThanMs: number) => number
}

/** The journal of one link. */
export interface JournalEntry {
  /** All requests for the link, by this run and earlier ones, in order. */
  exchanges: () => Exchange[]
  /**
   * Records that the address is about to be requested. Throws `StorageFullError` when the disk has no room for an
   * answer.
   */
  begin: (url: string) => ExchangeWriter
}

/** Records one answer as it arrives. Its methods throw `StorageError` when the disk fails. */
export interface ExchangeWriter {
  head: (status: number, headers: Readonly<Record<string, string>>) => void
  chunk: (bytes: Uint8Array) => void
  end: (result: { isComplete: boolean; reason?: string }) => void
}

/** The name of a link in the journal. It includes the document, because a filing's token opens all of its documents. */
export function journalKey(link: NoticeLink): string {
  const document = link.courtDocumentId ?? placeOf(link)
  return createHash('sha256')
    .update([link.host.toLowerCase(), document, link.token ?? ''].join('\n'))
    .digest('hex')
}

/** Without a token, the whole address distinguishes links (Bankruptcy Noticing Center). */
function placeOf({ url, token }: NoticeLink): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  return token === undefined ? parsed.pathname + parsed.search : parsed.pathname
}

export interface JournalOptions {
  /** A claim older than this is abandoned. Must be longer than a request may take. Milliseconds. */
  staleMs?: number
  /** No link is opened with less free disk space than this. Bytes. */
  minFreeBytes?: number
}

/** Opens the journal in `<folder>/fetching`. */
export function openFetchJournal(folder: string, options: JournalOptions = {}): FetchJournal {
  const { staleMs = 6 * 60 * 1000, minFreeBytes = 64 * 1024 * 1024 } = options
  const fetching = join(folder, 'fetching')
  guard(fetching, () => mkdirSync(fetching, { recursive: true, mode: 0o700 }))
  const lock = openKeyedLimiter(1)
  const claims = openClaims(fetching, staleMs)
  const room = { folder: fetching, minFreeBytes, reserved: openReservedRoom(fetching) }
  const answers = (key: string) => join(fetching, `${key}${suffix}`)

  return {
    withClaim: (key, use) =>
      lock.run(key, async () => {
        const activity = answers(key)
        const release = guard(fetching, () => claims.take(join(fetching, `${key}.claim`), activity))
        if (!release) return 'busy'
        try {
          return await use(openEntry(activity, room))
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

interface RoomForAnswers {
  folder: string
  minFreeBytes: number
  reserved: ReservedRoom
}

function openEntry(path: string, { folder, minFreeBytes, reserved }: RoomForAnswers): JournalEntry {
  return {
    exchanges: () => readJournal(path),
    begin(url) {
      guard(folder, () => checkRoom(folder, minFreeBytes))
      guard(folder, reserved.keep)
      guard(folder, () => cutTornRecord(path))
      // Open from the request to the end of the answer, because reopening costs more than writing.
      const file = guard(folder, () => openSync(path, 'a', 0o600))
      const append = (mark: number, content: Uint8Array) =>
        guard(folder, () => closingOnError(file, () => appendRecord(file, recordOf(mark, content), reserved)))
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

/** A full disk must be noticed while the link is unused, not when its only answer can't be written. */
function checkRoom(folder: string, minFreeBytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  if (bavail * bsize < minFreeBytes) throw new StorageFullError(`There is no room left to write in ${folder}.`)
}

/** Removes a record torn when an earlier run ended, which would swallow those written after it. */
function cutTornRecord(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined) return
  const whole = wholeLength(readFileSync(path))
  if (whole < size) truncateSync(path, whole)
}

function recordOf(mark: number, content: Uint8Array): Uint8Array[] {
  return [recordHeader(mark, content.byteLength), content]
}

function appendRecord(file: number, record: Uint8Array[], { giveUp }: ReservedRoom): void {
  let left = record
  while (left.length > 0) {
    try {
      left = without(left, writevSync(file, left))
    } catch (error) {
      if (!isStorageFull(error) || !giveUp()) throw error
    }
  }
}

/** A failed write ends the exchange (see `AnswerSink`), and nothing else would close the file. */
function closingOnError(file: number, write: () => void): void {
  try {
    write()
  } catch (error) {
    closeSync(file)
    throw error
  }
}

/** What remains after `written` bytes, because a system call may write less than requested. */
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
