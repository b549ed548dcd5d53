import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NoticeBench, openNoticeBench } from '../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
let bench: NoticeBench
let own: string

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  bench = await openNoticeBench(api.services)
  const clientId = await bench.add('clients', { name: 'C', number: 'C' })
  const ruth = await bench.add('timekeepers', { full_name: 'Ruth Osei', email: 'ruth@one.example' })
  const ann = await bench.add('timekeepers', { full_name: 'Ann Lee', email: 'ann@one.example' })
  const jurisdictionId = await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  const matterOf = (name: string) => bench.add('matters', { name, number: name, client_id: clientId })
  const [zinc, opal] = [await matterOf('Zinc'), await matterOf('Opal')]
  const of = { name: 'Same v. Doe', jurisdiction_id: jurisdictionId, assigned_timekeepers: [ann] }
  await bench.add('cases', { ...of, case_number: '3:26-cv-04417', matter_id: zinc })
  const wall = { name: 'Screen', wall_type: 'EXCLUSIONARY', matter_id: zinc, timekeeper_ids: [ruth] }
  await bench.add('ethical_walls', wall)
  await bench.query(sql`update users set timekeeper_id = ${ruth}::uuid where id = ${api.userIds[1].Manager}::uuid`)
  await bench.query(sql`update firms set internal_walls_enabled = true where firm_id = 1`)
  // By someone behind the wall, who knows the number from the court.
  own = await bench.add('cases', { ...of, case_number: '3:26-cv-4417', matter_id: opal })
})
afterAll(async () => {
  await bench?.close()
  await api?.close()
})

test('a notice that may be of a walled case is behind its walls until a person decides that it is of another', async () => {
  const item = await bench.send({ court: 'cand', number: '3:26-cv-04417', name: 'Same v. Doe' })
  expect(item).toMatchObject({
    status: 'Action Required',
    caseId: null,
    reason: 'Two cases have this number. Choose one.',
  })
  expect(await counts('Administrator')).toEqual([1, 1])
  expect(await counts('Manager')).toEqual([0, 0])
  await choose(item.id, own)
  expect(await counts('Manager')).toEqual([1, 1])
})

async function choose(id: string, caseId: string): Promise<void> {
  const url = `/api/v1/inbox/${id}/choose-case`
  const answer = await api.call({ as: 'Administrator', method: 'POST', url, body: { case_id: caseId } })
  expect(answer.status, answer.text).toBe(200)
  await bench.rest(id)
}

/** How many notices and filings there are for someone. */
async function counts(as: TestRole): Promise<number[]> {
  const lists = ['inbox_item', 'envelope'].map(async (kind) => {
    const answer = await api.call({ as, url: `/api/v1/${kind}/search?max=500` })
    return (Object.values(answer.json()).find(Array.isArray) as AnyRow[]).length
  })
  return Promise.all(lists)
}
