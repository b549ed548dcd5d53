import type { Turns } from '@courtcrier/lib/turns.ts'
import type { Logger } from 'pino'
import type { Database, Trx } from '../base/db/database.ts'
import { lookAgainIfMarked, type MarkedRows } from '../base/db/in-other-hands.ts'
import type { ClaimedJob, JobData, QueueName } from '../base/db/job.ts'
import type { JobQueue, WorkOptions } from '../base/db/jobs.ts'
import { untilWritten } from '../base/db/patience.ts'
import { type Sharing, sharedWork } from '../base/db/shared-work.ts'

/** One claimed row of a kind. */
export interface Claim extends JobData {
  /** Attempts so far, including this one. */
  attempts: number
}

/** The result of an attempt; `note` holds the kind's own facts. */
export type Performed<Note> = { note: Note } & (
  | { done: string }
  /** Try again after the kind's back-off, or later if the other side asks for that. */
  | { retry: string; retryAfterMs?: number | undefined }
  /** It wasn't its turn yet; doesn't count as an attempt. */
  | { later: string; waitMs: number }
  | { failed: string }
)

/** An attempt's result as it is recorded. */
export interface End<Note> {
  status: 'done' | 'waiting' | 'failed'
  /** Shown to the firm; says after how many attempts the work was given up, if more than one. */
  sentence: string
  /** Milliseconds until the next attempt, if `status` is `waiting`. */
  waitMs?: number
  /** Whether it counts as an attempt. */
  isTry: boolean
  /** It failed because attempts ran out, not because it was refused. */
  isGivenUp: boolean
  note: Note
}

/**
 * One kind of outgoing work: an email, a copy, a call. Written for one row at a time; rows that are claimed or recorded
 * at the same time share a transaction (`sharedWork`).
 */
export interface Kind<Claimed extends Claim, Note> extends Omit<WorkOptions, 'after'> {
  queue: QueueName
  /** Its table, and the statuses of unfinished rows: the sweep queues those again that have no job. */
  rows: { table: string; statuses: readonly string[] }
  /** The services it needs. */
  on: { database: Database; jobs: Pick<JobQueue, 'enqueue'>; log: Pick<Logger, 'info'> }
  sharing?: Sharing
  /** The same for recording, if that differs. */
  sharingEnds?: Sharing
  /**
   * Marks the row as being processed and reads what the work needs; undefined if there is nothing left to do. Must be
   * repeatable, and is committed before anything is sent, so a row that is already marked means a crash.
   */
  claim: (trx: Trx, key: JobData) => Promise<Claimed | undefined>
  /** Whether this error means that another worker was faster, so that claiming is retried. */
  isRace?: (error: unknown) => boolean
  /**
   * Rows that another process has leased, or may have marked with this status while it lives (`isUnsureOfOthers`), are
   * left to it.
   */
  leavesToOthers?: Omit<MarkedRows, 'table'>
  /** Limits how much of it one destination and one firm get at a time, so that one that hangs delays no other. */
  inTurn?: {
    turns: Turns
    destination: (claimed: Claimed) => string
    /** How much of it the destination can use at a time, if that is known. */
    mostTogether?: (claimed: Claimed) => number | undefined
    /** What is recorded of work that waits for its turn, and the reason shown. */
    waiting: (claimed: Claimed, isSlow: boolean) => { note: Note; later: string }
  }
  /** Does the work, outside any transaction. Expected failures are returned, not thrown. */
  perform: (claimed: Claimed) => Promise<Performed<Note>>
  /** Records the result. Returns false if the row was changed in the meantime. */
  record: (trx: Trx, claimed: Claimed, end: End<Note>) => Promise<boolean>
  /** Milliseconds to wait after this many attempts; undefined when the work is given up. */
  nextTry: (attempts: number) => number | undefined
  /** Called once the result is committed. */
  onEnd?: (claimed: Claimed, end: End<Note>) => void | Promise<void>
}

/** Any kind, as the worker runs it. */
export interface AnyKind extends Omit<WorkOptions, 'after'>, Pick<Kind<Claim, unknown>, 'queue' | 'rows'> {
  run: (job: ClaimedJob) => Promise<void>
}

/** Opens a kind: its rows are claimed, performed and recorded one by one, and share transactions under load. */
export function openKind<Claimed extends Claim, Note>(kind: Kind<Claimed, Note>): AnyKind & { kind: typeof kind } {
  const lanes = {
    claim: sharedWork(kind.sharing),
    record: sharedWork(kind.sharingEnds ?? kind.sharing),
    unrecorded: new Map(),
    underWay: new Map<string, Promise<void>>(),
  }
  const { queue, rows, concurrency, mostOfFirm, takeEveryMs } = kind
  return { kind, queue, rows, concurrency, mostOfFirm, takeEveryMs, run: (job) => runJob(kind, lanes, job) }
}

type Lane = ReturnType<typeof sharedWork>

interface Lanes<Claimed extends Claim, Note> {
  claim: Lane
  record: Lane
  /** Work that is done and whose result couldn't be recorded, by the row's ID. */
  unrecorded: Map<string, Attempt<Claimed, Note>>
  /** Work of this process under way, by the row's ID. */
  underWay: Map<string, Promise<void>>
}

interface Attempt<Claimed extends Claim, Note> {
  claimed: Claimed
  end: End<Note>
}

