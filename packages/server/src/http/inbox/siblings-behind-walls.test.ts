import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { insert } from '../../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { type PlantedRecords, plantRecords } from '../../testing/planted-records.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let walled: PlantedRecords
let waiting: PlantedRecords
let own: PlantedRecords

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  const [timekeeper, colleague] = [await make('Ruth Osei'), await make('Ann Lee')]
  walled = await plantRecords(api, 'Zinc', colleague)
  waiting = await plantRecords(api, 'Plain', colleague)
  own = await plantRecords(api, 'Opal', colleague)
  await withSystem(api.services.database, async (trx) => {
    await sql`update users set timekeeper_id = ${timekeeper}::uuid where id = ${api.userIds[1].Docketing}::uuid`.execute(
      trx,
    )
    const wall = { wall_type: 'EXCLUSIONARY', matter_id: walled.ids.matter, timekeeper_ids: [timekeeper] }
    await insert(trx, 'ethical_walls', { firm_id: 1, id: newId(), name: 'Screen', ...wall })
    // Both need a case: one was of a walled case until it was processed again, the other never had one.
    await sql`update item_progress set outcomes = '{"prepare": {"result": {}}, "review": {"candidates": []}}'`.execute(
      trx,
    )
    await sql`update inbox_items set status = 'Action Required', next_stage = 'match', ecfx_jurisdiction_id = 'cand',
      docket_number = '3:26-cv-00118', case_name = 'Same v. Doe' where id = any(${[walled.itemId, waiting.itemId]}::uuid[])`.execute(
      trx,
    )
    await sql`update envelopes set case_id = null where id = ${waiting.envelopeId}::uuid`.execute(trx)
    await sql`update inbox_items set case_id = ${walled.caseId}::uuid where id = ${walled.itemId}::uuid`.execute(trx)
    await sql`update inbox_items set case_id = null where id = ${waiting.itemId}::uuid`.execute(trx)
  })
})
afterAll(() => api.close())

test('who chooses a case moves no notice that a wall hides from them, and is told of none', async () => {
  const item = `/api/v1/inbox/${waiting.itemId}`
  const waitingFor = async (as: 'Administrator' | 'Docketing') =>
    (await api.call({ as, url: item })).json().also_waiting
  expect([await waitingFor('Administrator'), await waitingFor('Docketing')]).toEqual([1, 0])
  const body = { case_id: own.caseId }
  const chosen = await api.call({ as: 'Docketing', method: 'POST', url: `${item}/choose-case`, body })
  expect([chosen.status, chosen.json().also_settled], chosen.text).toEqual([200, 0])
  const hidden = await api.call({ as: 'Docketing', url: `/api/v1/inbox_item/${walled.itemId}` })
  expect(hidden.status).toBe(404)
  const kept = await api.call({ as: 'Administrator', url: `/api/v1/inbox_item/${walled.itemId}` })
  expect(kept.json()).toMatchObject({ status: 'Action Required', case_id: walled.caseId })
})

async function make(name: string): Promise<string> {
  const body = { full_name: name, email: `${name.replace(' ', '.').toLowerCase()}@one.example` }
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
  return String(answer.json().id)
}
