import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type NoticeBench, openNoticeBench } from '../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

/** What someone whom a wall excludes gets of a walled case by a case of their own with its public numbers. */

let api: TestApi
let bench: NoticeBench
let walled: object
let open: object

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  bench = await openNoticeBench(api.services)
  const clientId = await bench.add('clients', { name: 'C', number: 'C' })
  const ruth = await bench.add('timekeepers', { full_name: 'Ruth Osei', email: 'ruth@one.example' })
  const ann = await bench.add('timekeepers', { full_name: 'Ann Lee', email: 'ann@one.example' })
  const jurisdictionId = await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  const matterOf = (name: string) => bench.add('matters', { name, number: name, client_id: clientId })
  const [zinc, opal] = [await matterOf('Zinc'), await matterOf('Opal')]
  const of = { name: 'Zinc v. Doe', jurisdiction_id: jurisdictionId, assigned_timekeepers: [ann] }
  ;[walled, open] = [
    { ...of, matter_id: zinc },
    { ...of, matter_id: opal },
  ]
  const wall = { name: 'Screen', wall_type: 'EXCLUSIONARY', matter_id: zinc, timekeeper_ids: [ruth] }
  await bench.add('ethical_walls', wall)
  await bench.query(sql`update users set timekeeper_id = ${ruth}::uuid where id = ${api.userIds[1].Manager}::uuid`)
  await bench.query(sql`update firms set internal_walls_enabled = true where firm_id = 1`)
})
afterAll(async () => {
  await bench?.close()
  await api?.close()
})

describe('a notice of a walled case waits, behind its wall, though a case of someone whom it excludes fits better', () => {
  test.each([
    ["by the court's own ID", { number: '3:26-cv-04417', key: undefined }, '3:26-cv-4417', '417733'],
    [
      'by that ID, after the walled case was given another one',
      { number: '3:26-cv-04418', key: '9' },
      '3:26-cv-4418',
      '417734',
    ],
    ['by a complete number', { number: '26-cv-00718', key: undefined }, '3:26-cv-00718', undefined],
  ])('%s', async (_, its, own, key) => {
    const hidden = await bench.add('cases', { ...walled, case_number: its.number, unique_key: its.key })
    await bench.add('cases', { ...open, case_number: own, unique_key: key })
    const said = { number: own, ...(key && { key }) }
    const item = await bench.send({ court: 'cand', name: 'Zinc v. Doe', ...said })
    expect(item).toMatchObject({
      status: 'Action Required',
      caseId: null,
      reason: 'Two cases have this number. Choose one.',
      recipients: [],
    })
    expect([await seen('Administrator', item.id), await seen('Manager', item.id)]).toEqual([200, 404])
    await choose(item.id, hidden)
    expect((await bench.read(item.id)).caseId).toBe(hidden)
    expect(await seen('Manager', item.id)).toBe(404)
  })
})

test('a filing of a walled case stays there when another message about it fits another case', async () => {
  const hidden = await bench.add('cases', { ...walled, case_number: '3:26-cv-00900', unique_key: '500' })
  const own = await bench.add('cases', { ...open, case_number: '3:26-cv-900', unique_key: '501' })
  const filing = { documentNumber: { value: '77', from: 'derived' as const } }
  const said = { court: 'cand', number: '3:26-cv-00900', name: 'Zinc v. Doe', notice: filing }
  const first = await bench.send({ ...said, key: '500' })
  expect(first.caseId).toBe(hidden)
  await bench.query(sql`update cases set case_number = '3:26-cr-00031' where id = ${hidden}::uuid`)
  const second = await bench.send({ ...said, key: '501' })
  expect(second).toMatchObject({ status: 'Action Required', caseId: null })
  expect(second.reason).toContain('already in another case, behind an ethical wall')
  expect(await filingOf(second.id)).toEqual(await filingOf(first.id))
  expect((await filingOf(first.id))?.case_id).toBe(hidden)
  for (const { id } of [first, second]) expect(await seen('Manager', id)).toBe(404)
  await choose(second.id, own)
  expect((await filingOf(first.id))?.case_id).toBe(own)
})

test('a filing of several cases stays in the walled one among them, too', async () => {
  const hidden = await bench.add('cases', { ...walled, case_number: '3:26-cv-00910', unique_key: '510' })
  const other = await bench.add('cases', { ...open, case_number: '3:26-cv-00920', unique_key: '520' })
  await bench.add('cases', { ...open, case_number: '3:26-cv-910', unique_key: '511' })
  const filing = { documentNumber: { value: '78', from: 'derived' as const } }
  const said = { court: 'cand', number: '3:26-cv-00910', name: 'Zinc v. Doe', notice: filing }
  const first = await bench.send({ ...said, key: '510' })
  await bench.query(sql`update envelopes set case_id = ${other}::uuid, other_case_ids = array[${hidden}::uuid]
    where id = (select envelope_id from inbox_items where id = ${first.id}::uuid)`)
  await bench.query(sql`update cases set case_number = '3:26-cr-00032' where id = ${hidden}::uuid`)
  const second = await bench.send({ ...said, key: '511' })
  expect(second).toMatchObject({ status: 'Action Required', caseId: null })
  expect(second.reason).toContain('already in another case, behind an ethical wall')
})

async function choose(id: string, caseId: string): Promise<void> {
  const url = `/api/v1/inbox/${id}/choose-case`
  const answer = await api.call({ as: 'Administrator', method: 'POST', url, body: { case_id: caseId } })
  expect(answer.status, answer.text).toBe(200)
  await bench.rest(id)
}

async function seen(as: TestRole, id: string): Promise<number> {
  return (await api.call({ as, url: `/api/v1/inbox_item/${id}` })).status
}

async function filingOf(itemId: string): Promise<AnyRow | undefined> {
  const [row] = await bench.query(
    sql<AnyRow>`select e.id, e.case_id from inbox_items i join envelopes e on e.id = i.envelope_id
      where i.id = ${itemId}::uuid`,
  )
  return row
}
