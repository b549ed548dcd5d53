import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { forgetWanted } from '../records/happenings/happenings.ts'
import type { TestApi } from '../testing/api.ts'
import { done, openUndoApi, send, undo } from '../testing/undo-api.ts'

/** More than one announcement names. */
const count = 300

let api: TestApi
let ids: readonly string[]

beforeAll(async () => {
  api = await openUndoApi()
  const client = await done('POST', 'client', { name: 'C', number: 'C' })
  const matter = await done('POST', 'matter', { name: 'M', number: 'M', client_id: client.id })
  const jurisdiction = await done('POST', 'jurisdiction', { name: 'N.D. Cal.' })
  const timekeeper = await done('POST', 'timekeeper', { full_name: 'Ada' })
  await withSystem(api.services.database, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id, assigned_timekeepers)
      select 1, gen_random_uuid(), 'Case ' || n, 'N-' || n, ${jurisdiction.id}::uuid, ${matter.id}::uuid,
        array[${timekeeper.id}::uuid]
      from generate_series(1, ${count}::integer) n returning id`.execute(trx)
    ids = rows.map(({ id }) => id).toSorted()
  })
  await withFirm(api.services.database, 1, async (trx) => {
    await sql`insert into webhooks (firm_id, id, name, url, events)
      values (1, ${newId()}::uuid, 'Told', 'https://told.invalid', array['case.created', 'case.updated'])`.execute(trx)
    forgetWanted(trx, 1)
  })
})
afterAll(() => api.close())
beforeEach(() => takeCalls().then(() => undefined))

/** Returns the cases of the calls recorded since the last time, by event. */
async function takeCalls(): Promise<Record<string, string[]>> {
  return withSystem(api.services.database, async (trx) => {
    const { rows } = await sql<{ event: string; ids: string[] }>`
      with taken as (delete from webhook_calls returning event, payload->>'entityId' as id)
      select event, array_agg(id order by id) as ids from taken group by event`.execute(trx)
    return Object.fromEntries(rows.map((row) => [row.event, row.ids]))
  })
}

test('undoing a bulk edit of 300 cases notifies webhooks of each', async () => {
  const edited = await send('POST', 'case/bulk-update', { ids, values: { description: 'Edited' } })
  expect(edited.status, edited.text).toBe(200)
  expect(await takeCalls()).toEqual({ 'case.updated': ids })
  expect(await undo(String(edited.json().undo_id))).toMatchObject({ done: count, refused: 0 })
  expect(await takeCalls()).toEqual({ 'case.updated': ids })
})

test('undoing a bulk deletion of cases notifies webhooks of each that is there again', async () => {
  const some = ids.slice(0, 5)
  const deleted = await send('POST', 'case/bulk-delete', { ids: some })
  expect(deleted.status, deleted.text).toBe(200)
  expect(await takeCalls()).toEqual({})
  expect(await undo(String(deleted.json().undo_id))).toMatchObject({ done: 5, refused: 0 })
  expect(await takeCalls()).toEqual({ 'case.created': some })
})
