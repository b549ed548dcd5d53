import { sql } from 'kysely'
import type { Database } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import type { CopyRow } from './copy-row.ts'

/**
 * For how long a process has a copy to itself unless it prolongs that, in milliseconds; undefined with the embedded
 * database, which has a single process. A copy whose process was killed is continued after this time.
 */
export function usualLeaseMs({ kind }: Pick<Database, 'kind'>): number | undefined {
  return kind === 'postgres' ? 60_000 : undefined
}

type Leased = Pick<CopyRow, 'firmId' | 'id' | 'attempts'>

/** Does the work on a copy, and prolongs its lease meanwhile: a large document takes longer than a lease. */
export async function whileLeased<T>(
  services: Pick<Services, 'database' | 'log'>,
  { copy, leaseMs }: { copy: Leased; leaseMs: number | undefined },
  work: () => Promise<T>,
): Promise<T> {
  if (leaseMs === undefined) return work()
  const { database, log } = services
  const timer = setInterval(() => {
    prolong(database, copy, leaseMs).catch((error: unknown) =>
      // The next one may succeed; while the database is unavailable, no other process begins anything either.
      log.warn({ err: error, copyId: copy.id }, 'the lease of a copy could not be prolonged'),
    )
  }, leaseMs / 3)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** Only this attempt's own lease: another process may have begun the next one. */
async function prolong(database: Database, { firmId, id, attempts }: Leased, leaseMs: number): Promise<void> {
  await withFirm(database, firmId, (trx) =>
    sql`update document_copies set leased_until = now() + make_interval(secs => ${leaseMs / 1000}::float8)
      where firm_id = ${firmId} and id = ${id}::uuid and status = 'started' and attempts = ${attempts}::integer`.execute(
      trx,
    ),
  )
}