/** Runs the jobs of one row one after another: it has two if, say, its credential was mended before its next try was due. */
async function runJob<Claimed extends Claim, Note>(
  kind: Kind<Claimed, Note>,
  lanes: Lanes<Claimed, Note>,
  { data: key, stepAside }: ClaimedJob,
): Promise<void> {
  const before = lanes.underWay.get(key.id)?.catch(() => undefined)
  const run = Promise.resolve(before).then(() => runOnce(kind, lanes, { key, stepAside }))
  lanes.underWay.set(key.id, run)
  try {
    await run
  } finally {
    if (lanes.underWay.get(key.id) === run) lanes.underWay.delete(key.id)
  }
}

/**
 * Claims one row, does its work and records the result, each in its own step, so that nothing is sent inside a
 * transaction. A crash in between repeats the work; nothing else does: while the database is unavailable, the result
 * waits to be recorded, and a result that couldn't be recorded for another reason is recorded before anything else is
 * done with its row.
 */
async function runOnce<Claimed extends Claim, Note>(
  kind: Kind<Claimed, Note>,
  lanes: Lanes<Claimed, Note>,
  { key, stepAside }: { key: JobData; stepAside: ClaimedJob['stepAside'] },
): Promise<void> {
  const { database } = kind.on
  const unrecorded = lanes.unrecorded.get(key.id)
  if (unrecorded) return record(kind, lanes, unrecorded)
  const claimed = await unlessRace(kind.isRace, () => lanes.claim(database, key, (trx) => kind.claim(trx, key)))
  if (!claimed) {
    const marked = kind.leavesToOthers && { ...kind.leavesToOthers, table: kind.rows.table, queue: kind.queue }
    if (marked) await lookAgainIfMarked(kind.on, { ...marked, data: key })
    return
  }
  await record(kind, lanes, { claimed, end: endOf(kind, claimed, await performInTurn(kind, claimed, stepAside)) })
}

/** The work is done: if its result weren't recorded, it would be done again. */
async function record<Claimed extends Claim, Note>(
  kind: Kind<Claimed, Note>,
  lanes: Lanes<Claimed, Note>,
  attempt: Attempt<Claimed, Note>,
): Promise<void> {
  const { claimed, end } = attempt
  lanes.unrecorded.set(claimed.id, attempt)
  await untilWritten(() => lanes.record(kind.on.database, claimed, (trx) => settle(kind, trx, attempt)))
  lanes.unrecorded.delete(claimed.id)
  await kind.onEnd?.(claimed, end)
}

async function performInTurn<Claimed extends Claim, Note>(
  { inTurn, perform }: Kind<Claimed, Note>,
  claimed: Claimed,
  stepAside: ClaimedJob['stepAside'],
): Promise<Performed<Note>> {
  if (!inTurn) return perform(claimed)
  const { turns, destination, mostTogether } = inTurn
  const turn = await turns.takeSoon(destination(claimed), String(claimed.firmId), mostTogether?.(claimed))
  if (!('end' in turn)) return { ...inTurn.waiting(claimed, turn.isSlow), waitMs: turn.waitMs }
  if (stepAside) turn.onSlow(stepAside)
  try {
    return await perform(claimed)
  } finally {
    turn.end()
  }
}

/** Two workers can claim the same thing at the same time; the later one tries again. */
export async function unlessRace<T>(
  isRace: ((error: unknown) => boolean) | undefined,
  run: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (!isRace?.(error) || tries === mostRaces) throw error
    }
  }
}

const mostRaces = 20

/** Performs claimed work while a person waits for the result: it is not retried. */
export async function performNow<Claimed extends Claim, Note>(
  kind: Kind<Claimed, Note>,
  claimed: Claimed,
  open: (run: (trx: Trx) => Promise<void>) => Promise<void>,
): Promise<void> {
  const end = endOf({ ...kind, nextTry: () => undefined }, claimed, await kind.perform(claimed))
  await untilWritten(
    () => open((trx) => settle(kind, trx, { claimed, end })),
    () => true,
  )
}

/** Turns the result of an attempt into what is recorded, applying the back-off of its kind. */
function endOf<Note>(
  { nextTry }: { nextTry: (attempts: number) => number | undefined },
  { attempts }: { attempts: number },
  performed: Performed<Note>,
): End<Note> {
  const base = { note: performed.note, isTry: true, isGivenUp: false }
  if ('done' in performed) return { ...base, status: 'done', sentence: performed.done }
  if ('later' in performed)
    return { ...base, status: 'waiting', sentence: performed.later, waitMs: performed.waitMs, isTry: false }
  if ('failed' in performed) return { ...base, status: 'failed', sentence: performed.failed }
  const tries = attempts > 1 ? ` Gave up after ${attempts} attempts.` : ''
  const waitMs = nextTry(attempts)
  if (waitMs === undefined)
    return { ...base, status: 'failed', sentence: `${performed.retry}${tries}`, isGivenUp: true }
  return {
    ...base,
    status: 'waiting',
    sentence: performed.retry,
    waitMs: Math.max(waitMs, performed.retryAfterMs ?? 0),
  }
}

async function settle<Claimed extends Claim, Note>(
  kind: Kind<Claimed, Note>,
  trx: Trx,
  { claimed, end }: Attempt<Claimed, Note>,
): Promise<void> {
  const { firmId, id, attempts } = claimed
  if (!(await kind.record(trx, claimed, end)))
    kind.on.log.info({ firm: firmId, id, queue: kind.queue, attempts, status: end.status }, ignored)
  else if (end.waitMs !== undefined)
    await kind.on.jobs.enqueue(trx, kind.queue, [{ firmId, id }], { afterMs: end.waitMs })
}

const ignored = 'the result of an attempt was ignored, because its row had changed in the meantime'
