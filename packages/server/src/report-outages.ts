import type { Logger } from 'pino'
import type { Database } from './base/db/database.ts'
import { takeLeftOut } from './base/log.ts'

/** A lost connection that is no outage is reported after this long, with how often. In milliseconds. */
const gatherMs = 10_000

/** Says once that the database went away, and once that it is back, with how much met it. Gives what ends that. */
export function reportOutages({ outage }: Pick<Database, 'outage'>, log: Logger): () => void {
  const unsubscribe = outage.subscribe({
    began: ({ reason }) =>
      log.warn(
        { reason },
        'The database is away. Mail is put off, requests are answered 503, and all work goes on by itself when it is back.',
      ),
    ended: ({ lastedMs, reason }) =>
      log.warn(
        { reason, seconds: Math.round(lastedMs / 100) / 10, failures: takeLeftOut(log) },
        'The database is back, and work goes on.',
      ),
  })
  const timer = setInterval(() => {
    const failures = outage.current() ? 0 : takeLeftOut(log)
    if (failures > 0) log.warn({ failures }, 'Connections to the database were lost and made again.')
  }, gatherMs)
  timer.unref()
  return () => {
    unsubscribe()
    clearInterval(timer)
  }
}
