import { setTimeout } from 'node:timers/promises'
import type { Database } from '../base/db/database.ts'

/** An answer that takes longer, in milliseconds, waits for something that holds the embedded database. */
const busyMs = 500

/**
 * The answer, or the one before when the embedded database is busy with an import or an export, which may take minutes:
 * whoever watches it or calls it off must not have to wait for its end. Nobody else can change anything meanwhile, and
 * what changed before was announced.
 */
export function formerWhileBusy<T>({ kind }: Database, answer: Promise<T>, former: Promise<T> | undefined): Promise<T> {
  if (kind !== 'pglite' || !former) return answer
  return Promise.race([answer, setTimeout(busyMs, undefined, { ref: false }).then(() => former)])
}
