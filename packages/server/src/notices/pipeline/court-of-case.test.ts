import type { CourtHint } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../base/db/database.ts'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { parseDocketNumber } from '../../courts/directory/docket-number.ts'
import { openReusedDatabase } from '../../testing/database.ts'
import { findCourtOfCase } from './court-of-case.ts'
import type { StageDeps, Work } from './stage.ts'
import { matchStage } from './stages/match.ts'
import { parseStage } from './stages/parse.ts'

let database: Database

const cases: readonly (readonly [firm: number, number: string, courts: readonly string[]])[] = [
  [1, '30-2025-01400999-CU-BC-CJC', ['calsuperctorange']],
  [1, '2025LA000777', ['illcirctcook']],
  [1, '2025LA000888', ['illcirctcook']],
  [1, '2025LA000888', ['illcirctwill']],
  [1, '2025LA000999', ['illcirct']],
  [1, '2025-12345', ['texdistctharris']],
  [1, '2025-12345', ['calsuperctorange']],
  [1, 'CC-25-04321-A', ['texctylawdallas']],
  [1, '2025-77777', ['texdistctharris', 'texdistcttravis']],
  [1, '3:26-cv-04417-RS', ['cand']],
  [2, '2025CH001234', ['illcirctcook']],
]

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
      for (const [at, [owner, number, courts]] of cases.entries()) {
        if (owner !== firm) continue
        const jurisdiction = newId()
        await sql`insert into jurisdictions (firm_id, id, name, ecfx_jurisdiction_ids)
          values (${firm}, ${jurisdiction}::uuid, ${`J ${at}`}, ${[...courts]}::text[])`.execute(trx)
        await sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id, status)
          values (${firm}, ${newId()}::uuid, ${`Case ${at}`}, ${number}, ${jurisdiction}::uuid, ${matter}::uuid, 'Open')`.execute(
          trx,
        )
      }
    }
  })
})
afterAll(() => database.close())

const courtOf = async (number: string, hint: CourtHint) => {
  const docket = [{ docketNumber: { value: number, from: 'body' as const }, parts: parseDocketNumber(number) ?? {} }]
  return (await withFirm(database, 1, (trx) => findCourtOfCase(trx, { firmId: 1, cases: docket, hint })))?.id
}

test.each([
  ['2025LA000777', { state: 'Illinois' }, 'illcirctcook'],
  ['2025LA000777', {}, 'illcirctcook'],
  ['30-2025-01400999-CU-BC-CJC', { words: 'Orange County - Civil' }, 'calsuperctorange'],
  ['2025-12345', { state: 'Texas' }, 'texdistctharris'],
  ['2025-12345', { words: 'Harris County - District Clerk' }, 'texdistctharris'],
  ['CC-25-04321-A', { state: 'Texas', words: 'Dallas County - County Clerk' }, 'texctylawdallas'],
  ['2025LA000999', { words: 'Cook County' }, 'illcirctcook'],
  ['2025-77777', { words: 'Travis County - 345th' }, 'texdistcttravis'],
] as const)('%s with %j is in %s', async (number, hint, id) => {
  expect(await courtOf(number, hint)).toBe(id)
})

test.each([
  ['2025LA000888', { state: 'Illinois' }],
  ['30-2025-01400888-CU-BC-CJC', { state: 'California' }],
  ['2025-12345', {}],
  ['2025-77777', { state: 'Texas' }],
  ['2025LA000777', { state: 'Texas' }],
  ['2025LA000777', { state: 'Illinois', words: 'Will County' }],
  ['2025LA000777', { state: 'Illinois', words: 'Superior Court of Atlantis' }],
  ['30-2025-01400999-CU-BC-CJC', { words: 'Orange County', state: 'Florida' }],
  ['3:26-cv-04417-RS', {}],
  ['2025CH001234', { state: 'Illinois' }],
  ['2025LA111111', { state: 'Illinois' }],
] as const)('no court is guessed for %s with %j', async (number, hint) => {
  expect(await courtOf(number, hint)).toBeUndefined()
})

const row = (label: string, value: string) => `<tr><td>${label}</td><td>${value}</td></tr>`

function workOf(number: string, rows: string): Work {
  const host = 'illinois.tylertech.cloud'
  const link = `<a href="https://${host}/ViewDocuments.aspx?FID=7ff2fb72-7baa-4770-8a7c-70c1dd1cd000">Download Document</a>`
  const html = `<h1>Filing Accepted</h1><table><tr><th colspan=2>Filing Details</th></tr>${row('Case Number', number)}${rows}${row('Filing Description', 'Answer')}${row('File Stamped Copy', link)}</table>`
  const head =
    'From: no-reply@efilingmail.tylertech.cloud\r\nSubject: Filing Accepted\r\nContent-Type: text/html\r\n\r\n'
  const work = {
    firmId: 1,
    origin: {},
    firm: { ignoredCaseStatuses: [] },
    results: {},
    raw: async () => Buffer.from(head + html),
  }
  return work as unknown as Work
}

const deps = {
  read: (run: Parameters<StageDeps['read']>[0]) => withFirm(database, 1, run),
  formats: async () => [],
} as unknown as StageDeps

test('a notice without a court row gets the court of the case with its number', async () => {
  const outcome = await parseStage.run(workOf('2025LA000777', ''), deps)
  expect(outcome).toMatchObject({
    kind: 'done',
    result: {
      notice: { courtId: { value: 'illcirctcook' }, courtEvidence: [{ courtId: 'illcirctcook', by: 'case' }] },
    },
  })
})

test('a number with cases in two courts, or with none, leaves the court to a person', async () => {
  for (const number of ['2025LA000888', '2025LA111111']) {
    const outcome = await parseStage.run(workOf(number, ''), deps)
    expect(outcome, number).toMatchObject({ kind: 'review', result: { courtHint: { state: 'Illinois' } } })
    expect(outcome.sentence).toContain('does not show which court')
    expect(JSON.stringify(outcome)).not.toContain('"courtId":{')
  }
})

test('a court row that contradicts the case leaves the court to a person', async () => {
  const outcome = await parseStage.run(workOf('2025LA000777', row('Court', 'Harris County')), deps)
  expect(outcome.kind).toBe('review')
})

test("cases recorded under the entry for all of a state's courts are found", async () => {
  const court = row('Court', 'Cook County - Law Division')
  const matched = await match(workOf('2025LA000999', row('Case Style', 'Poe v. Case 4') + court))
  expect(matched).toMatchObject({ kind: 'done', sentence: expect.stringContaining('Case 4') })
  // Every county counts from one, so without a party it could be the case of another.
  const nameless = await match(workOf('2025LA000999', court))
  expect(nameless).toMatchObject({ kind: 'review', sentence: expect.stringContaining('the courts differ') })
})

async function match(work: Work) {
  const parsed = await parseStage.run(work, deps)
  if (parsed.kind !== 'done') throw new Error(parsed.sentence)
  expect(parsed.result.notice.courtId.value).toBe('illcirctcook')
  return matchStage.run({ ...work, results: { parse: parsed.result } }, deps)
}
