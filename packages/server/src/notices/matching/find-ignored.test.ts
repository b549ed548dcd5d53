import type { Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { numberingCourt } from '../../courts/directory/directory.ts'
import { matchDocketNumbers } from '../../courts/directory/docket-number.ts'
import { docketPairs } from '../../courts/directory/docket-pairs.suite.ts'
import { openReusedDatabase } from '../../testing/database.ts'
import { entriesRead } from '../../testing/entries-read.ts'
import { findIgnored } from './find-ignored.ts'

let database: Database
beforeAll(async () => {
  database = await openReusedDatabase()
})
afterAll(() => database.close())

test('an ignored case is found under every spelling of its number, and no other case of its court is', async () => {
  const asked = docketPairs.flatMap(({ court, same, numbers }) =>
    court
      ? same.map(([stored, number]) => ({
          court,
          stored,
          number,
          others: numbers.filter((each) => matchDocketNumbers(each, number, numberingCourt(court)) !== 'same'),
        }))
      : [],
  )
  expect(asked.length).toBeGreaterThan(40)
  for (const { court, stored, number, others } of asked) {
    const found = await withFirm(database, 1, async (trx) => {
      await sql`delete from ignored_cases`.execute(trx)
      for (const caseNumber of new Set([stored, ...others]))
        await sql`insert into ignored_cases (firm_id, id, name, case_number, ecfx_jurisdiction_id, ignored_by_status)
          values (1, ${newId()}::uuid, '', ${caseNumber}, ${court}, ${caseNumber})`.execute(trx)
      return findIgnored(trx, 1, noticeOf(court, number))
    })
    expect([court, found]).toEqual([
      court,
      [{ id: expect.any(String), number, written: number, status: stored, domain: null }],
    ])
  }
})

test('a notice reads the entries of its number and of its court’s names, however many cases the firm ignores', async () => {
  await sql`delete from ignored_cases`.execute(database.kysely)
  await sql`insert into ignored_cases (firm_id, id, name, case_number, ecfx_jurisdiction_id)
    select 1, gen_random_uuid(), '', case when n % 1000 = 0 then 'In re Name ' || n else '3:26-cv-' || n end,
      case when n % 2 = 0 then 'cand' else 'nysd' end
    from generate_series(10001, 14000) n`.execute(database.kysely)
  await sql`analyze ignored_cases`.execute(database.kysely)
  const read = await withFirm(database, 1, async (trx) => {
    const before = await entriesRead(trx, 'ignored_cases')
    await findIgnored(trx, 1, noticeOf('cand', '3:26-cv-10002'))
    return (await entriesRead(trx, 'ignored_cases')) - before
  })
  expect(read).toBeLessThan(50)
})

function noticeOf(courtId: string, number: string): Notice {
  return { courtId: { value: courtId }, cases: [{ docketNumber: { value: number } }] } as unknown as Notice
}
