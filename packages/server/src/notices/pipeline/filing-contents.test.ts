import type { NoticeDocument } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseDocketNumber } from '../../courts/directory/docket-number.ts'
import { type NoticeBench, openNoticeBench } from '../preferences/notice-bench.fixture.ts'

let bench: NoticeBench

beforeAll(async () => {
  bench = await openNoticeBench()
})
afterAll(() => bench.close())

const found = (value: string) => ({ value, from: 'derived' as const })
const document = (index: number, number: string | undefined, description: string): NoticeDocument => ({
  index,
  ...(number ? { number } : {}),
  description: found(description),
})
const caseOf = (number: string, documents?: readonly NoticeDocument[]) => ({
  docketNumber: found(number),
  parts: parseDocketNumber(number) ?? {},
  name: found('Calder v. Northgate'),
  ...(documents ? { documents } : {}),
})

async function filingOf(number: string) {
  const [filing] = await bench.query(sql<{ id: string; contents: string[] }>`
    select id, contents from envelopes where firm_id = 1 and docket_number = ${number}`)
  const documents = await bench.query(sql<{ title: string; origin: string | null }>`
    select d.title, o.title as origin from documents d
      left join documents o on o.firm_id = d.firm_id and o.id = d.processed_from_id
    where d.firm_id = 1 and d.envelope_id = ${filing?.id ?? null}::uuid order by d.position`)
  return { contents: filing?.contents, documents: documents.map(({ title, origin }) => [title, origin]) }
}

test('a filing keeps what its notice listed, with numbers, and nothing is made of anything', async () => {
  await bench.send({
    ...{ court: 'cand', number: '3:26-cv-30001' },
    notice: { documents: [document(0, '56', 'Motion to Dismiss'), document(1, undefined, 'Exhibit A')] },
  })
  expect(await filingOf('3:26-cv-30001')).toEqual({
    contents: ['56: Motion to Dismiss', 'Exhibit A'],
    documents: [
      ['Motion to Dismiss', null],
      ['Exhibit A', null],
    ],
  })
})

test("the court's copy of a document for another case names the document it was made from", async () => {
  const documents = [document(0, '1', 'Complaint'), document(1, '1-1', 'Summons')]
  const number = '26-01365'
  await bench.send({
    ...{ court: 'deb', number },
    notice: { documents, cases: [caseOf(number), caseOf('24-12480', documents)] },
  })
  expect(await filingOf(number)).toEqual({
    contents: ['1: Complaint', '1-1: Summons', '1: Complaint (24-12480)', '1-1: Summons (24-12480)'],
    documents: [
      ['Complaint', null],
      ['Summons', null],
      ['Complaint (24-12480)', 'Complaint'],
      ['Summons (24-12480)', 'Summons'],
    ],
  })
})

test('a notice without documents has no contents', async () => {
  await bench.send({ court: 'cand', number: '3:26-cv-30002' })
  expect((await filingOf('3:26-cv-30002')).contents).toEqual([])
})
