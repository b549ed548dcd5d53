import { setTimeout as pause } from 'node:timers/promises'
import { isDatabaseAway } from './away.ts'

const firstWaitMs = 200
const longestWaitMs = 2000

/**
 * Runs until the database was there for it: for writing down what has happened already, which must not happen again.
 * `run` must stand being run again, for a commit may have been made whose answer was lost. With `isOver` it gives up.
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
