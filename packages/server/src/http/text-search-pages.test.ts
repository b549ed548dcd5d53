import { type FoundTexts, searchTexts, textPageSize } from '@courtcrier/contract/calls/full-text.ts'
import { fromWire } from '@courtcrier/contract/calls/wire-names.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { plantText, reader } from '../notices/texts/planted-text.fixture.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

const run = (one: ReturnType<typeof sql>) => withSystem(api.services.database, (trx) => one.execute(trx))

async function plant(page: string, docketText = 'ORDER') {
  const made = await plantText(api.services, {}, { docket_text: docketText })
  await made.text(reader([page]))
  return made
}

async function search(freeText: string, as: TestRole = 'Administrator', cursor?: string): Promise<FoundTexts> {
  const parameters = new URLSearchParams({ freeText, ...(cursor && { cursor }) })
  const answer = await api.call({ as, url: `/api/v1/text_search?${parameters}` })
  expect(answer.status, answer.text).toBe(200)
  return fromWire(searchTexts.answer, answer.json()) as FoundTexts
}

test('filings follow each other from page to page, the newest first', async () => {
  const made: string[] = []
  for (let at = 0; at < 2 * textPageSize + 3; at++) made.unshift((await plant('An axolotl')).envelopeId)
  const pages: unknown[][] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: FoundTexts = await search('axolotl', 'Administrator', cursor)
    pages.push(page.filings.map((filing) => filing.envelope.id))
    cursor = page.next
  }
  expect(pages.map((page) => page.length)).toEqual([textPageSize, textPageSize, 3])
  expect(pages.flat()).toEqual(made)
})

test('no page ends at a filing behind a wall, however many there are', async () => {
  const [first, second] = [await plant('A brief', 'ORDER on okapis'), await plant('A brief', 'ORDER on okapis')]
  const newer = Array.from({ length: 700 }, newId)
  await run(sql`insert into envelopes (firm_id, id, case_id, docket_text)
    select 1, id, ${second.caseId}::uuid, 'ORDER on okapis' from unnest(${newer}::uuid[]) id`)
  const timekeeper = newId()
  await run(sql`insert into timekeepers (firm_id, id, full_name, email)
    values (1, ${timekeeper}::uuid, 'Ruth Osei', 'osei@one.example')`)
  await run(sql`update users set timekeeper_id = ${timekeeper}::uuid where id = ${api.userIds[1].Docketing}::uuid`)
  await run(sql`update firms set internal_walls_enabled = true`)
  await run(sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    select 1, ${newId()}::uuid, 'Screen', 'EXCLUSIONARY', matter_id, array[${timekeeper}]::uuid[]
    from cases where id = ${second.caseId}::uuid`)
  const walled = await search('okapi', 'Docketing')
  expect([walled.filings.map(({ envelope: { id } }) => id), walled.next]).toEqual([[first.envelopeId], null])
  expect((await search('"order on okapis"')).filings).toHaveLength(textPageSize)
})
