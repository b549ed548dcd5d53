import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openChangeFeed } from '../base/db/changes.ts'
import { type Database, openDatabase } from '../base/db/database.ts'
import { startJobs } from '../base/db/jobs.ts'
import { migrate } from '../base/db/migrate.ts'
import { rowUpdates } from '../mail/known-addresses.ts'
import { ensureStamps } from '../records/walls/stamps.ts'
import { onServer, urlOf } from './database.ts'

/**
 * Creates the migrated database that every test file clones: creating one takes seconds, cloning it a third of a
 * second.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  // Each test project calls this, but one database is enough.
  if (process.env.COURTCRIER_TEST_TEMPLATE) return async () => {}
  const serverUrl = process.env.COURTCRIER_TEST_DATABASE_URL
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-template-'))
  const image = path.join(folder, 'template.tar')
  const template = `courtcrier_template_${process.pid}`
  if (serverUrl) {
    // A run that was broken off had the same process ID.
    await dropDatabases(serverUrl, template)
    await makeServerTemplate(serverUrl, template)
  }
  // Some tests open the embedded database, whichever one the others run on.
  await makeImage(image)
  process.env.COURTCRIER_TEST_TEMPLATE = JSON.stringify({ image, serverUrl, template })
  return async () => {
    if (serverUrl) await dropDatabases(serverUrl, template)
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeServerTemplate(serverUrl: string, template: string): Promise<void> {
  await onServer(serverUrl, `create database ${template}`)
  const database = await openDatabase({ url: urlOf(serverUrl, template) })
  await fill(database)
  await database.close()
}

/**
 * The template, and what was cloned from it and is still there because the next test would have reused it. Not those of
 * another run, whose process ID begins like this one's.
 */
async function dropDatabases(serverUrl: string, template: string): Promise<void> {
  const { rows } = await onServer<{ name: string }>(
    serverUrl,
    `select datname as name from pg_database where datname = '${template}' or starts_with(datname, '${template}_')`,
  )
  for (const { name } of rows) await onServer(serverUrl, `drop database if exists ${name} with (force)`)
}

async function makeImage(image: string): Promise<void> {
  const database = await openDatabase({})
  await fill(database)
  // No test creates a database inside the embedded one, and unpacking these two takes a third of the time to open it.
  await database.pglite?.exec(
    `update pg_database set datistemplate = false where datname in ('template0', 'template1')`,
  )
  for (const name of ['template0', 'template1']) await database.pglite?.exec(`drop database if exists ${name}`)
  await database.pglite?.exec('checkpoint')
  const dump = await database.pglite?.dumpDataDir('none')
  if (!dump) throw new Error('the embedded database gave no image')
  await writeFile(image, new Uint8Array(await dump.arrayBuffer()))
  await database.close()
}

async function fill(database: Database): Promise<void> {
  await migrate(database, rowUpdates, ensureStamps)
  const feed = await openChangeFeed(database)
  const onError = (error: unknown) => {
    throw error
  }
  const jobs = await startJobs(database, { feed, onError, isAlone: true })
  await jobs.stop()
  await feed.close()
}
