import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordEvent } from '../../records/audit.ts'
import { openReusedDatabase } from '../../testing/database.ts'
import type { Database } from './database.ts'
import { withFirm, withSystem } from './firm-transaction.ts'

/** Log entries can't be changed; the database enforces that, not the program. */
let database: Database
beforeAll(async () => {
  database = await openReusedDatabase()
  await withFirm(database, 1, (trx) =>
    recordEvent(trx, { firmId: 1, level: 'AUDIT', type: 'other', sentence: 'It happened.' }),
  )
})
afterAll(() => database.close())

const statements = [
  ['changes', sql`update system_events set sentence = 'It did not.'`],
  ['deletes', sql`delete from system_events`],
  ['empties', sql`truncate system_events`],
  [
    'merges into',
    sql`merge into system_events t using (select 1 as one) s on t.firm_id = s.one
    when matched then delete`,
  ],
  [
    'overwrites',
    sql`insert into system_events (firm_id, id, level, type, sentence)
    select firm_id, id, level, type, 'Other.' from system_events
    on conflict (firm_id, id) do update set sentence = excluded.sentence`,
  ],
  ['changes the view of', sql`update firm_rows.system_events set sentence = 'It did not.'`],
  ['drops', sql`drop table system_events`],
  ['alters', sql`alter table system_events add column more text`],
] as const

test.each(statements)("the application's role never %s events", async (_, statement) => {
  await expect(withFirm(database, 1, (trx) => statement.execute(trx))).rejects.toThrow(
    /permission denied|must be owner/,
  )
  expect(await sentences()).toEqual(['It happened.'])
})

test('the system role may not change events either, but may delete old ones', async () => {
  const change = withSystem(database, (trx) => sql`update system_events set sentence = 'It did not.'`.execute(trx))
  await expect(change).rejects.toThrow(/permission denied/)
  await withSystem(database, (trx) =>
    sql`delete from system_events where created_at < now() - interval '10 years'`.execute(trx),
  )
  expect(await sentences()).toEqual(['It happened.'])
})

async function sentences(): Promise<string[]> {
  const { rows } = await withFirm(database, 1, (trx) =>
    sql<{ sentence: string }>`select sentence from system_events`.execute(trx),
  )
  return rows.map(({ sentence }) => sentence)
}
