import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from './away.ts'

const firstMs = 200
const longestMs = 5_000
/** More than a restart of the database takes. */
const tries = 60

/** Repeats what the database doesn't take because it is away: what would be saved exists nowhere else. */
export async function keepTrying<T>(save: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await save()
    } catch (error) {
      if (attempt === tries || !isDatabaseAway(error)) throw error
      await sleep(Math.min(firstMs * 2 ** (attempt - 1), longestMs))
    }
  }
}
