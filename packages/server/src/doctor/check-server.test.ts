import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../base/config.ts'
import { type Database, openDatabase } from '../base/db/database.ts'
import { checksOf } from './check-database.ts'

const config = readConfig({ COURTCRIER_DATA: '/nowhere', COURTCRIER_SMTP_PORT: '2525' })

/** Always the embedded one, and one of its own: what breaks these checks on a server would break it for other tests. */
async function openEmpty(): Promise<Database> {
  const database = await openDatabase({})
  onTestFinished(database.close)
  return database
}

/** Returns the checks that aren't ok. */
async function broken(database: Database) {
  return (await checksOf(database, config)).filter(({ state }) => state !== 'ok')
}

const isEmpty = { name: 'Database', state: 'warning', sentence: expect.stringContaining('courtcrier firm create') }

test('an empty database says only that a firm is to be created', async () => {
  expect(await broken(await openEmpty())).toEqual([isEmpty])
})
