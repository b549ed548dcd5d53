import { sql } from 'kysely'
import type { Database } from './database.ts'
import { withSystem } from './firm-transaction.ts'

const checkpointMs = 60_000
const vacuumMs = 30 * 60_000
const statisticsMs = 2000
/** In bytes. With less in it a table gives PostgreSQL no reason to prefer one index to another. */
const worthStatistics = 64 * 1024
/** Autovacuum takes less for reason enough, and a minute to see it. */
const growth = 4

/**
 * The embedded database has no background processes: its log grows until somebody checkpoints, and dead rows
 * stay until somebody vacuums. A server sees to both itself. New tables get their first statistics on either.
 */
export function startMaintenance(database: Database, onError: (error: unknown) => void): () => void {
  const { pglite } = database
  const every = (ms: number, work: () => Promise<unknown>) => setInterval(() => work().catch(onError), ms)
  const doubted = new Set<string>()
  const timers = [every(statisticsMs, () => analyzeNewTables(database, doubted))]
  if (pglite)
    timers.push(
      every(checkpointMs, () => pglite.exec('checkpoint')),
      every(vacuumMs, () => pglite.exec('vacuum analyze')),
    )
  return () => timers.forEach(clearInterval)
}

/**
 * Gathers statistics on tables that have rows and never had any, or have grown to several times of what they were. Without
 * them PostgreSQL finds each index that begins with the firm as good as the primary key, and reads all rows of the firm to
 * check one foreign key, for as long as it keeps that plan: until autovacuum comes by, which takes a minute or more, and
 * never comes to the embedded database. One that was looked at while its first rows were not committed yet counts as empty
 * ever after, which is worse than not knowing; `doubted` keeps which of those were looked at again. Gives the tables' names.
 */
export async function analyzeNewTables(database: Database, doubted = new Set<string>()): Promise<readonly string[]> {
  const { kysely } = database
  const { rows } = await sql<{ name: string; emptyAt: string | null }>`
    select relname as name, case when reltuples = 0 then relname || ' ' || relpages end as "emptyAt" from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and pg_relation_size(oid) >= ${worthStatistics}::integer
      and (reltuples <= 0
        or pg_relation_size(oid) >= ${growth}::integer * relpages::bigint * current_setting('block_size')::integer)`.execute(
    kysely,
  )
  const analyzed: string[] = []
  for (const { name, emptyAt } of rows) {
    if ((emptyAt !== null && doubted.has(emptyAt)) || !(await hasRows(database, name))) continue
    if (emptyAt !== null) doubted.add(emptyAt)
    await analyzeTable({ kysely }, name)
    analyzed.push(name)
  }
  return analyzed
}

/** The owner of the tables sees the rows of no firm. */
function hasRows(database: Database, name: string): Promise<boolean> {
  return withSystem(database, async (trx) => {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx)
    return rows.length > 0
  })
}

/** Gathers statistics on a table that has just become another one. */
export async function analyzeTable({ kysely }: Pick<Database, 'kysely'>, name: string): Promise<void> {
  await sql`analyze ${sql.table(name)}`.execute(kysely)
}
