import type { Outage } from '@courtcrier/lib/outage.ts'
import type { Logger } from 'pino'
import type { Database } from './db/database.ts'
import { takeLeftOut } from './log.ts'

/** In milliseconds. Lost connections outside an outage are counted for this long, then reported together. */
const gatherMs = 10_000

/** What is logged of outages. */
interface OutageLines {
  began: string
  ended: string
  /** Logged with both lines. */
  fields?: object
  /** The number of failures, if they are counted elsewhere than in the record. */
  takeFailures?: () => number
}

/**
 * Logs once that something became unavailable, and once that it is back, with the number of failures between. Returns a
 * function that stops it.
 */
export function reportOutage(
  outage: Outage,
  log: Logger,
  { began, ended, fields, takeFailures }: OutageLines,
): () => void {
  return outage.subscribe({
    began: ({ reason }) => log.warn({ ...fields, reason }, began),
    ended: ({ lastedMs, reason, failures }) =>
      log.warn(
        {
          ...fields,
          reason,
          seconds: Math.round(lastedMs / 100) / 10,
          failures: takeFailures ? takeFailures() : failures,
        },
        ended,
      ),
  })
}

/**
 * Logs the outages of the database, of either kind, with the number of everything that failed for them (`makeLog` counts
 * it). Returns a function that stops it.
 */
export function reportOutages({ outage, writes }: Pick<Database, 'outage' | 'writes'>, log: Logger): () => void {
  const takeFailures = () => takeLeftOut(log)
  const stops = [
    reportOutage(outage, log, {
      began:
        'The database is unreachable. Mail is deferred, requests are answered 503, and work continues on its own once it is back.',
      ended: 'The database is back, and work continues.',
      takeFailures,
    }),
    reportOutage(writes, log, {
      began:
        'The database takes no writes. Mail is deferred, changes are answered 503, and work continues on its own once it does.',
      ended: 'The database takes writes again, and work continues.',
      takeFailures,
    }),
  ]
  const timer = setInterval(() => {
    const failures = outage.current() || writes.current() ? 0 : takeLeftOut(log)
    if (failures > 0) log.warn({ failures }, 'Connections to the database were lost and reopened.')
  }, gatherMs)
  timer.unref()
  return () => {
    for (const stop of stops) stop()
    clearInterval(timer)
  }
}
