import { sql } from 'kysely'
import type { Database } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { Services } from '../../base/services.ts'
import type { CopyLease, CopyRow } from './copy-row.ts'

/** A copy whose process was killed is continued after this time, in milliseconds. */
const usualMs = 60_000

/**
 * For how long this process has a copy to itself unless it prolongs that; undefined with the embedded database, which
 * has a single process, if no time is given.
 */
export function leaseFor({ kind }: Pick<Database, 'kind'>, givenMs: number | undefined): CopyLease | undefined {
  const ms = givenMs ?? (kind === 'postgres' ? usualMs : undefined)
  return ms === undefined ? undefined : { ms, by: newId() }
}

type Leased = Pick<CopyRow, 'firmId' | 'id' | 'attempts'>

/** Does the work on a copy, and prolongs its lease meanwhile: a large document takes longer than a lease. */
export async function whileLeased<T>(
  services: Pick<Services, 'database' | 'log'>,
  { copy, lease }: { copy: Leased; lease: CopyLease | undefined },
  work: () => Promise<T>,
): Promise<T> {
  if (!lease) return work()
  const { database, log } = services
  const timer = setInterval(() => {
    prolong(database, copy, lease).catch((error: unknown) =>
      // The next one may succeed; while the database is unavailable, no other process begins anything either.
      log.warn({ err: error, copyId: copy.id }, 'the lease of a copy could not be prolonged'),
    )
  }, lease.ms / 3)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** Only this attempt's own lease: another process may have begun the next one. */
async function prolong(database: Database, { firmId, id, attempts }: Leased, { ms }: CopyLease): Promise<void> {
  await withFirm(database, firmId, (trx) =>
    sql`update document_copies set leased_until = now() + make_interval(secs => ${ms / 1000}::float8)
      where firm_id = ${firmId} and id = ${id}::uuid and status = 'started' and attempts = ${attempts}::integer`.execute(
      trx,
    ),
  )
}
