import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Change } from '../../../base/db/changes.ts'
import { resourceRoutes } from '../../../http/resources.ts'
import { forgetWanted } from '../../../records/happenings/happenings.ts'
import { openTestApi, type TestApi } from '../../../testing/api.ts'
import { type NoticeBench, openNoticeBench } from '../../preferences/notice-bench.fixture.ts'

let api: TestApi
let bench: NoticeBench
let common: { jurisdiction_id: string; matter_id: string; assigned_timekeepers: readonly string[] }

beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
  bench = await openNoticeBench(api.services)
  const client_id = await bench.add('clients', { name: 'C', number: 'C' })
  common = {
    jurisdiction_id: await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] }),
    matter_id: await bench.add('matters', { name: 'M', number: 'M', client_id }),
    assigned_timekeepers: [await bench.add('timekeepers', { full_name: 'Ada', email: 'ada@firm.example' })],
  }
  await bench.add('webhooks', { name: 'Told', url: 'https://told.invalid', events: ['case.updated'] })
  await bench.inFirm(async (trx) => forgetWanted(trx, 1))
})
afterAll(async () => {
  await bench.close()
  await api.close()
})
beforeEach(() => bench.query(sql`delete from webhook_calls`).then(() => undefined))

let serial = 28_000
/** A case without the court's own ID, and a notice of it that has it. */
async function addCase() {
  const key = String(++serial)
  const [number, name] = [`3:26-cv-${key}`, `Calder v. Northgate ${key}`]
  const caseId = await bench.add('cases', { ...common, name, case_number: number })
  return { caseId, notice: { court: 'cand', number, name, key } }
}

async function caseOf(id: string) {
  const [row] = await bench.query(
    sql<{ key: string | null; version: string }>`select unique_key as key, updated_at::text as version
      from cases where id = ${id}::uuid`,
  )
  return row
}

const eventsOf = (id: string) =>
  bench.query(
    sql`select type, level, facts, details::jsonb as details, sentence from system_events where entity_id = ${id}`,
  )
const callsOf = (id: string) => bench.query(sql`select event from webhook_calls where payload->>'entityId' = ${id}`)

test("the court's own ID of a case is set as every change is: with an event, a webhook, an announcement and a version", async () => {
  const { caseId, notice } = await addCase()
  // A form that was opened at a moment that the clock hasn't reached.
  await bench.query(sql`update cases set updated_at = now() + interval '1 minute' where id = ${caseId}::uuid`)
  const url = `/api/v1/case/${caseId}`
  const versionOf = async () => String((await api.call({ as: 'Administrator', url })).json().updated_at)
  const opened = await versionOf()
  const announced: Change[] = []
  const stop = api.services.feed.subscribe((change) => announced.push(change))
  const item = await bench.send(notice)
  expect(item.caseId).toBe(caseId)
  await expect.poll(() => announced).toContainEqual({ firmId: 1, entity: 'case', ids: [caseId] })
  stop()
  expect((await caseOf(caseId))?.key).toBe(notice.key)
  expect(await eventsOf(caseId)).toEqual([
    {
      ...{ type: 'object update', level: 'AUDIT', facts: { by: 'notice' } },
      details: { unique_key: { from: null, to: notice.key } },
      sentence: `Case "${notice.name}" was changed by a notice.`,
    },
  ])
  expect(await callsOf(caseId)).toEqual([{ event: 'case.updated' }])
  const saved = await api.call({
    ...{ as: 'Administrator', method: 'PUT', url, body: { description: 'Mine' } },
    headers: { 'if-match': `"${opened}"` },
  })
  expect([saved.status, (await versionOf()) > opened]).toEqual([412, true])
})

test('a notice whose case has an ID already changes nothing of the case', async () => {
  const { caseId, notice } = await addCase()
  await bench.send(notice)
  const before = await caseOf(caseId)
  expect((await bench.send(notice)).caseId).toBe(caseId)
  expect((await bench.send({ ...notice, key: '999' })).status).not.toBe('Failed')
  expect(await caseOf(caseId)).toEqual(before)
  expect(await eventsOf(caseId)).toHaveLength(1)
  expect(await callsOf(caseId)).toHaveLength(1)
})

test('notices that arrive together set the ID of each case once', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, addCase))
  const items = await Promise.all(
    made.flatMap(({ notice }) => [notice, notice, notice]).map((notice) => bench.receive(notice)),
  )
  for (const id of items) await bench.rest(id)
  for (const { caseId, notice } of made) {
    expect((await caseOf(caseId))?.key).toBe(notice.key)
    expect(await eventsOf(caseId)).toHaveLength(1)
    expect(await callsOf(caseId)).toHaveLength(1)
  }
})

test('an ID that no one could enter is left out, and the notice goes on', async () => {
  const { caseId, notice } = await addCase()
  const item = await bench.send({ ...notice, key: '9'.repeat(121) })
  expect(item).toMatchObject({ caseId, reason: null })
  expect(await caseOf(caseId)).toMatchObject({ key: null })
  expect(await eventsOf(caseId)).toEqual([])
})
