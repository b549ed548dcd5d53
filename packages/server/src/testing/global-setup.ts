import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openChangeFeed } from '../base/db/changes.ts'
import { type Database, openDatabase } from '../base/db/database.ts'
import { startJobs } from '../base/db/jobs.ts'
import { migrate } from '../base/db/migrate.ts'
import { rowUpdates } from '../firm/known-addresses.ts'
import { onServer, urlOf } from './database.ts'

/** Makes the migrated database that every test file clones; a fresh one takes seconds, a clone a third of one. */
export default async function setUp(): Promise<() => Promise<void>> {
  // Each project of tests asks for it, and one is enough.
  if (process.env.COURTCRIER_TEST_TEMPLATE) return async () => {}
  const serverUrl = process.env.COURTCRIER_TEST_DATABASE_URL
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-template-'))
  const image = path.join(folder, 'template.tar')
  const template = `courtcrier_template_${process.pid}`
  if (serverUrl) await makeServerTemplate(serverUrl, template)
  // Commands that are tried in a data folder of their own open the embedded one, whatever the other tests run on.
  await makeImage(image)
  process.env.COURTCRIER_TEST_TEMPLATE = JSON.stringify({ image, serverUrl, template })
  return async () => {
    if (serverUrl) await onServer(serverUrl, `drop database if exists ${template} with (force)`)
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeServerTemplate(serverUrl: string, template: string): Promise<void> {
  await onServer(serverUrl, `create database ${template}`)
  const database = await openDatabase({ url: urlOf(serverUrl, template) })
  await fill(database)
  await database.close()
}

async function makeImage(image: string): Promise<void> {
  const database = await openDatabase({})
  await fill(database)
  // No test makes a database inside the embedded one, and unpacking these two is a third of what opening it costs.
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
  await migrate(database, rowUpdates)
  const feed = await openChangeFeed(database)
  const onError = (error: unknown) => {
    throw error
  }
  const jobs = await startJobs(database, { feed, onError, isAlone: true })
  await jobs.stop()
  await feed.close()
}
