import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Trx } from './database.ts'
import { withFirm } from './firm-transaction.ts'

/** Each time, another transaction was saved instead: only rows that are written all the time reach this. */
const mostRuns = 5

/**
 * In milliseconds. The other transaction wakes up only after this one was ended; who runs again at once takes the row
 * from it once more, and both wait for each other again.
 */
const pauseMs = 20

/**
 * Like `withFirm`, for what a person or a program saves: if the database ends the transaction because it and another one
 * waited for each other, as when a wall is saved while notices arrive, it runs again. `run` must be repeatable; nothing
 * that it wrote before remains.
 */
export function withFirmWrite<T>(database: Database, firmId: number, run: (trx: Trx) => Promise<T>): Promise<T> {
  return againAfterDeadlock(() => withFirm(database, firmId, run))
}

/** Runs a transaction, and runs it again if the database ended it because it and another one waited for each other. */
export async function againAfterDeadlock<T>(run: () => Promise<T>): Promise<T> {
  for (let runs = 1; ; runs++) {
    try {
      return await run()
    } catch (error) {
      if (!isDeadlock(error) || runs === mostRuns) throw error
      await sleep(pauseMs * runs)
    }
  }
}

/** Returns whether the database rolled a transaction back because it and another one waited for each other. */
export function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01'
}
