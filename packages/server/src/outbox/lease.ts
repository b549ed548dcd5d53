import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { isLeaseOver } from '../base/db/lease-end.ts'
import { isConnected } from '../base/db/process-session.ts'
import type { Services } from '../base/services.ts'

/** For how long no other process begins with a row. */
export interface Lease {
  /** In milliseconds. */
  ms: number
  /** The process, which may begin again itself: it knows what it is at. */
  by: string
}

/** A copy whose process was killed is continued after this time, in milliseconds. */
const copyMs = 60_000

/**
 * For how long this process has a copy to itself unless it prolongs that; undefined with the embedded database, which
 * has a single process, if no time is given.
 */
export function copyLease({ kind }: Pick<Database, 'kind'>, givenMs: number | undefined): Lease | undefined {
  const ms = givenMs ?? (kind === 'postgres' ? copyMs : undefined)
  return ms === undefined ? undefined : { ms, by: newId() }
}

/**
 * An email or a message is left for so long to a process that stands still, in milliseconds. Long enough for a machine
 * that is moved, or a disk that hangs: a second email can't be taken back. One whose process was killed waits for
 * nothing (`isConnected`).
 */
const messageMs = 120_000

/** How often such a process is looked for, in milliseconds: it may be killed after all. */
const lookMs = 5000

/** For how long this process has an email or message to itself; undefined with the embedded database, which has one. */
export function messageLease({ server }: Pick<Database, 'server'>): Lease | undefined {
  return server && { ms: messageMs, by: server.processId }
}

/** What the worker does about rows that are left to the process sending them (`Kind.leavesToOthers`). */
export function leftWhileSending(lease: Lease | undefined) {
  return { status: 'sending', ...(lease && { leasedUntil: 'leased_until', lookMs }) }
}

/** What a claim knows of other processes. */
export interface AmongOthers {
  /** Whether what is marked may belong to any of them (`isUnsureOfOthers`). */
  leavesOthers?: boolean
  lease?: Lease | undefined
}

/** Which questions can be asked in one statement. */
export function alikeAmongOthers({ leavesOthers = false, lease }: AmongOthers): string {
  return `${leavesOthers} ${lease?.by}`
}

/**
 * Whether a message that waits, or is marked as being sent, may be begun: not while another process has leased it and
 * is there.
 */
export function mayBeBegun({ leavesOthers = false, lease }: AmongOthers = {}): RawBuilder<boolean> {
  return sql<boolean>`(status in ('waiting', 'sending') and (status = 'waiting' or not ${leavesOthers}::boolean
    and (${isLeaseOver(sql`leased_until`)} or leased_by = ${lease?.by ?? null}::uuid
      or not ${isConnected(sql`leased_by`)})))`
}

/** The columns that lease a row to this process. */
export function leased(lease: Lease | undefined): RawBuilder<unknown> {
  return sql`leased_until = now() + make_interval(secs => ${lease ? lease.ms / 1000 : null}::float8),
    leased_by = ${lease?.by ?? null}::uuid`
}

/** The columns that end a lease. */
export const unleased = sql`leased_until = null, leased_by = null`

/** A row that an attempt has begun, and its status meanwhile. */
interface LeasedRow {
  table: string
  status: string
  row: { firmId: number; id: string; attempts: number }
  lease: Lease | undefined
}

/** Does the work on a row, and prolongs its lease meanwhile: something large takes longer than a lease. */
export async function whileLeased<T>(
  { database, log }: Pick<Services, 'database' | 'log'>,
  { lease, ...begun }: LeasedRow,
  work: () => Promise<T>,
): Promise<T> {
  if (!lease) return work()
  const timer = setInterval(() => {
    prolong(database, { ...begun, lease }).catch((error: unknown) =>
      // The next one may succeed; while the database is unavailable, no other process begins anything either.
      log.warn({ err: error, table: begun.table, id: begun.row.id }, 'a lease could not be prolonged'),
    )
  }, lease.ms / 3)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** Only this attempt's own lease: another process may have begun the next one. */
async function prolong(
  database: Database,
  { table, status, row: { firmId, id, attempts }, lease: { ms } }: LeasedRow & { lease: Lease },
): Promise<void> {
  await withFirm(database, firmId, (trx) =>
    sql`update ${sql.table(table)} set leased_until = now() + make_interval(secs => ${ms / 1000}::float8)
      where firm_id = ${firmId} and id = ${id}::uuid and status = ${status} and attempts = ${attempts}::integer`.execute(
      trx,
    ),
  )
}
