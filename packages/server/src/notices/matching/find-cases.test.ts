import type { Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../base/db/database.ts'
import { withFirm, withFirmAtWork, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { parseDocketNumber } from '../../courts/directory/docket-number.ts'
import { openReusedDatabase } from '../../testing/database.ts'
import { findCases } from './find-cases.ts'

let database: Database
const jurisdictions = { cand: newId(), nysd: newId(), njd: newId() }

beforeAll(async () => {
  database = await openReusedDatabase()
  await withSystem(database, async (trx) => {
    for (const firm of [1, 2]) {
      const [client, matter] = [newId(), newId()]
      await sql`insert into clients (firm_id, id, name, number) values (${firm}, ${client}::uuid, 'C', 'C')`.execute(
        trx,
      )
      await sql`insert into matters (firm_id, id, name, number, client_id) values (${firm}, ${matter}::uuid, 'M', 'M', ${client}::uuid)`.execute(
        trx,
      )
      for (const [court, id] of Object.entries(jurisdictions)) {
        await sql`insert into jurisdictions (firm_id, id, name, ecfx_jurisdiction_ids) values (${firm}, ${id}::uuid, ${court}, ${court === 'njd' ? ['njd', 'njb'] : [court]}::text[])`.execute(
          trx,
        )
      }
      const add = (
        name: string,
        number: string,
        court: keyof typeof jurisdictions,
        key: string | null = null,
        status = 'Open',
      ) =>
        sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id, unique_key, status)
          values (${firm}, ${newId()}::uuid, ${name}, ${number}, ${jurisdictions[court]}::uuid, ${matter}::uuid, ${key}, ${status})`.execute(
          trx,
        )
      if (firm === 2) {
        await add('Of another firm', '3:26-cv-04417-RS', 'cand')
        continue
      }
      await add('By key v. Roe', '9:26-cv-00999', 'cand', '417733')
      await add('Ortiz', '3:26-cv-04417-RS', 'cand')
      await add('Short', '26-cv-00718', 'cand')
      await add('Twin one', '1:26-cv-00900', 'nysd')
      await add('Twin two', '2:26-cv-00900', 'nysd')
      await add('Defendant one', '1:26-cr-00070', 'nysd', '111')
      await add('Harlan v. Quill', '2:26-cv-05001', 'njd')
      await add('Same number elsewhere', '3:26-cv-04417-RS', 'nysd')
    }
  })
})
afterAll(() => database.close())

interface Docket {
  number: string
  key?: string
  name?: string
}

const found = (court: string, ...dockets: Docket[]) =>
  withFirm(database, 1, (trx) => findCases(trx, 1, noticeOf(court, dockets)))

function noticeOf(court: string, dockets: readonly Docket[]): Notice {
  return {
    kind: 'filing',
    format: 'test',
    courtId: { value: court, from: 'derived' },
    courtEvidence: [],
    crossReferences: [],
    cases: dockets.map(({ number, key, name }) => ({
      ...(name && { name: { value: name, from: 'body' as const } }),
      docketNumber: { value: number, from: 'body' },
      parts: parseDocketNumber(number) ?? {},
      ...(key ? { courtCaseId: { value: key, from: 'body' as const } } : {}),
    })),
    isCaseClosed: false,
    isSealed: false,
    documents: [],
    recipients: [],
  }
}

test("the court's own case ID decides if several cases have the number", async () => {
  const { matched } = await found('cand', { number: '9:26-cv-00999', key: '417733', name: 'Roe v. By key' })
  expect(matched).toMatchObject([{ name: 'By key v. Roe', by: { caseId: '417733' }, sureness: 'certain' }])
})

test.each([
  ['another number', { number: '3:26-cv-04417-RS', key: '417733', name: 'By key v. Roe' }, ['number']],
  ['no number at all', { number: '9:26-cv-00999 WARNING: CASE', key: '417733', name: 'By key v. Roe' }, ['number']],
  ['other parties', { number: '9:26-cv-00999', key: '417733', name: 'Quill v. Harlan' }, ['name']],
  [
    'another number and other parties',
    { number: '9:26-cv-1', key: '417733', name: 'Quill v. Harlan' },
    ['number', 'name'],
  ],
] as const)("the court's own case ID does not decide against %s", async (_, docket, contradictions) => {
  const { matched, candidates } = await found('cand', docket)
  expect(matched).toEqual([])
  expect(candidates).toMatchObject([{ name: 'By key v. Roe', contradictions }])
})

test('a number does not decide against other parties, but does if a party is shared', async () => {
  const number = '3:26-cv-04417-RS'
  const other = await found('cand', { number, name: 'Calder v. Northgate' })
  expect(other.matched).toEqual([])
  expect(other.candidates).toMatchObject([{ name: 'Ortiz', contradictions: ['name'] }])
  const shared = await found('cand', { number, name: 'ORTIZ et al v. Saul' })
  expect(shared.matched).toMatchObject([{ name: 'Ortiz', sureness: 'certain' }])
  const sealed = await found('cand', { number, name: 'Sealed v. Sealed' })
  expect(sealed.matched).toMatchObject([{ name: 'Ortiz', sureness: 'likely' }])
})

test('a case with the number and a party in another court is a candidate, not a match', async () => {
  const { matched, candidates } = await found('nysb', { number: '26-04417', name: 'Ortiz v. Tidewater' })
  expect(matched).toEqual([])
  expect(candidates.map(({ name, contradictions }) => [name, contradictions])).toEqual([['Ortiz', ['court']]])
  expect(await found('nysb', { number: '26-04417', name: 'Quill' })).toEqual({ matched: [], candidates: [] })
})

test('a jurisdiction with several courts does not match a district case to the bankruptcy court', async () => {
  const { matched, candidates } = await found('njb', { number: '26-05001', name: 'In re Harlan' })
  expect(matched).toEqual([])
  expect(candidates).toMatchObject([{ name: 'Harlan v. Quill', contradictions: ['court'] }])
  const own = await found('njd', { number: '2:26-cv-05001', name: 'Harlan v. Quill' })
  expect(own.matched).toMatchObject([{ name: 'Harlan v. Quill' }])
})

test('a docket number finds only the case in its court and firm', async () => {
  const { matched } = await found('cand', { number: '3:26-cv-04417-JD' })
  expect(matched.map(({ name }) => name)).toEqual(['Ortiz'])
})

test('missing parts are wildcards', async () => {
  const { matched } = await found('cand', { number: '4:26-cv-00718-HSG' })
  expect(matched.map(({ name }) => name)).toEqual(['Short'])
})

test('a number that fits two cases leaves the choice to a person', async () => {
  const { matched, candidates } = await found('nysd', { number: '26-cv-00900' })
  expect(matched).toEqual([])
  expect(candidates.map(({ name }) => name).toSorted()).toEqual(['Twin one', 'Twin two'])
})

test('a case with another ID of the court is another case, however similar the number: defendants share one', async () => {
  const { matched, candidates } = await found('nysd', { number: '1:26-cr-00070', key: '222' })
  expect({ matched, candidates }).toEqual({ matched: [], candidates: [] })
})

test('an unknown number finds nothing, and neither do ten thousand characters', async () => {
  expect(await found('cand', { number: '3:26-cv-99998' })).toEqual({ matched: [], candidates: [] })
  expect(await found('cand', { number: '9'.repeat(10_000) })).toEqual({ matched: [], candidates: [] })
})

test('a spread notice matches each of its dockets', async () => {
  const { matched } = await found('nysd', { number: '1:26-cv-00900' }, { number: '2:26-cv-00900' })
  expect(matched.map(({ name }) => name)).toEqual(['Twin one', 'Twin two'])
})

test('a docket of a spread notice that fits two cases leaves the choice to a person, like one alone', async () => {
  const { matched, candidates } = await found(
    'nysd',
    { number: '26-cv-00900' },
    { number: '1:26-cr-00070', key: '111' },
  )
  expect(matched.map(({ name }) => name)).toEqual(['Defendant one'])
  expect(candidates.map(({ name }) => name).toSorted()).toEqual(['Twin one', 'Twin two'])
})

test('however many cases a firm has, only those with digits of the number are read', async () => {
  await sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id, status)
    select 1, gen_random_uuid(), 'Another ' || n, '1:21-cv-' || 10000 + n, ${jurisdictions.nysd}::uuid, m.id, 'Open'
    from matters m, generate_series(1, 8000) as n where m.firm_id = 1`.execute(database.kysely)
  await sql`analyze cases`.execute(database.kysely)
  const { matched, read } = await withFirmAtWork(database, 1, async (trx) => {
    const { matched } = await findCases(trx, 1, noticeOf('cand', [{ number: '9:26-cv-00999', key: '417733' }]))
    const { rows } = await sql<{ read: number }>`
      select sum(pg_stat_get_xact_tuples_fetched(oid) + pg_stat_get_xact_tuples_returned(oid))::int as read from pg_class
      where oid = 'cases'::regclass or oid in (select indexrelid from pg_index where indrelid = 'cases'::regclass)`.execute(
      trx,
    )
    return { matched, read: rows[0]?.read }
  })
  expect(matched.map(({ name }) => name)).toEqual(['By key v. Roe'])
  // Planning reads a few hundred entries of the indexes, too, and some three times as many just after their statistics
  // were renewed. Reading all cases would be 8,000.
  expect(read).toBeLessThan(4000)
})
