import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { recordOutages } from '@courtcrier/lib/outage.ts'
import pg from 'pg'
import { type Database, openDatabase } from '../base/db/database.ts'
import { type Emptying, openEmptying } from './empty-database.ts'

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

const idle: Reused[] = []

interface Reused {
  database: Database
  emptying: Emptying
}

/** In milliseconds; longer than an outage has any effect. */
const recentMs = 60_000

/**
 * Like `openTestDatabase`, for tests that change rows and leave tables and settings alone: closing it empties the
 * tables that were empty when it was opened, and the next one opened in this worker is the same.
 */
export async function openReusedDatabase(): Promise<Database> {
  const used = idle.pop()
  if (used && !used.database.outage.endedWithin(recentMs)) return handedOut(used)
  await (used && closeWhole(used))
  const database = await openTestDatabase()
  return handedOut({ database, emptying: await openEmptying(database) })
}

function handedOut(reused: Reused): Database {
  const { database, emptying } = reused
  return {
    ...database,
    // What is known about outages isn't handed on: for a while after one, rows are left to other processes.
    writes: recordOutages(),
    close: async () => {
      if (database.outage.endedWithin(recentMs)) return closeWhole(reused)
      await emptying.removeRows()
      idle.push(reused)
    },
  }
}

async function closeWhole({ database, emptying }: Reused): Promise<void> {
  await emptying.close()
  await database.close()
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
