import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert } from '../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { type PlantedRecords, plantRecords } from '../testing/planted-records.ts'
import { productRoutes } from './routes.ts'

/**
 * What happened to a notice, and was written about it, while it was taken for one of a walled case names that case, its
 * number and its people.
 */
let api: TestApi
let notice: PlantedRecords
let walled: PlantedRecords
let right: PlantedRecords

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  const [timekeeper, colleague] = [await make('Ruth Osei'), await make('Ann Lee')]
  notice = await plantRecords(api, 'Plain', colleague)
  walled = await plantRecords(api, 'Zinc', colleague)
  right = await plantRecords(api, 'Opal', colleague)
  await withSystem(api.services.database, async (trx) => {
    await sql`update users set timekeeper_id = ${timekeeper}::uuid where id = ${api.userIds[1].Manager}::uuid`.execute(
      trx,
    )
    const wall = { wall_type: 'EXCLUSIONARY', matter_id: walled.ids.matter, timekeeper_ids: [timekeeper] }
    await insert(trx, 'ethical_walls', { firm_id: 1, id: newId(), name: 'Screen', ...wall })
    // The court's number fit the walled case, whose people were notified.
    const found = { prepare: { result: {} }, match: { result: { caseIds: [walled.caseId] } } }
    await sql`update item_progress set outcomes = ${JSON.stringify(found)}::text::jsonb
      where id = ${notice.itemId}::uuid`.execute(trx)
    await sql`update envelopes set case_id = ${walled.caseId}::uuid where id = ${notice.envelopeId}::uuid`.execute(trx)
    await sql`update inbox_items set case_id = ${walled.caseId}::uuid, status = 'Action Required', next_stage = 'address'
      where id = ${notice.itemId}::uuid`.execute(trx)
    await sql`update deliveries set reason = 'Assigned to the case Zinc v. Doe.'
      where id = ${notice.ids.delivery}::uuid`.execute(trx)
    await sql`update document_copies set case_id = ${walled.caseId}::uuid, path = 'Zinc Corp./1.pdf'
      where envelope_id = ${notice.envelopeId}::uuid`.execute(trx)
    for (const [stage, sentence] of [
      ['receive', 'Received from court.example.'],
      ['match', 'Matched to Zinc v. Doe by docket number 1:26-cv-1.'],
      ['deliver', 'Emailed to Zinc’s people.'],
    ])
      await insert(trx, 'history', {
        ...{ firm_id: 1, id: newId(), inbox_item_id: notice.itemId, stage, outcome: 'done', sentence },
      })
    const of = { firm_id: 1, inbox_item_id: notice.itemId }
    const text = 'Zinc will settle.'
    await insert(trx, 'inbox_notes', { ...of, id: newId(), author_id: api.userIds[1].Administrator, text })
    const told = { envelope_id: notice.envelopeId, group_name: 'Zinc’s people', service: 'slack', status: 'sent' }
    await insert(trx, 'chat_messages', { ...of, id: newId(), ...told })
  })
})
afterAll(() => api.close())

test('a notice that is moved out of a walled case tells nothing of that case to whom the wall excludes', async () => {
  for (const url of places()) expect((await api.call({ as: 'Manager', url })).status, url).toBe(404)
  const body = { case_id: right.caseId }
  const chosen = await api.call({
    ...{ as: 'Administrator', method: 'POST', url: `/api/v1/inbox/${notice.itemId}/choose-case`, body },
  })
  expect(chosen.status, chosen.text).toBe(200)
  for (const url of places()) {
    const [own, all] = [await read('Manager', url), await read('Administrator', url)]
    expect(all).toContain('Zinc')
    expect(own).not.toContain('Zinc')
    expect(own).toContain('Plain')
  }
  expect(await read('Manager', `/api/v1/inbox/${notice.itemId}`)).toContain('Received from court.example.')
  const added = await api.call({
    ...{ as: 'Administrator', method: 'POST', url: `/api/v1/inbox/${notice.itemId}/notes`, body: { text: 'Of Opal.' } },
  })
  expect(added.status, added.text).toBe(200)
  expect(await read('Manager', `/api/v1/inbox/${notice.itemId}`)).toContain('Of Opal.')
  for (const list of ['delivery', 'document_copy', 'system_event'])
    expect(await read('Manager', `/api/v1/${list}/search?max=500`)).not.toContain('Zinc')
})

test('what was noted on a notice while it might have been of a walled case stays hidden once another is chosen', async () => {
  const { itemId, envelopeId } = await plantRecords(api, 'Doubtful', await make('Kim Roe'))
  const candidates = [walled.caseId, right.caseId]
  await withSystem(api.services.database, async (trx) => {
    const asked = { prepare: { result: {} }, review: { candidates } }
    await sql`update item_progress set outcomes = ${JSON.stringify(asked)}::text::jsonb where id = ${itemId}::uuid`.execute(
      trx,
    )
    await sql`update envelopes set case_id = null, possible_case_ids = ${candidates}::uuid[]
      where id = ${envelopeId}::uuid`.execute(trx)
    await sql`update inbox_items set case_id = null, other_case_ids = ${candidates}::uuid[], status = 'Action Required',
      next_stage = 'match' where id = ${itemId}::uuid`.execute(trx)
  })
  const url = `/api/v1/inbox/${itemId}`
  const note = (text: string) =>
    api.call({ as: 'Administrator', method: 'POST', url: `${url}/notes`, body: { text } }).then(({ status }) => status)
  expect(await note('Is Zinc settling?')).toBe(200)
  expect((await api.call({ as: 'Manager', url })).status).toBe(404)
  const body = { case_id: right.caseId }
  expect((await api.call({ as: 'Administrator', method: 'POST', url: `${url}/choose-case`, body })).status).toBe(200)
  expect(await note('It is of Opal.')).toBe(200)
  const [own, all] = [await read('Manager', url), await read('Administrator', url)]
  expect(all).toContain('Zinc')
  expect(own).not.toContain('Zinc')
  expect(own).toContain('It is of Opal.')
})

test('of a case that was deleted since, no one hears whom a wall excludes from anything', async () => {
  const lines = async (as: TestRole) => (await read(as, `/api/v1/inbox/${notice.itemId}`)).includes('Matched to')
  await withSystem(api.services.database, (trx) => sql`update former_cases set case_id = ${newId()}::uuid`.execute(trx))
  expect([await lines('Administrator'), await lines('Manager')]).toEqual([true, false])
})

/** Where a notice's history is read. */
const places = () => [
  `/api/v1/inbox/${notice.itemId}`,
  `/api/v1/trail/inbox_item/${notice.itemId}`,
  `/api/v1/filing/${notice.envelopeId}`,
]

async function read(as: TestRole, url: string): Promise<string> {
  const answer = await api.call({ as, url })
  expect(answer.status, answer.text).toBe(200)
  return answer.text
}

async function make(name: string): Promise<string> {
  const body = { full_name: name, email: `${name.replace(' ', '.').toLowerCase()}@one.example` }
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
  return String(answer.json().id)
}
