import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'
import { withSystem } from './firm-transaction.ts'

test("statuses by which notices were ignored become the firm's own, in one spelling", async () => {
  const database = await openTestDatabase()
  onTestFinished(database.close)
  await withSystem(database, async (trx) => {
    for (const [firm, statuses] of [
      [1, ['closed', 'On appeal', 'stayed']],
      [2, ['Open']],
      [3, []],
    ] as const)
      await sql`insert into firms (firm_id, id, name, ignored_case_statuses)
        values (${firm}::integer, ${firm}::integer, 'Firm', ${[...statuses]}::text[])`.execute(trx)
    for (const [firm, number, status] of [
      [1, '1', 'CLOSED'],
      [1, '2', 'Stayed '],
      [1, '3', null],
      [2, '4', 'Settled'],
      [2, '5', ' '],
    ] as const)
      await sql`insert into ignored_cases (firm_id, id, case_number, ecfx_jurisdiction_id, ignored_by_status)
        values (${firm}::integer, gen_random_uuid(), ${number}, 'cand', ${status})`.execute(trx)
  })
  const text = await readFile(new URL('migrations/000083-case-statuses.sql', import.meta.url), 'utf8')
  await sql.raw(text.slice(text.indexOf('do $$'))).execute(database.kysely)
  const { rows: firms } = await withSystem(database, (trx) =>
    sql`select id, case_statuses as own, ignored_case_statuses as ignored from firms order by id`.execute(trx),
  )
  expect(firms).toEqual([
    {
      id: 1,
      own: ['On appeal', expect.stringMatching(/^stayed$/i)],
      ignored: ['Closed', 'On appeal', expect.stringMatching(/^stayed$/i)],
    },
    { id: 2, own: ['Settled'], ignored: ['Open'] },
    { id: 3, own: [], ignored: [] },
  ])
  const { rows: entries } = await withSystem(database, (trx) =>
    sql<{ status: string | null; listed: boolean }>`
      select ignored_by_status as status, ignored_by_status = any('{Open,Closed}'::text[] || f.case_statuses) as listed
      from ignored_cases i join firms f on f.firm_id = i.firm_id order by case_number`.execute(trx),
  )
  expect(entries.map(({ status }) => status?.toLowerCase() ?? null)).toEqual([
    'closed',
    'stayed',
    null,
    'settled',
    null,
  ])
  expect(entries.map(({ listed }) => listed)).toEqual([true, true, null, true, null])
})
