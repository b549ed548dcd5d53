import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { decodeRow } from '@courtcrier/contract/wire.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'
import { importRoutes } from './transfer/import.ts'
import { undoRoutes } from './undo.ts'

let api: TestApi
const ids: Record<string, string> = {}
let last = 0

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
      undoRoutes(app, services)
    },
  })
  ids.client = await make('client', { name: 'Acme', number: 'C-1' })
  ids.matter = await make('matter', { name: 'Patents', number: 'M-1', client_id: ids.client })
  ids.timekeeper = await make('timekeeper', { full_name: 'Mara Lowe', email: 'mara@one.example' })
  ids.jurisdiction = await make('jurisdiction', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
})
afterAll(() => api.close())

afterEach(async () => {
  await withFirm(api.services.database, 1, async (trx) => {
    await sql`delete from ethical_walls where firm_id = 1`.execute(trx)
    await sql`delete from ignored_cases where firm_id = 1`.execute(trx)
    await sql`delete from cases where firm_id = 1`.execute(trx)
    await sql`update firms set case_statuses = '{}', ignored_case_statuses = '{}' where firm_id = 1`.execute(trx)
  })
})

test('a case takes a status of the firm, spelled as the firm spells it, or stays Open', async () => {
  await setFirm({ case_statuses: ['On appeal', 'Stayed', 'Réglé'] })
  expect(await makeCase({ status: 'RÉGLÉ'.normalize('NFD') })).toMatchObject({ status: 'Réglé' })
  expect(await makeCase({ status: 'on\u00a0appeal' })).toMatchObject({ status: 'On appeal' })
  expect(await makeCase({ status: 'On appeal' })).toMatchObject({ status: 'On appeal' })
  expect(await makeCase({ status: 'STAYED' })).toMatchObject({ status: 'Stayed' })
  expect(await makeCase({ status: 'closed' })).toMatchObject({ status: 'Closed' })
  expect(await makeCase({})).toMatchObject({ status: 'Open' })
})

test('any other status is refused, and the answer names those there are', async () => {
  await setFirm({ case_statuses: ['Stayed'] })
  const refused = await call('POST', 'case', caseBody({ status: 'Settled' }))
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Must be one of: Open, Closed, Stayed.')
})

test('a file with an unknown status has that row refused with the list, and the others imported', async () => {
  await setFirm({ case_statuses: ['Stayed'], import_warning_threshold: 1 })
  const lines = [
    'Name,Number,Jurisdiction,Matter,Assigned timekeepers,Status',
    'Calder,3:26-cv-1,N.D. Cal.,Patents,Mara Lowe,stayed',
    'Norwood,3:26-cv-2,N.D. Cal.,Patents,Mara Lowe,Settled',
  ]
  const answer = await api.call({
    ...{ as: 'Docketing', method: 'POST', url: '/api/v1/case/import?mode=commit' },
    ...{ headers: { 'content-type': 'text/csv' }, body: lines.join('\r\n') },
  })
  expect(answer.json()).toMatchObject({
    counts: { new: 1, error: 1 },
    errors: [{ row: 3, column: 'Status', found: 'Settled', expected: 'Must be one of: Open, Closed, Stayed.' }],
  })
  expect(await statusesBy('status', 'Stayed')).toEqual([['Calder', 'Stayed']])
})

test('a bulk edit takes it, a search finds it, and an undo after it is gone leaves the case alone', async () => {
  await setFirm({ case_statuses: ['Stayed'] })
  const { id } = await makeCase({ name: 'Calder', status: 'Stayed' })
  expect(await statusesBy('status', 'Stayed')).toEqual([['Calder', 'Stayed']])
  const edited = await call('POST', 'case/bulk-update', { ids: [id], values: { status: 'Closed' } })
  expect(edited.json()).toMatchObject({ outcomes: [{ isDone: true }] })
  await setFirm({ case_statuses: [] })
  const undone = await call('POST', `undo/${String(edited.json().undo_id)}`, {})
  expect(undone.text).toContain('Must be one of: Open, Closed.')
  expect(await statusesBy('status', 'Closed')).toEqual([['Calder', 'Closed']])
  const unknown = await call('POST', 'case/bulk-update', { ids: [id], values: { status: 'Stayed' } })
  expect(unknown.text).toContain('Must be one of: Open, Closed.')
})

test('a status that cases have stays in the list, and the refusal counts the cases the administrator sees', async () => {
  await setFirm({ case_statuses: ['On appeal', 'Stayed'] })
  const { id } = await makeCase({ status: 'Stayed' })
  await makeCase({ status: 'Stayed' })
  const refused = await call('PUT', 'firm/1', { case_statuses: ['On appeal', 'On hold'] }, 'Administrator')
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Cases still have this status: Stayed (2). Give them another one first.')
  await call('PUT', `case/${String(id)}`, { status: 'On appeal' })
  const again = await call('PUT', 'firm/1', { case_statuses: ['Stayed'] }, 'Administrator')
  expect(again.text).toContain('On appeal (1)')
  await setFirm({ case_statuses: ['On appeal', 'Stayed', 'On hold'] })
})

