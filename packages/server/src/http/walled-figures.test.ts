import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert } from '../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { type PlantedRecords, plantRecords } from '../testing/planted-records.ts'
import { productRoutes } from './routes.ts'

/** A filing of an open case that also names a walled one is behind the wall: nothing in the open case may count it. */
let api: TestApi
let open: PlantedRecords
let hidden: PlantedRecords
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  const [timekeeper, colleague] = [await make('Ruth Osei'), await make('Ann Lee')]
  await system(sql`update users set timekeeper_id = ${timekeeper}::uuid where id = ${api.userIds[1].Manager}::uuid`)
  hidden = await plantRecords(api, 'Zinc', colleague)
  open = await plantRecords(api, 'Opal', colleague)
  const both = await plantRecords(api, 'Both', colleague)
  await system(
    sql`update envelopes set case_id = ${open.caseId}::uuid, other_case_ids = array[${hidden.caseId}]::uuid[]
      where id = ${both.envelopeId}::uuid`,
    sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
      values (1, ${newId()}::uuid, 'Screen', 'EXCLUSIONARY', ${hidden.ids.matter}::uuid, array[${timekeeper}]::uuid[])`,
    sql`update firms set internal_walls_enabled = true`,
  )
})
afterAll(() => api.close())

test('the notifications of a case don’t count a filing that a wall around another of its cases hides', async () => {
  const listed = async (as: TestRole) => (await rowsOf(as, 'case')).find(({ id }) => id === open.caseId)
  expect((await listed('Administrator'))?.envelope_count).toBe(2)
  expect((await listed('Manager'))?.envelope_count).toBe(1)
  const one = await api.call({ as: 'Manager', url: `/api/v1/case/${open.caseId}` })
  expect(one.json().envelope_count).toBe(1)
  const body = { description: 'Read again' }
  const written = await api.call({ as: 'Manager', method: 'PUT', url: `/api/v1/case/${open.caseId}`, body })
  expect([written.status, written.json().envelope_count]).toEqual([200, 1])
})

test('a filing isn’t said to be sent or opened because of an email that a wall hides', async () => {
  const shown = async (as: TestRole) => {
    const { told, opened } = (await rowsOf(as, 'envelope')).find(({ id }) => id === open.envelopeId) ?? {}
    return { told, opened }
  }
  await system(sql`update deliveries set inbox_item_id = ${hidden.itemId}::uuid, first_opened_at = now()
    where id = ${open.ids.delivery}::uuid`)
  expect(await shown('Administrator')).toEqual({ told: true, opened: true })
  expect(await shown('Manager')).toEqual({ told: false, opened: false })
  const found = await api.call({
    as: 'Manager',
    url: `/api/v1/envelope/search?filters=${encodeURIComponent('[{"field":"told","in":[true]}]')}`,
  })
  expect(found.text).not.toContain(open.envelopeId)
})

test('the copies that wait for an agent are counted only as far as they may be seen', async () => {
  const body = { name: 'Share', driver: 'FILE_SYSTEM', use_agent: true, agent: 'Office', agent_credential: 'files' }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/generic_credential', body })
  expect(made.status, made.text).toBe(201)
  await withSystem(api.services.database, async (trx) => {
    await insert(trx, 'agents', { firm_id: 1, id: newId(), name: 'Office', version: '0.1.0' })
    await sql`update storage_policies set dms_credential_id = ${String(made.json().id)}::uuid where firm_id = 1`.execute(
      trx,
    )
    await sql`update document_copies set status = 'new'
      where id = any(${[open.ids.document_copy, hidden.ids.document_copy]}::uuid[])`.execute(trx)
  })
  const waiting = async (as: TestRole) => {
    const answer = await api.call({ as, url: '/api/v1/firm/agents' })
    return (answer.json().agents as { waiting: number }[]).map((each) => each.waiting)
  }
  // With that of the filing in both cases.
  expect([await waiting('Administrator'), await waiting('Manager')]).toEqual([[3], [1]])
})

async function rowsOf(as: TestRole, entity: string): Promise<AnyRow[]> {
  const answer = await api.call({ as, url: `/api/v1/${entity}/search?max=500` })
  return Object.values(answer.json()).find(Array.isArray) as AnyRow[]
}

async function make(name: string): Promise<string> {
  const body = { full_name: name, email: `${name.replace(' ', '.').toLowerCase()}@one.example` }
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
  return String(answer.json().id)
}

async function system(...all: ReturnType<typeof sql>[]): Promise<void> {
  await withSystem(api.services.database, async (trx) => {
    await sql`reset role`.execute(trx)
    for (const one of all) await one.execute(trx)
  })
}
