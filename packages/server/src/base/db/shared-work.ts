import { type Gathering, inBatches } from './batches.ts'
import type { Database, Trx } from './database.ts'
import { withFirmAtWork } from './firm-transaction.ts'
import { runTogether } from './together.ts'

export interface Sharing extends Gathering {
  /** How the transaction is opened, unless its statements are about thousands of rows named by their IDs. */
  open?: typeof withFirmAtWork
}

interface Task {
  id: string
  run: (trx: Trx) => Promise<unknown>
}

/**
 * One kind of work on single rows, in a transaction shared by concurrent callers: under load they also share statements
 * (`statement.ts`) and the sync to disk, while a single caller never waits. `run` must be repeatable: if one in a
 * transaction fails, each is run again alone, so that the failure doesn't affect the others. Work on one row is never
 * in the same transaction twice.
 */
export function sharedWork({
  open = withFirmAtWork,
  ...options
}: Sharing = {}): <T>(
  database: Database,
  key: { firmId: number; id: string },
  run: (trx: Trx) => Promise<T>,
) => Promise<T> {
  const inOne = inBatches(
    (database: Database, firmId, tasks: readonly Task[]) =>
      open(database, firmId, (trx) =>
        runTogether(
          trx,
          tasks.map(
            ({ run }) =>
              () =>
                run(trx),
          ),
        ),
      ),
    options,
  )
  return async <T>(database: Database, { firmId, id }: { firmId: number; id: string }, run: (trx: Trx) => Promise<T>) =>
    (await inOne(database, firmId, { id, run })) as T
}
