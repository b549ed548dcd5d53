import { sql } from 'kysely'
import type { Database } from './database.ts'

const checkpointMs = 60_000
const vacuumMs = 30 * 60_000
const statisticsMs = 2000
/** In bytes. With less in it a table gives PostgreSQL no reason to prefer one index to another. */
const worthStatistics = 64 * 1024

/**
 * The embedded database has no background processes: its log grows until somebody checkpoints, and dead rows
 * stay until somebody vacuums. A server sees to both itself. New tables get their first statistics on either.
 */
export function startMaintenance(database: Database, onError: (error: unknown) => void): () => void {
  const { pglite } = database
  const every = (ms: number, work: () => Promise<unknown>) => setInterval(() => work().catch(onError), ms)
  const timers = [every(statisticsMs, () => analyzeNewTables(database))]
  if (pglite)
    timers.push(
      every(checkpointMs, () => pglite.exec('checkpoint')),
      every(vacuumMs, () => pglite.exec('vacuum analyze')),
    )
  return () => timers.forEach(clearInterval)
}

/**
 * Gathers statistics on tables that have rows and never had any. Without them PostgreSQL finds each index that begins
 * with the firm as good as the primary key, and reads all rows of the firm to check one foreign key, for as long as it
 * keeps that plan: until autovacuum comes by, which takes a minute or more, and never comes to the embedded database.
 * Gives the tables' names.
 */
export async function analyzeNewTables({ kysely }: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples < 0
      and pg_relation_size(oid) >= ${worthStatistics}::integer`.execute(kysely)
  for (const { name } of rows) await analyzeTable({ kysely }, name)
  return rows.map(({ name }) => name)
}

/** Gathers statistics on a table that has just become another one. */
export async function analyzeTable({ kysely }: Pick<Database, 'kysely'>, name: string): Promise<void> {
  await sql`analyze ${sql.table(name)}`.execute(kysely)
}
