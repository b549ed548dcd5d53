import type pg from 'pg'
import type { Database } from '../base/db/database.ts'

/** Makes a database as empty as it was. */
export interface Emptying {
  /** Deletes what is in the tables that were empty, and starts the sequences again. */
  removeRows: () => Promise<void>
  /** Ends what it keeps; the database is closed by itself. */
  close: () => Promise<void>
}

/** Notes which tables are empty. */
export async function openEmptying(database: Database): Promise<Emptying> {
  const run = runStatements(database)
  const tables = await emptyTables(run)
  const prepare = functionThatRemoves(tables)
  const kept = database.server && keepConnection(database.server, prepare)
  if (!kept) await run(prepare)
  const runPrepared = kept?.run ?? run
  return {
    removeRows: async () => {
      const grown = await runPrepared(`begin; ${settings} select pg_temp.remove_rows(); commit; ${grownOf(tables)}`)
      for (const { name } of grown) await run(`vacuum ${name}`)
    },
    close: async () => kept?.close(),
  }
}

type Row = Record<string, string>

/** Runs statements as the owner of everything, and returns the last one's rows. */
type RunStatements = (statements: string) => Promise<readonly Row[]>

function runStatements({ pglite, server }: Database): RunStatements {
  if (pglite) return async (statements) => ((await pglite.exec(statements)).at(-1)?.rows ?? []) as Row[]
  return async (statements) => {
    const client = server?.makeClient()
    await client?.connect()
    try {
      return client ? await rowsOf(client, statements) : []
    } finally {
      await client?.end()
    }
  }
}

async function rowsOf(client: pg.Client, statements: string): Promise<readonly Row[]> {
  const results = (await client.query(statements)) as unknown as pg.QueryResult<Row> | pg.QueryResult<Row>[]
  return [results].flat().at(-1)?.rows ?? []
}

/**
 * A connection that knows the tables and has planned the statements: a new one, which has to read about all tables and
 * indexes first, takes twenty times as long. One that has ended, as with an outage or a test that ends all, is replaced.
 */
function keepConnection(
  { makeClient }: NonNullable<Database['server']>,
  prepare: string,
): { run: RunStatements; close: () => Promise<void> } {
  let kept: pg.Client | undefined
  const forget = (client: pg.Client) => {
    if (kept === client) kept = undefined
  }
  const connect = async () => {
    const client = makeClient()
    client.once('end', () => forget(client))
    client.on('error', () => forget(client))
    await client.connect()
    await client.query(prepare)
    kept = client
    return client
  }
  return {
    run: async (statements) => {
      const former = kept
      if (!former) return rowsOf(await connect(), statements)
      try {
        return await rowsOf(former, statements)
      } catch {
        // That it has ended may be noticed only now; what is wrong with the statements is wrong on any other, too.
        forget(former)
        await former.end().catch(() => undefined)
        return rowsOf(await connect(), statements)
      }
    },
    close: async () => {
      const client = kept
      kept = undefined
      await client?.end()
    },
  }
}

async function emptyTables(run: RunStatements): Promise<readonly string[]> {
  const tables = await run(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and oid >= 16384
      and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  )
  const each = tables.map(({ name }) => `select '${name}' as name where not exists (select from ${name})`)
  return (await run(each.join(' union all '))).flatMap(({ name }) => name ?? [])
}

/** In any order and without triggers. */
const settings = 'set local session_replication_role = replica; set local row_security = off;'

/**
 * Truncating takes ten times as long: it makes new files for a table, its indexes and all tables that refer to it, and
 * every plan that was cached is lost.
 */
function functionThatRemoves(tables: readonly string[]): string {
  const deletes = tables.map((table) => `delete from ${table};`).join(' ')
  return `create function pg_temp.remove_rows() returns void language plpgsql as $$
    begin ${deletes} perform setval(seqrelid::regclass, seqstart, false) from pg_sequence; end $$`
}

/** In bytes. Deleted rows are read again and again, so that a table which had many is cleared of them. */
const worthVacuum = 256 * 1024

function grownOf(tables: readonly string[]): string {
  return `select name from unnest('{${tables.join(',')}}'::text[]) as name
    where pg_relation_size(name::regclass) > ${worthVacuum}`
}
