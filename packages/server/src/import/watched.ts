import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'

/** Why something that runs in the background ends early. */
export class CalledOff extends Error {
  /** `canceled` by a person, or the program is `stopping` and it begins again with the next start. */
  readonly by: 'canceled' | 'stopping'

  constructor(by: 'canceled' | 'stopping') {
    super(`called off: ${by}`)
    this.by = by
  }
}

/** An import or export that runs in this process. */
interface Running {
  owner: Owner
  done: number
  total: number | null
  controller: AbortController
}

/** Whose it is; a program's has no user. */
interface Owner {
  firmId: number
  userId: string | undefined
}

const running = new Map<string, Running>()

export interface Progress {
  /** Rows. */
  done: number
  total: number | null
}

/** How far one's own import or export is; undefined when it does not run in this process. */
export function progressHere(owner: Owner, id: string): Progress | undefined {
  const found = findOwn(owner, id)
  return found && { done: found.done, total: found.total }
}

/** Calls one's own import or export off when it runs in this process. */
export function cancelHere(owner: Owner, id: string): boolean {
  const found = findOwn(owner, id)
  found?.controller.abort(new CalledOff('canceled'))
  return found !== undefined
}

function findOwn({ firmId, userId }: Owner, id: string): Running | undefined {
  const found = running.get(id)
  return found?.owner.firmId === firmId && found.owner.userId === userId ? found : undefined
}

/** Before the program stops: whatever runs is taken back and queued again, instead of holding it up. */
export function callOffAll(): void {
  for (const { controller } of running.values()) controller.abort(new CalledOff('stopping'))
}

export interface Watched {
  owner: Owner
  id: string
  /** Writes how many rows are done; gives whether it is to be canceled. Its transaction is none of the work's. */
  note: (trx: Trx, progress: Progress) => Promise<boolean>
  /** Tells whoever may see it. */
  change: Parameters<typeof announce>[1]
}

const noteMs = 1000

/**
 * Runs work that can be called off, and notes every second how far it is. On the embedded database nothing can be
 * noted while the work's transaction is open; there the one process knows by itself.
 */
export async function runWatched<T>(
  { database, log }: Pick<Services, 'database' | 'log'>,
  watched: Watched,
  work: (signal: AbortSignal, onRows: (done: number, total: number | null) => void) => Promise<T>,
): Promise<T> {
  const entry: Running = { owner: watched.owner, done: 0, total: null, controller: new AbortController() }
  running.set(watched.id, entry)
  let noting: Promise<void> | undefined
  let notedAt = 0
  const note = async (progress: Progress) => {
    const isCanceled = await withFirm(database, watched.owner.firmId, async (trx) => {
      await announce(trx, watched.change)
      return watched.note(trx, progress)
    })
    if (isCanceled) entry.controller.abort(new CalledOff('canceled'))
  }
  const onRows = (done: number, total: number | null) => {
    entry.done = done
    entry.total = total
    if (database.kind === 'pglite' || noting || performance.now() - notedAt < noteMs) return
    notedAt = performance.now()
    noting = note({ done, total })
      .catch((err: unknown) => log.warn({ err, id: watched.id }, 'the progress could not be noted'))
      .finally(() => {
        noting = undefined
      })
  }
  try {
    // Whoever canceled it before it was entered here did not find it.
    await note({ done: 0, total: null })
    entry.controller.signal.throwIfAborted()
    return await work(entry.controller.signal, onRows)
  } finally {
    await noting
    running.delete(watched.id)
  }
}

/** What a job that is about to be worked on is now; undefined when there is nothing to do any more. */
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
