import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { type Database, openDatabase } from '../base/db/database.ts'

/**
 * A migrated database of its own for one test file, cloned from the template that the global set-up made:
 * embedded, or on the server of COURTCRIER_TEST_DATABASE_URL. Close it when done.
 */
export async function openTestDatabase(): Promise<Database> {
  const { image, serverUrl, template } = templateOf()
  if (!serverUrl) return openDatabase({ image: new Blob([await readFile(image)]) })
  const name = `courtcrier_test_${randomUUID().replaceAll('-', '')}`
  await onServer(serverUrl, `create database ${name} template ${template}`)
  const database = await openDatabase({ url: urlOf(serverUrl, name) })
  return {
    ...database,
    close: async () => {
      await database.close()
      await untilUnused(serverUrl, name)
      await onServer(serverUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

const idle: Database[] = []

/**
 * As `openTestDatabase`, for files that open one for each test: closing it empties the tables that were empty, and the
 * next test of the file has it. For tests that change rows only, neither tables nor settings.
 */
export async function openReusedDatabase(): Promise<Database> {
  const used = idle.pop()
  if (used) return used
  const database = await openTestDatabase()
  const { pglite } = database
  if (!pglite) return database
  const filled = new Set(await tablesWithRows(pglite))
  const reused: Database = {
    ...database,
    close: async () => {
      if (database.outage.current()) return database.close()
      const written = (await tablesWithRows(pglite)).filter((table) => !filled.has(table))
      if (written.length > 0) await pglite.exec(`truncate ${written.join(', ')} restart identity cascade`)
      idle.push(reused)
    },
  }
  return reused
}

async function tablesWithRows(pglite: PGlite): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind = 'r' and oid >= 16384
      and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  )
  const each = rows.map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
  return (await pglite.query<{ name: string }>(each.join(' union all '))).rows.map(({ name }) => name)
}

/** Pools end their connections a moment after they are closed; one that was cut off instead would report an error. */
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

/** Runs a statement on the server's maintenance database. */
export async function onServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

export function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** The migrated embedded database, as an archive of its folder. */
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
