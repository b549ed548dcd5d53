import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from './base/config.ts'
import { awayError, isDatabaseAway, reasonOf, writeRefusal } from './base/db/away.ts'
import { answerMeanwhile } from './http/server/answer-meanwhile.ts'

/** In milliseconds, like the longest time to connect. */
const askEveryMs = 1000
const connectMs = 5000

/**
 * Starts once the database is available. Waits for one that is away or starting up, logs that once, and answers
 * requests meanwhile. A refused password or a missing database ends the start, as does any other error.
 */
export async function onceDatabaseIsThere<T>(
  { config, log }: { config: Config; log: Logger },
  start: () => Promise<T>,
): Promise<T> {
  const { databaseUrl } = config
  if (!databaseUrl) return start()
  let sentence = ''
  let stopAnswering: (() => Promise<void>) | undefined
  const since = performance.now()
  const stopMeanwhile = async () => {
    await stopAnswering?.()
    stopAnswering = undefined
  }
  try {
    for (;;) {
      try {
        await askDatabase(databaseUrl)
        await stopMeanwhile()
        const result = await start()
        if (sentence !== '')
          log.info({ seconds: secondsSince(since) }, 'The database is available, and Courtcrier is running.')
        return result
      } catch (error) {
        if (!isDatabaseAway(error)) throw error
        const isNews = sentence === ''
        sentence = `The database ${writeRefusal(error) ? 'takes no writes' : 'does not answer'}: ${reasonOf(error)}.`
        if (isNews) log.warn(`${sentence} ${advice}`)
      }
      if (config.roles.includes('web')) stopAnswering ??= await answerMeanwhile(config, () => sentence)
      await pause(askEveryMs)
    }
  } finally {
    await stopMeanwhile()
  }
}

const advice =
  'Courtcrier waits for it and starts as soon as it does. Check that it runs and that DATABASE_URL is right.'

/** Connects to a database once. Throws an error that says why it can't. */
export async function askDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
  } catch (error) {
    throw awayError(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 1000)
}
