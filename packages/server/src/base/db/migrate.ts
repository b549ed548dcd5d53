import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { prepareWorkerCount } from './count-workers.ts'
import type { Database, Trx } from './database.ts'
import { showFirmRows } from './firm-rows.ts'
import { prepareReports } from './link-reports.ts'
import { ensureTextIndexes } from './text-indexes.ts'
import { prepareProbe } from './write-probe.ts'

const folder = new URL('./migrations/', import.meta.url)
/** Any number would do, as long as every Courtcrier uses the same. */
const advisoryLock = 7_620_194

/** The schema can't be migrated to what this program needs; the message says why and what to do. */
export class MigrationError extends Error {}

/** Row updates that SQL alone can't express, by the name of the migration after which they run. */
export type RowUpdates = Readonly<Record<string, (trx: Trx) => Promise<void>>>

/**
 * Brings the schema up to date, in one transaction; several processes may start at once. `ensure` creates what higher
 * layers derive from the definitions. Throws `MigrationError` when the database was made by a newer Courtcrier.
 */
export async function migrate(
  database: Database,
  updates: RowUpdates,
  ensure: (trx: Trx) => Promise<void> = async () => {},
): Promise<readonly string[]> {
  const known = await migrationNames()
  return database.kysely.transaction().execute(async (trx) => {
    await prepare(trx)
    const applied = await appliedNames(trx)
    refuseNewer(known, applied)
    const missing = known.filter((name) => !applied.includes(name))
    // With nothing to do this only reads: several processes start against the same database.
    if (missing.length > 0) {
      // A view would prevent changes to the columns it shows.
      await sql`drop schema if exists firm_rows cascade`.execute(trx)
      for (const name of missing) await apply(trx, name)
      await protectTables(trx)
      await showFirmRows(trx)
      for (const name of missing) await updates[name]?.(trx)
    }
    await ensureTextIndexes(trx)
    await ensure(trx)
    return missing
  })
}

/** Names of all migrations, in order. */
export async function migrationNames(): Promise<readonly string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

/** The name of the last migration applied to the database. */
export async function newestMigration(database: Database): Promise<string | undefined> {
  return (await appliedNames(database.kysely)).at(-1)
}

async function prepare(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(trx)
  await sql`create schema if not exists courtcrier_meta`.execute(trx)
  await sql`create table if not exists courtcrier_meta.migrations (
    name text primary key,
    applied_at timestamp(3) with time zone not null default now()
  )`.execute(trx)
  await prepareProbe(trx)
  await prepareReports(trx)
  await prepareWorkerCount(trx)
}

async function appliedNames(trx: Trx | Database['kysely']): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from courtcrier_meta.migrations order by name`.execute(trx)
  return rows.map((row) => row.name)
}

function refuseNewer(known: readonly string[], applied: readonly string[]): void {
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  throw new MigrationError(
    `This database was created by a newer version of Courtcrier (it has the migration ${unknown.at(-1)}). ` +
      'Start that version, or restore a backup from before the update.',
  )
}

async function apply(trx: Trx, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  for (const statement of statementsOf(text)) await sql.raw(statement).execute(trx)
  await sql`insert into courtcrier_meta.migrations (name) values (${name})`.execute(trx)
}

/** Migrations follow one rule: a statement ends with `;` at the end of a line. */
function statementsOf(text: string): readonly string[] {
  return text
    .replace(/^\s*--.*$/gm, '')
    .split(/;[ \t]*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

/**
 * Enables row-level security on every table, no matter which role created it: the application's role sees the current
 * firm, the system's role all firms. Roles belong to the whole server, so another database may already have created
 * them.
 */
async function protectTables(trx: Trx): Promise<void> {
  await sql
    .raw(`do $$
declare entry record;
begin
  for entry in select unnest(array['courtcrier_app', 'courtcrier_system']) as name loop
    begin
      if not exists (select from pg_roles where rolname = entry.name) then
        execute format('create role %I nologin', entry.name);
      end if;
    exception when duplicate_object or unique_violation then null;
    end;
    -- Since PostgreSQL 16, the user who creates a role becomes a member of it that can't switch to it; and a member that
    -- inherits from the system's role would see every firm without switching.
    if current_setting('server_version_num')::integer >= 160000 then
      if not pg_has_role(current_user, entry.name, 'set') then
        execute format('grant %I to current_user with set true, inherit false', entry.name);
      end if;
    elsif not pg_has_role(current_user, entry.name, 'member') then
      execute format('grant %I to current_user', entry.name);
    end if;
  end loop;
  grant usage on schema public to courtcrier_app, courtcrier_system;
  -- An import remembers in a table of its transaction which records its file was about.
  execute format('grant temporary on database %I to courtcrier_app', current_database());
  for entry in select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute format('alter table %I enable row level security', entry.name);
    execute format('alter table %I force row level security', entry.name);
    execute format('drop policy if exists firm_isolation on %I', entry.name);
    execute format('create policy firm_isolation on %I to courtcrier_app
      using (firm_id = nullif(current_setting(''courtcrier.firm_id'', true), '''')::integer)
      with check (firm_id = nullif(current_setting(''courtcrier.firm_id'', true), '''')::integer)', entry.name);
    execute format('drop policy if exists system_access on %I', entry.name);
    execute format('create policy system_access on %I to courtcrier_system using (true) with check (true)', entry.name);
    execute format('grant select, insert, update, delete on %I to courtcrier_app, courtcrier_system', entry.name);
  end loop;
  -- What happened is only ever added to. The system's role may delete events that are too old, and nobody changes one.
  revoke update, delete on system_events, history from courtcrier_app;
  revoke update on system_events from courtcrier_system;
end $$`)
    .execute(trx)
}
