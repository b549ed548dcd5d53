import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { receiveMessage } from '../mail/receive.ts'
import { filingKey } from '../notices/matching/filing-key.ts'
import { type NoticeBench, noticeOf, openNoticeBench } from '../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
let bench: NoticeBench
let walled: string
let own: string

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  bench = await openNoticeBench(api.services)
  const clientId = await bench.add('clients', { name: 'C', number: 'C' })
  const ruth = await bench.add('timekeepers', { full_name: 'Ruth Osei', email: 'ruth@one.example' })
  const ann = await bench.add('timekeepers', { full_name: 'Ann Lee', email: 'ann@one.example' })
  const jurisdictionId = await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  const plant = async (name: string, number: string) => {
    const matterId = await bench.add('matters', { name, number: name, client_id: clientId })
    const of = { jurisdiction_id: jurisdictionId, matter_id: matterId, assigned_timekeepers: [ann] }
    return { matterId, caseId: await bench.add('cases', { name: `${name} v. Doe`, case_number: number, ...of }) }
  }
  const [zinc, opal] = [await plant('Zinc', '3:26-cv-04417'), await plant('Opal', '3:26-cv-00118')]
  ;[walled, own] = [zinc.caseId, opal.caseId]
  const wall = { name: 'Screen', wall_type: 'EXCLUSIONARY', matter_id: zinc.matterId, timekeeper_ids: [ruth] }
  await bench.add('ethical_walls', wall)
  await bench.query(sql`update users set timekeeper_id = ${ruth}::uuid where id = ${api.userIds[1].Manager}::uuid`)
  await bench.query(sql`update firms set internal_walls_enabled = true where firm_id = 1`)
})
afterAll(async () => {
  await bench?.close()
  await api?.close()
})

test('who enters a filing that is behind a wall as one of their own case does not take it out', async () => {
  const said = { court: 'cand', number: '3:26-cv-04417', name: 'Zinc v. Doe' }
  const hidden = await bench.send(said)
  expect(hidden.caseId).toBe(walled)
  const before = await filingOf(hidden.id)
  // The same words of the docket, which the court publishes.
  const notice = noticeOf(said, 1)
  const entered = { by: 'Manager', userId: api.userIds[1].Manager, notice, files: [], filingKey: filingKey(notice) }
  const { itemId } = await receiveMessage(api.services, {
    ...{ firmId: 1, raw: Buffer.from('Subject: Order\r\n\r\nOrder'), via: 'manual', source: 'Manager' },
    origin: { entered: { ...entered, caseId: own } },
  })
  expect((await bench.rest(itemId)).caseId).toBe(own)
  expect(await filingOf(hidden.id)).toEqual(before)
  const seen = await idsSeen('Manager')
  expect(seen).toContain((await filingOf(itemId))?.id)
  expect(seen).not.toContain(before?.id)
})

async function filingOf(itemId: string): Promise<AnyRow | undefined> {
  const [row] = await bench.query(
    sql<AnyRow>`select e.id, e.case_id, e.other_case_ids from inbox_items i join envelopes e on e.id = i.envelope_id
      where i.id = ${itemId}::uuid`,
  )
  return row
}

async function idsSeen(as: TestRole): Promise<unknown[]> {
  const answer = await api.call({ as, url: '/api/v1/envelope/search?max=500' })
  return (Object.values(answer.json()).find(Array.isArray) as AnyRow[]).map(({ id }) => id)
}
