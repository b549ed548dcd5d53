import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { isUnsureOfOthers } from '../base/db/in-other-hands.ts'
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

/**
 * What was begun is left for so long to a process that stands still, in milliseconds. Long enough for a machine that is
 * moved, or a disk that hangs: a second email can't be taken back. A process that works prolongs it, and what one was at
 * that was killed waits for nothing (`isConnected`).
 */
const leaseMs = 120_000

/** How often such a process is looked for, in milliseconds: it may be killed after all. */
const lookMs = 5000

/** How the rows of a kind belong to one process at a time. */
interface Holding {
  /** What the worker does about rows that are left to the process at them (`Kind.leavesToOthers`). */
  leavesToOthers: { status: string; leasedUntil?: string; lookMs?: number }
  /** What a claim has to know now. */
  amongOthers: () => AmongOthers
  /** Does the work on a row, and prolongs its lease meanwhile: something large takes longer than a lease. */
  during: <T>(row: Begun, work: () => Promise<T>) => Promise<T>
}

/** Opens how this process holds the rows of a table that have this status while it is at them. */
export function openHolding(
  { database, log }: Pick<Services, 'database' | 'log'>,
  { table, status }: { table: string; status: string },
): Holding {
  const lease = leaseOf(database)
  return {
    leavesToOthers: { status, ...(lease && { leasedUntil: 'leased_until', lookMs }) },
    amongOthers: () => ({ lease, leavesOthers: isUnsureOfOthers(database) }),
    during: (row, work) => whileLeased({ database, log }, { table, status, row, lease }, work),
  }
}

/** For how long this process has a row to itself; undefined with the embedded database, which has a single process. */
function leaseOf({ server }: Pick<Database, 'server'>): Lease | undefined {
  return server && { ms: leaseMs, by: server.processId }
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
export function mayBeBegun(others: AmongOthers = {}): RawBuilder<boolean> {
  const mayGoOn = isLeftBehind(others, { until: sql`leased_until`, by: sql`leased_by` })
  return sql<boolean>`(status in ('waiting', 'sending') and (status = 'waiting' or ${mayGoOn}))`
}

/** Whether no other process is at what is marked, as far as this one knows. */
export function isLeftBehind(
  { leavesOthers = false, lease }: AmongOthers,
  { until, by }: { until: RawBuilder<unknown>; by: RawBuilder<unknown> },
): RawBuilder<boolean> {
  return sql<boolean>`(not ${leavesOthers}::boolean
    and (${isLeaseOver(until)} or ${by} = ${lease?.by ?? null}::uuid or not ${isConnected(by)}))`
}

/**
 * The columns that lease a row to this process, which begins an attempt. Unlike `attempts`, `begun` never goes back, so
 * that every attempt has a number of its own.
 */
export function leased(lease: Lease | undefined): RawBuilder<unknown> {
  return sql`leased_until = now() + make_interval(secs => ${lease ? lease.ms / 1000 : null}::float8),
    leased_by = ${lease?.by ?? null}::uuid, begun = ${nextBegun()}`
}

/** The number of the attempt that begins now; rows that are older than these numbers have none yet. */
export function nextBegun(row?: string): RawBuilder<number> {
  const of = (column: string) => sql.ref(row === undefined ? column : `${row}.${column}`)
  return sql<number>`greatest(${of('begun')}, ${of('attempts')}) + 1`
}

/** The columns that end a lease. */
export const unleased = sql`leased_until = null, leased_by = null`

/** A row that an attempt has begun. */
interface Begun {
  firmId: number
  id: string
  /** The number of the attempt, among all that the row ever had. */
  begun: number
}

/** It, and its status meanwhile. */
interface LeasedRow {
  table: string
  status: string
  row: Begun
  lease: Lease | undefined
}

/** Does the work on a row that is leased, and prolongs its lease meanwhile. */
export async function whileLeased<T>(
  { database, log }: Pick<Services, 'database' | 'log'>,
  { lease, ...leasedRow }: LeasedRow,
  work: () => Promise<T>,
): Promise<T> {
  if (!lease) return work()
  const timer = setInterval(() => {
    prolong(database, { ...leasedRow, lease }).catch((error: unknown) =>
      // The next one may succeed; while the database is unavailable, no other process begins anything either.
      log.warn({ err: error, table: leasedRow.table, id: leasedRow.row.id }, 'a lease could not be prolonged'),
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
  { table, status, row: { firmId, id, begun }, lease: { ms } }: LeasedRow & { lease: Lease },
): Promise<void> {
  await withFirm(database, firmId, (trx) =>
    sql`update ${sql.table(table)} set leased_until = now() + make_interval(secs => ${ms / 1000}::float8)
      where firm_id = ${firmId} and id = ${id}::uuid and status = ${status} and begun = ${begun}::integer`.execute(trx),
  )
}
