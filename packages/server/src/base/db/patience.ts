import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseAway } from './away.ts'

const firstWaitMs = 200
const longestWaitMs = 2000

/**
 * Retries until the database is available: for recording what has already happened, and must not happen again. `run`
 * must be repeatable, because a commit may have succeeded without its answer. `isOver` ends it.
 */
export async function untilWritten<T>(run: () => Promise<T>, isOver: () => boolean = () => false): Promise<T> {
  for (let wait = firstWaitMs; ; wait = Math.min(2 * wait, longestWaitMs)) {
    try {
      return await run()
    } catch (error) {
      if (!isDatabaseAway(error) || isOver()) throw error
    }
    await pause(wait)
  }
}
