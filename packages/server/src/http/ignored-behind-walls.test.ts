import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NoticeBench, openNoticeBench } from '../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
let bench: NoticeBench
let caseId: string

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  bench = await openNoticeBench(api.services)
  const clientId = await bench.add('clients', { name: 'C', number: 'C' })
  const matterId = await bench.add('matters', { name: 'M', number: 'M', client_id: clientId })
  const ruth = await bench.add('timekeepers', { full_name: 'Ruth Osei', email: 'ruth@one.example' })
  const ann = await bench.add('timekeepers', { full_name: 'Ann Lee', email: 'ann@one.example' })
  const jurisdictionId = await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  caseId = await bench.add('cases', {
    ...{ name: 'Zinc v. Doe', case_number: '3:26-cv-04417', jurisdiction_id: jurisdictionId },
    ...{ matter_id: matterId, assigned_timekeepers: [ann], status: 'Closed' },
  })
  const wall = { name: 'Screen', wall_type: 'EXCLUSIONARY', matter_id: matterId, timekeeper_ids: [ruth] }
  await bench.add('ethical_walls', wall)
  await bench.query(sql`update users set timekeeper_id = ${ruth}::uuid where id = ${api.userIds[1].Manager}::uuid`)
  await bench.query(sql`update firms set ignored_case_statuses = '{Closed}' where firm_id = 1`)
})
afterAll(async () => {
  await bench?.close()
  await api?.close()
})

test('a notice that is ignored for its case is behind the walls around that case, as is its filing', async () => {
  const item = await bench.send({ court: 'cand', number: '3:26-cv-04417', name: 'Zinc v. Doe' })
  expect(item).toMatchObject({ status: 'Succeeded', recipients: [], caseId })
  expect(item.reason).toBe('The case Zinc v. Doe is closed, and the firm ignores such cases.')
  for (const kind of ['inbox_item', 'envelope']) {
    expect(await namesIn('Administrator', kind)).toContain('Zinc v. Doe')
    expect(await namesIn('Manager', kind)).toEqual([])
  }
})

async function namesIn(as: TestRole, kind: string): Promise<unknown[]> {
  const answer = await api.call({ as, url: `/api/v1/${kind}/search?max=500` })
  return (Object.values(answer.json()).find(Array.isArray) as AnyRow[]).map((row) => row.case_name)
}
