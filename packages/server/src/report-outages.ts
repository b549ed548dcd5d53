import type { Logger } from 'pino'
import type { Database } from './base/db/database.ts'
import { takeLeftOut } from './base/log.ts'

/** In milliseconds. Lost connections outside an outage are counted for this long, then reported together. */
const gatherMs = 10_000

/**
 * Logs once that the database became unavailable, and once that it is back, with the number of failures. Returns a
 * function that stops it.
 */
export function reportOutages({ outage }: Pick<Database, 'outage'>, log: Logger): () => void {
  const unsubscribe = outage.subscribe({
    began: ({ reason }) =>
      log.warn(
        { reason },
        'The database is unreachable. Mail is deferred, requests are answered 503, and work continues on its own once it is back.',
      ),
    ended: ({ lastedMs, reason }) =>
      log.warn(
        { reason, seconds: Math.round(lastedMs / 100) / 10, failures: takeLeftOut(log) },
        'The database is back, and work continues.',
      ),
  })
  const timer = setInterval(() => {
    const failures = outage.current() ? 0 : takeLeftOut(log)
    if (failures > 0) log.warn({ failures }, 'Connections to the database were lost and reopened.')
  }, gatherMs)
  timer.unref()
  return () => {
    unsubscribe()
    clearInterval(timer)
  }
}
