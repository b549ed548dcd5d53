import { recordOutages } from '@courtcrier/lib/outage.ts'
import type { Logger } from 'pino'
import { leaveOutStorageErrors } from './log.ts'
import { reportOutage } from './report-outages.ts'

/** In milliseconds. After that long without a failure it is checked whether files can be written again. */
export const storageCheckMs = 10_000

/**
 * Logs once that files can't be stored, as on a full disk, and once that they can be, with the number of failures
 * between; everything that runs into it is only counted. Returns a function that stops the checks.
 */
export function reportStorage(log: Logger, canStore: () => Promise<boolean>): () => void {
  const storage = recordOutages()
  let failedAt = 0
  reportOutage(storage, log, {
    began: "Files can't be stored. Mail is deferred, and work continues on its own once there is room.",
    ended: 'There is room for files again, and work continues.',
  })
  leaveOutStorageErrors(log, (error) => {
    failedAt = performance.now()
    storage.begin(error.message)
  })
  const check = async () => {
    const isQuiet = () => performance.now() - failedAt >= storageCheckMs
    if (storage.current() && isQuiet() && (await canStore()) && isQuiet()) storage.end()
  }
  const timer = setInterval(() => void check().catch(() => undefined), storageCheckMs)
  timer.unref()
  return () => clearInterval(timer)
}
