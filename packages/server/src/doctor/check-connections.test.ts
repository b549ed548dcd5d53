import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../base/config.ts'
import { openDatabase } from '../base/db/database.ts'
import { cloneOnServer, isOnServer } from '../testing/database.ts'
import { openTransactionPooler } from '../testing/transaction-pooler.ts'
import { checkConnections } from './check-connections.ts'
import { checkDatabase } from './check-database.ts'

const name = 'Database connections'

async function cloneUrl(): Promise<string> {
  const clone = await cloneOnServer()
  onTestFinished(() => clone?.drop())
  return clone?.url ?? ''
}

async function checkAt(url: string, change?: string) {
  const database = await openDatabase({ url, connections: 1 })
  try {
    if (change) await sql.raw(change).execute(database.kysely)
    return await checkConnections(database)
  } finally {
    await database.close()
  }
}

if (!isOnServer) process.stdout.write('Skipped: connections to a database server need a server.\n')

test.runIf(isOnServer)('a connection that keeps its session, and its settings, is ok', async () => {
  expect(await checkAt(await cloneUrl())).toEqual([
    { name, state: 'ok', sentence: 'Each is a session of its own at the database server.' },
  ])
})

test.runIf(isOnServer)('a pooler in transaction mode fails, with what to do', async () => {
  const url = await cloneUrl()
  const pooler = await openTransactionPooler(url)
  onTestFinished(pooler.close)
  const database = await openDatabase({ url, connections: 1 })
  onTestFinished(database.close)
  expect(await checkConnections({ ...database, url: pooler.url })).toEqual([
    { name, state: 'failed', sentence: expect.stringContaining('set pool_mode = session') },
  ])
})

test.runIf(isOnServer)('a pooler that ignores the settings of connections is a warning, with what to run', async () => {
  const [check, ...others] = await checkAt(await cloneUrl(), 'set enable_seqscan = on')
  expect(others).toEqual([])
  expect(check).toMatchObject({ name, state: 'warning' })
  expect(check?.sentence).toMatch(/ Run: alter database \S+ set enable_seqscan = off; Then restart the pooler\.$/)
})

test.runIf(isOnServer)('a pooler that refuses the settings of connections is named by what it says', async () => {
  const pooler = await openTransactionPooler(await cloneUrl(), { isRefusingOptions: true })
  onTestFinished(pooler.close)
  const [check] = await checkDatabase(readConfig({ DATABASE_URL: pooler.url }))
  expect(check).toEqual({
    name: 'Database',
    state: 'failed',
    sentence:
      'It cannot be opened: unsupported startup parameter: options. It is a connection pooler: set ignore_startup_parameters = options there.',
  })
})
