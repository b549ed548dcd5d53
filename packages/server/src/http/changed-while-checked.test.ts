import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { isOnServer } from '../testing/database.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
})
afterAll(() => api.close())

async function make(entity: string, body: AnyRow): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

/** Makes the call while `others` is written but not committed, so that its rules are checked against what was before. */
async function callDuring(others: RawBuilder<unknown>, call: Parameters<TestApi['call']>[0]) {
  const blocked = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { answer } = await withFirm(api.services.database, 1, async (trx) => {
    await others.execute(trx)
    const answer = api.call(call)
    await expect
      .poll(async () => (await blocked.execute(api.services.database.kysely)).rows.length, { timeout: 60_000 })
      .toBe(1)
    return { answer }
  })
  return answer
}

const change = (table: string, id: string, values: RawBuilder<unknown>) =>
  sql`update ${sql.table(table)} set ${values}, updated_at = now() + interval '1 second' where id = ${id}::uuid`

// The embedded database has one connection, so no transaction is ever open beside another.
describe.skipIf(!isOnServer)('a change to a row that someone changes while it is checked (on a server only)', () => {
  test('obeys the rules about several fields', async () => {
    const timekeepers = [await make('timekeeper', { full_name: 'Ada' })]
    const rule = await make('auto_case_creation', { name: 'West', timekeepers, party_email_domains: ['firm.example'] })
    const put = { as: 'Administrator', method: 'PUT' } as const
    const noOne = await callDuring(change('auto_case_creations', rule, sql`party_email_domains = '{}'`), {
      ...{ ...put, url: `/api/v1/auto_case_creation/${rule}`, body: { timekeepers: [] } },
    })
    expect([noOne.status, noOne.json().errors]).toMatchObject([400, [{ code: 'timekeeper_or_domain_required' }]])
    const wait = { max_minutes_wait_for_stamp: 60, minutes_wait_before_unstamped_release: 5 }
    const processing = await make('document_processing', { name: 'Wait', ...wait })
    const late = await callDuring(change('document_processings', processing, sql`max_minutes_wait_for_stamp = 10`), {
      ...{ ...put, url: `/api/v1/document_processing/${processing}` },
      body: { minutes_wait_before_unstamped_release: 30 },
    })
    expect([late.status, late.json().errors]).toMatchObject([400, [{ code: 'unstamped_release_too_late' }]])
  })

  test('is made beside the other if both are allowed', async () => {
    const id = await make('client', { name: 'Acme', number: 'W-1', status: 'Active' })
    const call = {
      as: 'Administrator',
      method: 'PUT',
      url: `/api/v1/client/${id}`,
      body: { status: 'Closed' },
    } as const
    const answer = await callDuring(change('clients', id, sql`name = 'Acme Corp.'`), call)
    expect([answer.status, answer.json()]).toMatchObject([200, { name: 'Acme Corp.', status: 'Closed' }])
  })

  test('needs the rights that the row as it is then demands', async () => {
    const staff = { user_access: 'FULL', user_security_role_access: 'READ' }
    const role = await make('user_security_role', { name: 'Staff', ...staff, user_ids: [api.userIds[1].Manager] })
    await api.giveRole('Manager', role)
    const id = await make('user', { email: 'new@one.example', full_name: 'New', security_role_id: role })
    const promoted = sql`security_role_id = ${api.firms[1].roleIds.Administrator}::uuid`
    const answer = await callDuring(change('users', id, promoted), {
      ...{ as: 'Manager', method: 'PUT', url: `/api/v1/user/${id}`, body: { email: 'mine@one.example' } },
    })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('stronger_user')])
  })

  test('is not deleted if it may not be any more', async () => {
    const jurisdiction_id = await make('jurisdiction', { name: 'N.D. Cal.' })
    const client_id = await make('client', { name: 'B', number: 'W-2' })
    const matter_id = await make('matter', { name: 'M', number: 'W-2', client_id })
    const assigned_timekeepers = [await make('timekeeper', { full_name: 'Ben' })]
    const row = { name: 'A v. B', case_number: '3:26-cv-1', jurisdiction_id, matter_id, assigned_timekeepers }
    const id = await make('case', row)
    const tracked = change('cases', id, sql`tracking_status = 'subscribed'`)
    const answer = await callDuring(tracked, { as: 'Administrator', method: 'DELETE', url: `/api/v1/case/${id}` })
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining('tracked')])
  })
  test('is not deleted if a list begins to refer to it', async () => {
    const person = await make('timekeeper', { full_name: 'Cleo' })
    const rule = sql`
      with held as (select id from timekeepers where id = ${person}::uuid for key share)
      insert into auto_case_creations (firm_id, id, name, timekeepers)
        select 1, ${newId()}::uuid, 'Meanwhile', array[id] from held`
    const answer = await callDuring(rule, {
      as: 'Administrator',
      method: 'DELETE',
      url: `/api/v1/timekeeper/${person}`,
    })
    expect([answer.status, answer.json().code], answer.text).toEqual([409, 'in_use'])
  })

  test('refers by its lists to no record that someone deletes meanwhile', async () => {
    const [gone, kept] = [
      await make('timekeeper', { full_name: 'Dora' }),
      await make('timekeeper', { full_name: 'Eve' }),
    ]
    const body = { name: 'Too late', timekeepers: [gone, kept] }
    const call = { as: 'Administrator', method: 'POST', url: '/api/v1/auto_case_creation', body } as const
    const answer = await callDuring(sql`delete from timekeepers where id = ${gone}::uuid`, call)
    expect([answer.status, answer.json().errors], answer.text).toMatchObject([
      400,
      [{ field: 'timekeepers', code: 'not_reference' }],
    ])
  })
})
