import { setTimeout } from 'node:timers/promises'
import type { Database } from '../base/db/database.ts'

/** An answer that takes longer than this, in milliseconds, is waiting for the embedded database. */
const busyMs = 500

/**
 * Returns the answer, or the previous one while the embedded database is busy with an import or an export, which may
 * take minutes: someone watching or canceling it must not have to wait for it to end. No one else can change anything
 * meanwhile, and earlier changes were announced.
 */
export function formerWhileBusy<T>({ kind }: Database, answer: Promise<T>, former: Promise<T> | undefined): Promise<T> {
  if (kind !== 'pglite' || !former) return answer
  return Promise.race([answer, setTimeout(busyMs, undefined, { ref: false }).then(() => former)])
}
