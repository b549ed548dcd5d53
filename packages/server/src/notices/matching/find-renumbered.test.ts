import type { Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../base/db/database.ts'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { parseDocketNumber } from '../../courts/directory/docket-number.ts'
import { openReusedDatabase } from '../../testing/database.ts'
import { confirmationOf } from './contradictions.ts'
import { findCases } from './find-cases.ts'

let database: Database
const ids = new Map<string, string>()

beforeAll(async () => {
  database = await openReusedDatabase()
  await withSystem(database, async (trx) => {
    const [client, matter] = [newId(), newId()]
    await sql`insert into clients (firm_id, id, name, number) values (1, ${client}::uuid, 'C', 'C')`.execute(trx)
    await sql`insert into matters (firm_id, id, name, number, client_id)
      values (1, ${matter}::uuid, 'M', 'M', ${client}::uuid)`.execute(trx)
    for (const court of ['nysd', 'cand']) {
      const jurisdiction = newId()
      await sql`insert into jurisdictions (firm_id, id, name, ecfx_jurisdiction_ids)
        values (1, ${jurisdiction}::uuid, ${court}, array[${court}])`.execute(trx)
      for (const [name, number, key] of court === 'nysd' ? cases : elsewhere) {
        const id = newId()
        ids.set(number, id)
        await sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id, unique_key, status)
          values (1, ${id}::uuid, ${name}, ${number}, ${jurisdiction}::uuid, ${matter}::uuid, ${key ?? null}, 'Open')`.execute(
          trx,
        )
      }
    }
  })
})
afterAll(() => database.close())

const cases: readonly (readonly [name: string, number: string, key?: string])[] = [
  ['USA v. Marlowe', '1:25-mj-00123-ABC', '501'],
  ['USA v. Sealed', '1:25-mj-00124'],
  ['United States v. Quennell', '1:25-mj-00200', '777'],
  ['USA v. Ostrander', '1:25-cr-00310'],
  ['USA v. Tavares', '1:25-mj-00401'],
  ['USA v. Tavares', '1:25-mj-00402'],
]
const elsewhere = [['USA v. Marlowe', '3:25-mj-00999']] as const

interface Docket {
  number: string
  name: string
  key?: string
  text?: string
}

function noticeOf({ number, name, key, text }: Docket): Notice {
  const found = (value: string) => ({ value, from: 'body' as const })
  return {
    kind: 'filing',
    format: 'test',
    courtId: { value: 'nysd', from: 'derived' },
    courtEvidence: [],
    crossReferences: [],
    cases: [
      {
        name: found(name),
        docketNumber: found(number),
        parts: parseDocketNumber(number) ?? {},
        ...(key && { courtCaseId: found(key) }),
      },
    ],
    ...(text && { docketText: found(text) }),
    isCaseClosed: false,
    isSealed: false,
    documents: [],
    recipients: [],
  }
}

const found = (docket: Docket) => withFirm(database, 1, (trx) => findCases(trx, 1, noticeOf(docket)))
const criminal = { number: '1:25-cr-00456-XYZ', name: 'United States of America v. Marlowe et al', key: '902' }

test("a criminal case is the magistrate judge's one that the docket text names, and keeps the ID the court gave that one", async () => {
  const { matched, candidates } = await found({ ...criminal, text: 'INDICTMENT as to Marlowe (1). Was 1:25-mj-00123.' })
  expect(candidates).toEqual([])
  expect(matched).toMatchObject([
    { number: '1:25-mj-00123-ABC', by: { evidence: 'the docket text names 1:25-mj-00123' }, sureness: 'certain' },
  ])
  expect(matched[0]?.courtCaseId).toBeUndefined()
})

test('without proof it is one to choose, of this court only, and another party, an earlier year or a civil number is none', async () => {
  const { matched, candidates } = await found(criminal)
  expect(matched).toEqual([])
  expect(candidates).toMatchObject([{ number: '1:25-mj-00123-ABC', contradictions: ['number'] }])
  for (const other of [
    { name: 'USA v. Pemberton' },
    { name: 'USA v. Sealed' },
    { number: '1:24-cr-00456' },
    { number: '2:25-cr-00456' },
    { number: '1:25-cv-00456' },
  ])
    expect(await found({ ...criminal, ...other }), JSON.stringify(other)).toEqual({ matched: [], candidates: [] })
})

test('several are to choose from', async () => {
  const { candidates } = await found({ number: '1:25-cr-00500', name: 'USA v. Tavares' })
  expect(candidates.map(({ number }) => number)).toEqual(['1:25-mj-00401', '1:25-mj-00402'])
})

test('a late notice under the first number is of the case that has the criminal one', async () => {
  const late = { number: '1:25-mj-00300', name: 'USA v. Ostrander' }
  expect((await found(late)).candidates).toMatchObject([{ number: '1:25-cr-00310' }])
  const { matched } = await found({ ...late, text: 'Transferred to 1:25-cr-00310.' })
  expect(matched).toMatchObject([{ number: '1:25-cr-00310' }])
})

test("the court's own ID and a party say that its number became a criminal one", async () => {
  const { matched } = await found({ number: '1:25-cr-00600', name: 'USA v. Quennell', key: '777' })
  expect(matched).toMatchObject([{ number: '1:25-mj-00200', by: { caseId: '777' }, sureness: 'certain' }])
})

test("a person's choice and an earlier filing under that number are proof for later notices", async () => {
  const id = ids.get('1:25-mj-00402') ?? ''
  const docket = { number: '1:25-cr-00701', name: 'USA v. Tavares' }
  const [entry] = noticeOf(docket).cases
  if (!entry) throw new Error('the notice names no case')
  const { courtId, docketNumber, caseName } = confirmationOf('nysd', entry)
  await withSystem(database, (trx) =>
    sql`insert into confirmed_matches (firm_id, id, case_id, court_id, docket_number, case_name, user_id)
      values (1, ${newId()}::uuid, ${id}::uuid, ${courtId}, ${docketNumber}, ${caseName}, ${newId()}::uuid)`.execute(
      trx,
    ),
  )
  expect((await found(docket)).matched).toMatchObject([{ number: '1:25-mj-00402', contradictions: [] }])
  const other = { number: '1:25-cr-00702', name: 'USA v. Tavares' }
  await withSystem(database, (trx) =>
    sql`insert into envelopes (firm_id, id, case_id, docket_number, ecfx_jurisdiction_id)
      values (1, ${newId()}::uuid, ${id}::uuid, '1:25-cr-00702-XYZ', 'nysd')`.execute(trx),
  )
  expect((await found(other)).matched).toMatchObject([{ by: { evidence: 'earlier filings had this number' } }])
})
