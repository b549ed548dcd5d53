import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { errorCode } from '@courtcrier/lib/storage-error.ts'
import type { End, Performed } from '../run.ts'

/**
 * What the mail server did with an email, or a chat service with a message, noted in a file beside the conversation
 * with it.
 *
 * A server that is killed between the mail server's "250" and its own commit doesn't know that the email went out, and
 * on the embedded database a kill even loses commits that didn't wait for the disk. These lines are plain synchronous
 * writes by the thread that talks to the mail server: they are in the kernel, so they survive SIGKILL. What is left is
 * the moment in which the mail server has accepted an email and its answer hasn't arrived (RFC 1047); such an email is
 * handed over once more, under the same Message-ID. They aren't synced: a power failure loses those of the last seconds.
 */
export interface Receipts {
  /** What earlier attempts left that weren't recorded. */
  find: <Note>(attempt: MailAttempt) => Left<Note>
  /** What the thread needs to note about an email; `accepted` is the result if the mail server accepts it. */
  prepare: <Note>(attempt: MailAttempt, accepted: Performed<Note>) => Receipt
  /** Deletes what is noted, once the result is recorded. */
  forget: (id: string) => void
  /**
   * The same for an email. While it waits to be tried again, how many answers were lost is kept; and if it only waited for
   * its turn, so is what earlier attempts left, for the next, which has the same number.
   */
  end: (attempt: MailAttempt, end: Pick<End<unknown>, 'status' | 'isTry'>) => void
}

export interface MailAttempt {
  id: string
  /** Attempts so far, including this one. */
  attempts: number
  /** An earlier attempt ended without being recorded. */
  wasInterrupted: boolean
}

/** What an earlier attempt left. */
export interface Left<Note> {
  /** The result of an email that the mail server accepted. */
  accepted: Performed<Note> | undefined
  /** How often the whole email was handed over without an answer. */
  unanswered: number
}

/** Sent to the thread along with an email: the file, and the lines for it. */
export type Receipt = { file: string } & Record<Moment, string>

/**
 * `handedOver` is noted before the end of the email goes out, the others when the mail server has answered; `lost`: when
 * it is known that no answer will come.
 */
type Moment = 'handedOver' | 'accepted' | 'refused' | 'lost'

interface Line {
  attempt: number
  accepted?: unknown
  isRefused?: true
  isLost?: true
}

/** An email whose hand-over was interrupted, or not answered, this often isn't handed over again: a person decides. */
export const mostUnanswered = 2

/** In milliseconds. Deliveries are given up after two days. */
const oldestMs = 7 * 86_400_000

/** Opens the receipts in `<folder>/handed-over`, and removes those that nothing will ask for. */
export function openReceipts(folder: string): Receipts {
  const receipts = path.join(folder, 'handed-over')
  mkdirSync(receipts, { recursive: true, mode: 0o700 })
  sweep(receipts)
  const fileOf = (id: string) => path.join(receipts, id)
  return {
    find: <Note>(attempt: MailAttempt): Left<Note> => {
      const lines = readLines(fileOf(attempt.id)).filter((line) => isLeft(line, attempt))
      const accepted = lines.find((line) => 'accepted' in line)?.accepted as Performed<Note> | undefined
      const answered = lines.filter(({ isRefused }) => isRefused).length
      return { accepted, unanswered: accepted ? 0 : lines.length - 2 * answered }
    },
    prepare: ({ id, attempts: attempt, wasInterrupted }, accepted) => {
      const file = fileOf(id)
      if (!wasInterrupted) dropFormer(file, attempt)
      return {
        file,
        handedOver: lineOf({ attempt }),
        accepted: lineOf({ attempt, accepted }),
        refused: lineOf({ attempt, isRefused: true }),
        lost: lineOf({ attempt, isLost: true }),
      }
    },
    forget: (id) => rmSync(fileOf(id), { force: true }),
    end: (attempt, { status, isTry }) => {
      const file = fileOf(attempt.id)
      const kept = readLines(file).flatMap((line) => {
        if (line.isLost) return status === 'waiting' ? [line] : []
        return !isTry && isLeft(line, attempt) ? [{ ...line, attempt: attempt.attempts }] : []
      })
      replaceLines(file, kept)
    },
  }
}

/**
 * Whether a line is of an earlier attempt that wasn't recorded: the lines of one that was say nothing about this one. If a
 * kill lost the mark of an attempt, this one has the same number.
 */
function isLeft({ attempt, isLost }: Line, { attempts, wasInterrupted }: MailAttempt): boolean {
  return !isLost && (wasInterrupted || attempt >= attempts)
}

/** Forgets lost answers that no earlier attempt has: they are of a plan of the email that was canceled before this one. */
function dropFormer(file: string, attempts: number): void {
  const lines = readLines(file)
  const kept = lines.filter(({ attempt, isLost }) => !isLost || attempt < attempts)
  if (kept.length < lines.length) replaceLines(file, kept)
}

function replaceLines(file: string, lines: readonly Line[]): void {
  if (lines.length > 0) {
    writeFileSync(`${file}.new`, lines.map(lineOf).join(''), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } else rmSync(file, { force: true })
}

/** Notes one email's moments, for the thread that sends it. */
export interface MailNotes {
  /** Whether an earlier attempt may have handed the email over. */
  wasTried: () => boolean
  /** How many earlier attempts handed it over and lost the answer. */
  lost: () => number
  note: (moment: Moment) => void
  /** Why something couldn't be noted. An email goes out all the same: that people are notified counts for more. */
  problem: () => Error | undefined
}

/** Opens the notes of one email; without a receipt nothing is noted. */
export function openNotes(receipt: Receipt | undefined): MailNotes {
  let problem: Error | undefined
  const noted = new Set<Moment>()
  const wasTried = receipt !== undefined && isLater(receipt)
  const lost = receipt ? readLines(receipt.file).filter(({ isLost }) => isLost).length : 0
  return {
    wasTried: () => wasTried,
    lost: () => lost,
    note: (moment) => {
      // A connection that was replaced reads the email once more.
      if (!receipt || noted.has(moment)) return
      // Refused before the end of it could go out, so it wasn't handed over.
      if ((moment === 'refused' || moment === 'lost') && !noted.has('handedOver')) return
      noted.add(moment)
      try {
        appendFileSync(receipt.file, receipt[moment], { mode: 0o600 })
      } catch (error) {
        problem = error as Error
      }
    },
    problem: () => problem,
  }
}

/** Whether the email was tried before, in this attempt or an earlier one. */
function isLater({ file, handedOver }: Receipt): boolean {
  return existsSync(file) || parseLine(handedOver).some(({ attempt }) => attempt > 1)
}

function lineOf(line: Line): string {
  return `${JSON.stringify(line)}\n`
}

function readLines(file: string): readonly Line[] {
  try {
    return readFileSync(file, 'utf8').split('\n').flatMap(parseLine)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** A full disk may have cut the last line. */
function parseLine(text: string): Line[] {
  try {
    return text === '' ? [] : [JSON.parse(text) as Line]
  } catch {
    return []
  }
}

function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - modified > oldestMs) rmSync(file, { force: true })
  }
}
