import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import type { Services } from '../../base/services.ts'

/**
 * `canceled` by a person, `stopping` with the program, in which case the task runs again at the next start, or `begun
 * again` by another process while this one stood still, in which case only that one may say how it ends.
 */
type CalledOffBy = 'canceled' | 'stopping' | 'begun again'

/** Why a background task ends early, other than its owner's rights. */
export class CalledOff extends Error {
  readonly by: CalledOffBy

  constructor(by: CalledOffBy) {
    super(`called off: ${by}`)
    this.by = by
  }
}

/** An import or export running in this process. */
interface Running {
  owner: Owner
  done: number
  total: number | null
  controller: AbortController
}

/** Its owner; a program's has no user. */
interface Owner {
  firmId: number
  userId: string | undefined
}

const running = new Map<string, Running>()
/** Queues that take no more tasks. */
const stopping = new WeakSet<JobQueue>()

export interface Progress {
  /** Rows. */
  done: number
  total: number | null
}

/** The progress of a person's own import or export; undefined if it doesn't run in this process. */
export function progressHere(owner: Owner, id: string): Progress | undefined {
  const found = findOwn(owner, id)
  return found && { done: found.done, total: found.total }
}

/** Cancels a person's own import or export if it runs in this process. */
export function cancelHere(owner: Owner, id: string): boolean {
  const found = findOwn(owner, id)
  found?.controller.abort(new CalledOff('canceled'))
  return found !== undefined
}

function findOwn({ firmId, userId }: Owner, id: string): Running | undefined {
  const found = running.get(id)
  return found?.owner.firmId === firmId && found.owner.userId === userId ? found : undefined
}

/**
 * Before a queue stops: running tasks are rolled back and queued again, so they don't delay it, and so are those that it
 * takes until then.
 */
export function callOffAll(jobs: JobQueue): void {
  stopping.add(jobs)
  for (const { controller } of running.values()) controller.abort(new CalledOff('stopping'))
}

export interface Watched {
  owner: Owner
  id: string
  /** Records how many rows are done; returns why to end it, if it is. In a transaction separate from the task's. */
  note: (trx: Trx, progress: Progress) => Promise<CalledOffBy | undefined>
  /** Returns why the owner may not have it go on, which ends it. */
  refusal: (trx: Trx) => Promise<Error | undefined>
  /** Announces it to everyone who may see it. */
  change: Parameters<typeof announce>[1]
}

const noteMs = 1000

/**
 * Runs a task that can be canceled, and records its progress every second. On the embedded database nothing can be
 * recorded while the task's transaction is open; there the one process has it in memory.
 */
export async function runWatched<T>(
  { database, log, jobs }: Pick<Services, 'database' | 'log' | 'jobs'>,
  watched: Watched,
  work: (signal: AbortSignal, onRows: (done: number, total: number | null) => void) => Promise<T>,
): Promise<T> {
  if (stopping.has(jobs)) throw new CalledOff('stopping')
  const entry: Running = { owner: watched.owner, done: 0, total: null, controller: new AbortController() }
  running.set(watched.id, entry)
  let noting: Promise<void> | undefined
  let notedAt = 0
  const note = async (progress: Progress) => {
    const end = await withFirm(database, watched.owner.firmId, async (trx) => {
      await announce(trx, watched.change)
      const by = await watched.note(trx, progress)
      return by ? new CalledOff(by) : watched.refusal(trx)
    })
    if (end) entry.controller.abort(end)
  }
  const onRows = (done: number, total: number | null) => {
    entry.done = done
    entry.total = total
    if (database.kind === 'pglite' || noting || performance.now() - notedAt < noteMs) return
    notedAt = performance.now()
    noting = note({ done, total })
      .catch((err: unknown) => log.warn({ err, id: watched.id }, 'progress could not be recorded'))
      .finally(() => {
        noting = undefined
      })
  }
  try {
    // Someone who canceled the task before it was registered here didn't find it.
    await note({ done: 0, total: null })
    entry.controller.signal.throwIfAborted()
    return await work(entry.controller.signal, onRows)
  } finally {
    await noting
    running.delete(watched.id)
  }
}

/** A task started this often without ending may be what crashes the program. */
export const mostStarts = 3

/** The current state of a job about to run; undefined if there is nothing left to do. */
export async function claim<Row>(
  trx: Trx,
  { table, firmId, id, columns }: { table: string; firmId: number; id: string; columns: RawBuilder<unknown> },
): Promise<Row | undefined> {
  if (running.has(id)) return undefined
  const { rows } = await sql<Row>`
    update ${sql.table(table)} set status = 'running', updated_at = now()
    where firm_id = ${firmId}::integer and id = ${id}::uuid and status in ('waiting', 'running')
    returning ${columns}`.execute(trx)
  return rows[0]
}
