import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NoticeBench, openNoticeBench } from '../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { denyFields } from '../testing/denied-world.ts'
import { caseMakingRoutes } from './case-making.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
let bench: NoticeBench

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      caseMakingRoutes(app, services)
    },
  })
  bench = await openNoticeBench(api.services)
  const client = await bench.add('clients', { name: 'C', number: 'C' })
  await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  const timekeepers = [await bench.add('timekeepers', { full_name: 'Ada', email: 'ada@firm.example' })]
  const matter = await bench.add('matters', { name: 'New cases', number: 'M', client_id: client })
  const rule = await bench.add('auto_case_creations', { name: 'California', timekeepers, matter_id: matter })
  const preference = { description: 'all', order: 1, enabled: true, auto_case_creation_id: rule }
  await bench.add('jurisdiction_preferences', preference)
})
afterAll(async () => {
  await bench.close()
  await api.close()
})

let serial = 28_000
const unknown = () => ({
  ...{ court: 'cand', number: `3:26-cv-${++serial}`, name: `Calder v. Stranger ${serial}`, emails: [] as string[] },
})

test('what an undo would do is said while it can still be left, and changes nothing', async () => {
  const { caseId, id } = await bench.send(unknown())
  await bench.query(sql`update deliveries set status = 'held' where inbox_item_id = ${id}::uuid`)
  const preview = (await api.call({ as: 'Docketing', url: `/api/v1/case/${caseId}/making/undo` })).json()
  expect(preview).toMatchObject({ notices: 1, waiting: 1, notified: [], more_notified: 0, channels: 0 })
  expect(await bench.read(id)).toMatchObject({ caseId })
  await bench.query(sql`update deliveries set status = 'sent' where inbox_item_id = ${id}::uuid`)
})

test('what was sent and saved already is not counted for a role that may not see it', async () => {
  const { caseId, id } = await bench.send(unknown())
  const sent = sql`update deliveries set status = 'sent' where inbox_item_id = ${id}::uuid`
  await bench.query(sent)
  await denyFields(api, [
    { resource: delivery, key: 'email' },
    { resource: documentCopy, key: 'status' },
  ])
  const preview = await api.call({ as: 'Manager', url: `/api/v1/case/${caseId}/making/undo` })
  expect(preview.json()).toMatchObject({ notified: null, waiting: null, copies: null, waiting_copies: null })
  const undo = async () =>
    (await api.call({ as: 'Manager', method: 'POST', url: `/api/v1/case/${caseId}/making/undo` })).json()
  await expect.poll(undo).toEqual({ notices: 1, notified: null, copies: null })
  expect(await bench.rest(id)).toMatchObject({ status: 'Action Required', caseId: null })
})
