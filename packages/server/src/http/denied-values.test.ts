import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { filingRoutes } from './inbox/filings.ts'
import { inboxRoutes } from './inbox/inbox.ts'
import { resourceRoutes } from './resources.ts'

/** Values hidden from a role in records without a table: the courts, and values in the log. */
let api: TestApi
beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      inboxRoutes(app, services)
      filingRoutes(app, services)
    },
  })
})
afterAll(() => api.close())

test('a denied field of the courts is not searched by free text either', async () => {
  const search = '/api/v1/ecfx_jurisdiction/search?freeText='
  const role = { name: 'No citations', ecfx_jurisdiction_access: 'READ' }
  await asRole({ ...role, ecfx_jurisdiction_permissions: { citation: 'DENY' } }, async (call) => {
    expect((await call(`${search}n.d.%20cal.`)).json().ecfx_jurisdictions).toEqual([])
    const [court] = (await call(`${search}northern%20california%20cand`)).json().ecfx_jurisdictions as AnyRow[]
    expect(court).toMatchObject({ id: 'cand' })
    expect(court).not.toHaveProperty('citation')
  })
  const whole = await api.call({ as: 'Manager', url: `${search}n.d.%20cal.` })
  expect(whole.text).toContain('"id":"cand"')
})

test('a change in the log shows a role only what it may see of the record', async () => {
  const id = await make('client', { name: 'Quiet', number: 'SECRET-1' })
  const url = `/api/v1/client/${id}`
  await api.call({ as: 'Docketing', method: 'PUT', url, body: { number: 'SECRET-2', open_date: '2026-01-02' } })
  await api.call({ as: 'Docketing', method: 'DELETE', url })
  const events = `/api/v1/system_event/search?${filtersOf({ field: 'entity_id', in: [id] })}`
  const role = { name: 'No numbers', client_access: 'READ', system_event_access: 'READ' }
  await asRole({ ...role, client_permissions: { number: 'DENY' } }, async (call) => {
    const answer = await call(events)
    expect(answer.text).not.toContain('SECRET')
    const rows = answer.json().system_events as AnyRow[]
    const details = rows.map((row) => JSON.parse(String(row.details)) as AnyRow | null)
    expect(details).toContainEqual({ open_date: { from: null, to: '2026-01-02' } })
    expect(details.find((entry) => entry?.name === 'Quiet')).not.toHaveProperty('number')
    for (const row of rows) expect((await call(`/api/v1/system_event/${row.id}`)).text).not.toContain('SECRET')
    const guess = await call(`/api/v1/system_event/search?${filtersOf({ field: 'details', contains: 'SECRET-2' })}`)
    expect(guess.status).toBe(400)
    expect(guess.text).toContain('"field":"details"')
  })
  const whole = await api.call({ as: 'Administrator', url: events })
  expect(whole.text).toContain('SECRET-2')
})

test('the log shows no details of a record the role may not see at all', async () => {
  const id = await make('client', { name: 'Hidden', number: 'SECRET-3' })
  const url = `/api/v1/client/${id}`
  await api.call({ as: 'Docketing', method: 'PUT', url, body: { number: 'SECRET-4' } })
  await asRole({ name: 'No clients', client_access: 'DENY', system_event_access: 'READ' }, async (call) => {
    const answer = await call(`/api/v1/system_event/search?${filtersOf({ field: 'entity_id', in: [id] })}`)
    expect((answer.json().system_events as AnyRow[]).map((row) => row.details)).toEqual([null, null])
  })
})

test('the log neither shows nor finds the name of a record for a role that may not see it', async () => {
  const id = await make('client', { name: 'Hushpuppy Holdings', number: 'N-9' })
  await api.call({ as: 'Docketing', method: 'PUT', url: `/api/v1/client/${id}`, body: { number: 'N-10' } })
  const events = '/api/v1/system_event/search?'
  const role = { name: 'No names', client_access: 'READ', system_event_access: 'READ' }
  await asRole({ ...role, client_permissions: { name: 'DENY' } }, async (call) => {
    const answer = await call(events + filtersOf({ field: 'entity_id', in: [id] }))
    expect(answer.text).not.toContain('Hushpuppy')
    const rows = answer.json().system_events as AnyRow[]
    expect(rows.map((row) => row.sentence)).toEqual(['Client: object update.', 'Client: object create.'])
    expect(JSON.parse(String(rows[0]?.details))).toEqual({ number: { from: 'N-9', to: 'N-10' } })
    expect((await call(`${events}freeText=Hushpuppy`)).json().system_events).toEqual([])
    for (const field of ['sentence', 'record_title', 'details'])
      expect((await call(events + filtersOf({ field, contains: 'Hush' }))).status).toBe(400)
  })
  const whole = await api.call({ as: 'Administrator', url: `${events}freeText=Hushpuppy` })
  expect(whole.json().system_events).toHaveLength(2)
})

/** Runs with a separate role for the Manager, who gets the usual one back afterward. */
async function asRole(body: object, run: (call: (url: string) => ReturnType<TestApi['call']>) => Promise<void>) {
  const people = { user_ids: [api.userIds[1].Manager] }
  await api.giveRole('Manager', await make('user_security_role', { ...body, ...people }))
  await run((url) => api.call({ as: 'Manager', url }))
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
}

function filtersOf(...filters: object[]): string {
  return `filters=${encodeURIComponent(JSON.stringify(filters))}`
}

async function make(entity: string, body: object): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

test.each([
  ['inbox_item', 'raw_content', 'inbox/{id}/raw'],
  ['inbox_item', 'html_content', 'inbox/{id}/message'],
  ['document', 'file_id', 'document/{id}/content'],
  ['document', 'file_id', 'filing/{id}/combined'],
  ['document', 'title', 'filing/{id}/combined'],
])('of %s, a role that may not see %s does not see %s either', async (subject, field, path) => {
  const url = `/api/v1/${path.replace('{id}', newId())}`
  expect((await api.call({ as: 'Manager', url })).status, 'there is no such record').toBe(404)
  const grants = { [`${subject}_access`]: 'FULL', [`${subject}_permissions`]: { [field]: 'DENY' } }
  await asRole({ name: `No ${field} at ${path}`, envelope_access: 'READ', ...grants }, async (call) =>
    expect((await call(url)).status).toBe(403),
  )
})
