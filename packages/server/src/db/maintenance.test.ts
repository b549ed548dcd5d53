import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { withFirm } from './firm-transaction.ts'
import { analyzeNewTables } from './maintenance.ts'

test('a table that has grown without statistics gets some, once', async () => {
  const database = await openTestDatabase()
  try {
    await withFirm(database, 1, (trx) =>
      sql`insert into clients (firm_id, id, name, number)
        select 1, gen_random_uuid(), repeat('x', 200), n::text from generate_series(1, 600) n`.execute(trx),
    )
    expect(await analyzeNewTables(database)).toEqual(['clients'])
    expect(await analyzeNewTables(database)).toEqual([])
  } finally {
    await database.close()
  }
})
