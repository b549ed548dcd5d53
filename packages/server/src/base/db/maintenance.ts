import { statfsSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from './database.ts'
import { withSystem } from './firm-transaction.ts'

const checkpointMs = 60_000
const vacuumMs = 30 * 60_000
const statisticsMs = 2000
/** How often that is skipped at most while nothing is inserted: a table also grows by updates. */
const mostSkipped = 29
/** Autovacuum acts on smaller changes, and takes a minute to notice them. */
const growth = 4

/** What each may write, in bytes; a write with no space left ends the database, so without it maintenance waits. */
const roomForCheckpoint = 4 * 1024 * 1024
const roomForVacuum = 40 * 1024 * 1024

function hasRoom({ folder, outage }: Database, bytes: number): boolean {
  if (outage.current()) return false
  if (folder === undefined) return true
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= bytes
}

/**
 * The embedded database has no background processes: its log grows until a checkpoint, and dead rows stay until a
 * vacuum. A server handles both itself. New tables get their first statistics on either.
 */
export function startMaintenance(database: Database, onError: (error: unknown) => void): () => void {
  const { pglite } = database
  const every = (ms: number, work: () => Promise<unknown>) => setInterval(() => work().catch(onError), ms)
  const timers = [every(statisticsMs, analyzeAfterInserts(database))]
  if (pglite)
    timers.push(
      every(checkpointMs, async () => hasRoom(database, roomForCheckpoint) && pglite.exec('checkpoint')),
      every(vacuumMs, async () => hasRoom(database, roomForVacuum) && pglite.exec('vacuum analyze')),
    )
  return () => timers.forEach(clearInterval)
}

/**
 * Gathers statistics on tables that have rows and never had any, or have grown to several times their size. Without
 * them PostgreSQL considers each index starting with the firm as good as the primary key, and reads all rows of the
 * firm to check one foreign key, for as long as it keeps that plan: until autovacuum runs, which takes a minute or
 * more, and never does on the embedded database. A table analyzed before its first rows were committed counts as empty
 * from then on, which is worse than unknown; `doubted` remembers such tables by name with their state when last
 * checked: an empty one isn't checked again before something was written to it, because the check may have to read
 * everything that was deleted. Returns the tables' names.
 */
export async function analyzeNewTables(
  database: Database,
  doubted = new Map<string, string>(),
): Promise<readonly string[]> {
  const { kysely } = database
  const analyzed: string[] = []
  for (const { name, countsAsEmpty, withRows, withoutRows } of await findTables(database)) {
    const known = countsAsEmpty ? doubted.get(name) : undefined
    if (known === withRows || known === withoutRows) continue
    const isFilled = await hasRows(database, name)
    if (countsAsEmpty) doubted.set(name, isFilled ? withRows : withoutRows)
    if (!isFilled) continue
    await analyzeTable({ kysely }, name)
    analyzed.push(name)
  }
  return analyzed
}

/**
 * Returns a function that analyzes new tables if anything was inserted since it was last called, and otherwise returns
 * undefined. To look at every table reads several hundred blocks, and the number of rows inserted two.
 */
export function analyzeAfterInserts(database: Database): () => Promise<readonly string[] | undefined> {
  const doubted = new Map<string, string>()
  let known: string | undefined
  let skipped = 0
  return async () => {
    const inserted = await countInserted(database)
    if (inserted === known && skipped < mostSkipped) {
      skipped += 1
      return undefined
    }
    const analyzed = await analyzeNewTables(database, doubted)
    known = inserted
    skipped = 0
    return analyzed
  }
}

/** Returns the number of rows ever inserted into the database, also by transactions that were undone. */
async function countInserted({ kysely }: Database): Promise<string | undefined> {
  const { rows } = await sql<{ inserted: string }>`
    select pg_stat_get_db_tuples_inserted(oid)::text as inserted from pg_database
    where datname = current_database()`.execute(kysely)
  return rows[0]?.inserted
}

interface DoubtfulTable {
  name: string
  countsAsEmpty: boolean
  /** Unchanged until there are new statistics. */
  withRows: string
  /**
   * Unchanged until something is written to the table. Its size alone doesn't show that: rows committed later already
   * have their space, and others reuse that of deleted ones.
   */
  withoutRows: string
}

async function findTables({ kysely }: Database): Promise<readonly DoubtfulTable[]> {
  const { rows } = await sql<DoubtfulTable>`
    select relname as name, reltuples = 0 as "countsAsEmpty", 'statistics on ' || relpages as "withRows",
      'empty with ' || pg_relation_size(oid) || ' ' || pg_stat_get_tuples_inserted(oid) as "withoutRows"
    from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and pg_relation_size(oid) > 0
      and (reltuples <= 0
        or pg_relation_size(oid) >= ${growth}::integer * relpages::bigint * current_setting('block_size')::integer)`.execute(
    kysely,
  )
  return rows
}

/** The owner of the tables sees the rows of no firm. */
function hasRows(database: Database, name: string): Promise<boolean> {
  return withSystem(database, async (trx) => {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx)
    return rows.length > 0
  })
}

/** Gathers statistics on a table whose contents have just changed substantially. */
export async function analyzeTable({ kysely }: Pick<Database, 'kysely'>, name: string): Promise<void> {
  await sql`analyze ${sql.table(name)}`.execute(kysely)
}
