import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { recordOutages } from '@courtcrier/lib/outage.ts'
import pg from 'pg'
import { type Database, openDatabase } from '../base/db/database.ts'

/**
 * Opens a migrated database for one test file, cloned from the template that the global setup created: embedded, or on
 * the server at COURTCRIER_TEST_DATABASE_URL. Close it when done.
 */
export async function openTestDatabase(): Promise<Database> {
  const { image } = templateOf()
  const clone = await cloneOnServer()
  if (!clone) return openDatabase({ image: new Blob([await readFile(image)]) })
  const database = await openDatabase({ url: clone.url })
  return {
    ...database,
    close: async () => {
      await database.close()
      await clone.drop()
    },
  }
}

/** A database on the server for one test; once no one is connected to it, it can be cloned or dropped. */
export interface ServerClone {
  name: string
  url: string
  untilUnused: () => Promise<void>
  drop: () => Promise<void>
}

/** Clones the template, or another database, on the server; returns undefined where tests use the embedded database. */
export async function cloneOnServer(from?: string): Promise<ServerClone | undefined> {
  const { serverUrl, template } = templateOf()
  if (!serverUrl) return undefined
  // Begins with the template's name, by which the global set-up drops what a broken-off test leaves behind.
  const name = `${template}_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name} template ${from ?? template} strategy file_copy`)
  return {
    ...{ name, url: urlOf(serverUrl, name) },
    untilUnused: () => untilUnused(serverUrl, name),
    drop: async () => {
      await untilUnused(serverUrl, name)
      await onServer(serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

const idle: Database[] = []

/** In milliseconds; longer than an outage has any effect. */
const recentMs = 60_000

/**
 * Like `openTestDatabase`, for tests that change rows and leave tables and settings alone: closing it empties the
 * tables that were empty when it was opened, and the next one opened in this worker is the same.
 */
export async function openReusedDatabase(): Promise<Database> {
  const used = idle.pop()
  if (used && !used.outage.endedWithin(recentMs)) return used
  await used?.close()
  const database = await openTestDatabase()
  const run = runStatements(database)
  const empty = await emptyTables(run)
  const reused: Database = {
    ...database,
    close: async () => {
      if (database.outage.endedWithin(recentMs)) return database.close()
      await removeRows(run, empty)
      // What is known about outages isn't handed on: for a while after one, rows are left to other processes.
      idle.push({ ...reused, writes: recordOutages() })
    },
  }
  return reused
}

type Row = Record<string, string>

/** Runs statements as the owner of everything, and returns the last one's rows. */
type RunStatements = (statements: string) => Promise<readonly Row[]>

function runStatements({ pglite, server }: Database): RunStatements {
  if (pglite) return async (statements) => ((await pglite.exec(statements)).at(-1)?.rows ?? []) as Row[]
  return async (statements) => {
    // A connection each time: one that is kept ends with an outage, which may be long over when rows are removed.
    const client = server?.makeClient()
    await client?.connect()
    try {
      const results = (await client?.query(statements)) as unknown as pg.QueryResult<Row> | pg.QueryResult<Row>[]
      return [results].flat().at(-1)?.rows ?? []
    } finally {
      await client?.end()
    }
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

/** In bytes. Deleted rows are read again and again, so that a table which had many is cleared of them. */
const worthVacuum = 256 * 1024

/**
 * Deletes all rows of these tables, in any order and without triggers, and starts the sequences again. Truncating takes
 * ten times as long: it makes new files for a table, its indexes and all tables that refer to it, and every plan that
 * was cached is lost.
 */
async function removeRows(run: RunStatements, tables: readonly string[]): Promise<void> {
  const grown = await run(`begin;
    set local session_replication_role = replica;
    set local row_security = off;
    ${tables.map((table) => `delete from ${table};`).join(' ')}
    select setval(seqrelid::regclass, seqstart, false) from pg_sequence;
    commit;
    select name from unnest('{${tables.join(',')}}'::text[]) as name
    where pg_relation_size(name::regclass) > ${worthVacuum}`)
  for (const { name } of grown) await run(`vacuum ${name}`)
}

/**
 * Waits until no one is connected. Pools end their connections a moment after they are closed; a connection cut off
 * before that would report an error.
 */
async function untilUnused(serverUrl: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    for (let tries = 0; tries < 200; tries++) {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1 limit 1', [name])
      if (rowCount === 0) return
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  } finally {
    await client.end()
  }
}

/** Whether the tests run on a PostgreSQL server; the embedded database has only one connection. */
export const isOnServer = process.env.COURTCRIER_TEST_DATABASE_URL !== undefined

/** Runs a statement on the server's maintenance database. */
export async function onServer<T extends pg.QueryResultRow>(
  serverUrl: string,
  statement: string,
): Promise<pg.QueryResult<T>> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await client.query<T>(statement)
  } finally {
    await client.end()
  }
}

export function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Returns the path of the archive with the migrated embedded database's folder. */
export function imageOfDatabase(): string {
  return templateOf().image
}

interface Template {
  image: string
  serverUrl: string | undefined
  template: string
}

function templateOf(): Template {
  const text = process.env.COURTCRIER_TEST_TEMPLATE
  if (!text) throw new Error('run this through vitest: its global set-up makes the template database')
  return JSON.parse(text) as Template
}
