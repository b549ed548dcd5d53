import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { End, Performed } from '../run.ts'
import { lineOf, type ReceiptLine, readLines } from './receipt-lines.ts'
import { openReceiptSlots, type Slot, writeInPlace } from './receipt-slots.ts'

/**
 * What the mail server did with an email, or a chat service with a message, noted in a file beside the conversation
 * with it. While it goes on that is a slot's; what has to be kept until the next attempt gets a file of its own.
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
  /** Deletes what is noted of an email that isn't sent any more. */
  forget: (attempt: MailAttempt) => void
  /**
   * Deletes what is noted of this attempt and those before, once the result is recorded. While the email waits to be tried
   * again, how many answers were lost is kept; and if it only waited for its turn, so is what earlier attempts left, for
   * the next, which has the same number. What a later attempt noted is left alone: another process has begun it while this
   * one stood still.
   */
  end: (attempt: MailAttempt, end: Pick<End<unknown>, 'status' | 'isTry'>) => void
}

export interface MailAttempt {
  id: string
  /** Attempts so far, including this one. */
  attempts: number
  /**
   * The number of this attempt among all that were ever begun: attempts are counted from one again when an email is
   * planned again after it was canceled. The same as `attempts` if absent.
   */
  begun?: number | undefined
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

/** Sent to the thread along with an email: the lines for it, and where to write them. */
export type Receipt = Record<Moment, string> & {
  file: string
  position: number
  /** An earlier attempt may have handed the email over, or an earlier email of this one. */
  wasTried: boolean
  /** How many earlier attempts handed it over and lost the answer. */
  lostAnswers: number
}

/**
 * `handedOver` is noted before the end of the email goes out, the others when the mail server has answered; `lost`: when
 * it is known that no answer will come.
 */
type Moment = 'handedOver' | 'accepted' | 'refused' | 'lost'

/** An email whose hand-over was interrupted, or not answered, this often isn't handed over again: a person decides. */
export const mostUnanswered = 2

/** In milliseconds. Deliveries are given up after two days. */
const oldestMs = 7 * 86_400_000

/** Opens the receipts in `<folder>/handed-over`, and removes those that nothing will ask for. */
export function openReceipts(folder: string): Receipts {
  const receipts = path.join(folder, 'handed-over')
  mkdirSync(receipts, { recursive: true, mode: 0o700 })
  sweep(receipts)
  const slots = openReceiptSlots(receipts)
  const fileOf = (id: string) => path.join(receipts, id)
  const linesOf = (attempt: MailAttempt) => [
    ...readLines(fileOf(attempt.id)),
    ...slots.read(attempt.id, mayBeElsewhere(attempt)),
  ]
  const keepOnly = (attempt: MailAttempt, lines: readonly ReceiptLine[], isOver = (_: ReceiptLine) => true) => {
    replaceLines(fileOf(attempt.id), lines)
    slots.clear(attempt.id, { anywhere: mayBeElsewhere(attempt), isOver })
  }
  return {
    find: <Note>(attempt: MailAttempt): Left<Note> => {
      const lines = linesOf(attempt).filter((line) => isLeft(line, attempt))
      const accepted = lines.find((line) => 'accepted' in line)?.accepted as Performed<Note> | undefined
      const answered = lines.filter(({ isRefused }) => isRefused).length
      return { accepted, unanswered: accepted ? 0 : lines.length - 2 * answered }
    },
    prepare: (attempt, accepted) => {
      const noted = linesOf(attempt)
      const lines = attempt.wasInterrupted ? noted : withoutFormer(noted, attempt)
      if (lines.length < noted.length) keepOnly(attempt, lines)
      return receiptFor(attempt, { accepted, lines, slot: slots.take(attempt.id) })
    },
    forget: (attempt) => keepOnly({ ...attempt, wasInterrupted: true }, []),
    end: (attempt, { status, isTry }) => {
      const isOver = (line: ReceiptLine) => (line.begun ?? line.attempt) <= numberOf(attempt)
      const later = readLines(fileOf(attempt.id)).filter((line) => !isOver(line))
      const own = linesOf(attempt).filter(isOver)
      keepOnly(attempt, [...own.flatMap((line) => kept(line, attempt, { status, isTry })), ...later], isOver)
    },
  }
}

/** What is kept of a line for the next attempt, when this one has ended. */
function kept(
  line: ReceiptLine,
  attempt: MailAttempt,
  { status, isTry }: Pick<End<unknown>, 'status' | 'isTry'>,
): readonly ReceiptLine[] {
  if (line.isLost) return status === 'waiting' ? [line] : []
  return !isTry && isLeft(line, attempt) ? [{ ...line, attempt: attempt.attempts, begun: numberOf(attempt) }] : []
}

function numberOf({ attempts, begun = attempts }: MailAttempt): number {
  return begun
}

/** Another process may have begun an email that was tried before. */
function mayBeElsewhere({ attempts, wasInterrupted }: MailAttempt): boolean {
  return wasInterrupted || attempts > 1
}

function receiptFor(
  { id, attempts: attempt, begun }: MailAttempt,
  { accepted, lines, slot }: { accepted: unknown; lines: readonly ReceiptLine[]; slot: Slot },
): Receipt {
  const moments = {
    handedOver: lineOf({ id, attempt, begun }),
    accepted: lineOf({ id, attempt, begun, accepted }),
    refused: lineOf({ id, attempt, begun, isRefused: true }),
    lost: lineOf({ id, attempt, begun, isLost: true }),
  }
  const { file, position } = slot
  slot.reserve(position + Buffer.byteLength(Object.values(moments).join('')))
  const lostAnswers = lines.filter(({ isLost }) => isLost).length
  return { ...moments, file, position, wasTried: attempt > 1 || lines.length > 0, lostAnswers }
}

/**
 * Whether a line is of an earlier attempt that wasn't recorded: the lines of one that was say nothing about this one. If a
 * kill lost the mark of an attempt, this one has the same number.
 */
function isLeft({ attempt, isLost }: ReceiptLine, { attempts, wasInterrupted }: MailAttempt): boolean {
  return !isLost && (wasInterrupted || attempt >= attempts)
}

/** Without lost answers that no earlier attempt has: they are of a plan of the email that was canceled before this one. */
function withoutFormer(lines: readonly ReceiptLine[], { attempts }: MailAttempt): readonly ReceiptLine[] {
  return lines.filter(({ attempt, isLost }) => !isLost || attempt < attempts)
}

function replaceLines(file: string, lines: readonly ReceiptLine[]): void {
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
  let position = receipt?.position ?? 0
  const noted = new Set<Moment>()
  return {
    wasTried: () => receipt?.wasTried ?? false,
    lost: () => receipt?.lostAnswers ?? 0,
    note: (moment) => {
      // A connection that was replaced reads the email once more.
      if (!receipt || noted.has(moment)) return
      // Refused before the end of it could go out, so it wasn't handed over.
      if ((moment === 'refused' || moment === 'lost') && !noted.has('handedOver')) return
      noted.add(moment)
      try {
        writeInPlace(receipt.file, receipt[moment], position)
        position += Buffer.byteLength(receipt[moment])
      } catch (error) {
        problem = error as Error
      }
    },
    problem: () => problem,
  }
}

function sweep(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - modified > oldestMs) rmSync(file, { force: true })
  }
}
