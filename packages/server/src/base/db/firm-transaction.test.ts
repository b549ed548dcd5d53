import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { imageOfDatabase } from '../../testing/database.ts'
import { openDatabase } from './database.ts'
import { withFirm } from './firm-transaction.ts'

test('what a firm’s transaction commits is on disk, even where the session doesn’t wait for that', async () => {
  // The embedded one doesn't, as a server with synchronous_commit off.
  const database = await openDatabase({ image: new Blob([await readFile(imageOfDatabase())]) })
  onTestFinished(database.close)
  const setting = sql<{ waits: string }>`select current_setting('synchronous_commit') as waits`
  expect((await setting.execute(database.kysely)).rows).toEqual([{ waits: 'off' }])
  const { rows } = await withFirm(database, 1, (trx) => setting.execute(trx))
  expect(rows).toEqual([{ waits: 'on' }])
})