test('ignored statuses are chosen among them, and keep theirs in the list', async () => {
  const unknown = await call('PUT', 'firm/1', { ignored_case_statuses: ['Stayed'] }, 'Administrator')
  expect(unknown.text).toContain('Must be one of: Open, Closed.')
  await setFirm({ case_statuses: ['Stayed'], ignored_case_statuses: ['closed', 'stayed'] })
  expect(await readFirm('Administrator')).toMatchObject({ ignored_case_statuses: ['Closed', 'Stayed'] })
  const refused = await call('PUT', 'firm/1', { case_statuses: [] }, 'Administrator')
  expect(refused.text).toContain('Notices are still ignored by this status: Stayed.')
  await setFirm({ case_statuses: [], ignored_case_statuses: [] })
})

test('an ignored case takes one of them as well, and keeps it in the list', async () => {
  await setFirm({ case_statuses: ['Stayed'] })
  const entry = { case_number: '3:26-cv-9', ecfx_jurisdiction_id: 'cand' }
  const unknown = await call('POST', 'ignored_case', { ...entry, ignored_by_status: 'Settled' }, 'Administrator')
  expect(unknown.text).toContain('Must be one of: Open, Closed, Stayed.')
  const made = await call('POST', 'ignored_case', { ...entry, ignored_by_status: 'stayed' }, 'Administrator')
  expect(made.json()).toMatchObject({ ignored_by_status: 'Stayed' })
  const refused = await call('PUT', 'firm/1', { case_statuses: [] }, 'Administrator')
  expect(refused.text).toContain('Notices are still ignored by this status: Stayed.')
})

test('a status is listed once, whatever its capitals, and Open and Closed need no listing', async () => {
  for (const list of [['Stayed', 'stayed'], ['open'], ['Closed']]) {
    const refused = await call('PUT', 'firm/1', { case_statuses: list }, 'Administrator')
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('already in the list')])
  }
})

test('roles that see the status of cases but not the firm learn which there are', async () => {
  await setFirm({ case_statuses: ['Stayed'] })
  expect(await readFirm('View Only')).toMatchObject({ case_statuses: ['Stayed'] })
  const answer = await api.call({ url: '/api/v1/firm' })
  expect(answer.json()).not.toHaveProperty('case_statuses')
})

test('programs built before read Open and Closed where they always have', async () => {
  await setFirm({ case_statuses: ['Stayed'] })
  const bytesOf = async (status: string) => {
    const { id } = await makeCase({ status })
    const headers = { accept: 'application/x-protobuf' }
    return (await api.call({ as: 'Docketing', url: `/api/v1/case/${String(id)}`, headers })).bytes
  }
  const before = {
    ...courtCase,
    fields: { status: { kind: 'select', number: 9, values: ['Open', 'Closed'] } },
  } as const
  expect(decodeRow(before, await bytesOf('Closed'))).toMatchObject({ status: 'Closed' })
  expect(decodeRow(before, await bytesOf('Stayed'))).not.toHaveProperty('status')
})

function caseBody(more: AnyRow): AnyRow {
  last += 1
  const own = { name: `Case ${last}`, case_number: `3:26-cv-${last}`, jurisdiction_id: ids.jurisdiction }
  return { ...own, matter_id: ids.matter, assigned_timekeepers: [ids.timekeeper], ...more }
}

async function makeCase(more: AnyRow): Promise<AnyRow> {
  const answer = await call('POST', 'case', caseBody(more))
  expect(answer.status, answer.text).toBe(201)
  return answer.json()
}

async function make(entity: string, body: AnyRow): Promise<string> {
  const answer = await call('POST', entity, body, 'Administrator')
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function setFirm(values: AnyRow): Promise<void> {
  const answer = await call('PUT', 'firm/1', values, 'Administrator')
  expect(answer.status, answer.text).toBe(200)
}

async function readFirm(as: TestRole): Promise<AnyRow> {
  return (await api.call({ as, url: '/api/v1/firm' })).json()
}

async function statusesBy(field: string, value: string): Promise<unknown[][]> {
  const filters = encodeURIComponent(JSON.stringify([{ field, in: [value] }]))
  const answer = await api.call({ as: 'Docketing', url: `/api/v1/case/search?filters=${filters}` })
  return (answer.json().cases as AnyRow[]).map(({ name, status }) => [name, status])
}

function call(method: 'POST' | 'PUT', path: string, body: AnyRow, as: TestRole = 'Docketing') {
  return api.call({ as, method, url: `/api/v1/${path}`, body })
}
