import { startCountingWorkers } from '../base/db/count-workers.ts'
import type { Services } from '../base/services.ts'
import type { Stores } from './open-stores.ts'

/**
 * Lets this worker send its share of what services document to take, beside the other workers. The embedded database has
 * only one. Returns a function to call once nothing is saved any more.
 */
export function startSharingLimits({
  database,
  log,
  stores,
}: Pick<Services, 'database' | 'log'> & { stores: Pick<Stores, 'shareAmong'> }): () => Promise<void> {
  if (database.kind === 'pglite') return async () => undefined
  const { stop } = startCountingWorkers(database, {
    onCount: stores.shareAmong,
    onError: (err) => log.error({ err }, 'the workers among which requests to DMS are shared could not be counted'),
  })
  return stop
}
