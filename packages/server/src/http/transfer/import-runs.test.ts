import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { runImportJob } from '../../records/transfer/import-job.ts'
import { openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { resourceRoutes } from '../resources.ts'
import { importRoutes } from './import.ts'

let api: TestApi
const csv = { 'content-type': 'text/csv' }

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
    },
  })
  api.services.jobs.work('import', (job) => runImportJob(api.services, job), { concurrency: 1 })
  for (const [number, name] of [
    ['C-1', 'Acme'],
    ['C-2', 'Beta'],
  ] as const)
    await api.call({ as: 'Docketing', method: 'POST', url: '/api/v1/client', body: { name, number } })
})
afterAll(() => api.close())

async function upload(lines: readonly string[], { as = 'Docketing' as TestRole, entity = 'client' } = {}) {
  const url = `/api/v1/${entity}/import/upload?file_name=some.csv`
  const answer = await api.call({ as, method: 'POST', url, headers: csv, body: lines.join('\r\n') })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

const stateOf = async (id: string, as: TestRole = 'Docketing') =>
  (await api.call({ as, url: `/api/v1/import_run/${id}/state` })).json()

async function run(id: string, body: object) {
  const answer = await api.call({ as: 'Docketing', method: 'POST', url: `/api/v1/import_run/${id}/start`, body })
  expect(answer.status, answer.text).toBe(202)
  await expect.poll(async () => (await stateOf(id)).status).not.toMatch(/waiting|running/)
  return stateOf(id)
}

const rowsOf = async (id: string, kind: string) =>
  (await api.call({ as: 'Docketing', url: `/api/v1/import_run/${id}/rows?kind=${kind}` })).json()

async function clientNames() {
  const answer = await api.call({ as: 'Docketing', url: '/api/v1/client/search?sort=number' })
  return (answer.json().clients as { name: string }[]).map(({ name }) => name)
}

test('a file is saved, its columns are guessed, and a dry run says what each row would do', async () => {
  const id = await upload([
    'Client No.,Client Name,Shoe size',
    'C-1,Acme,1',
    'C-2,Beta Group,2',
    'C-3,Gamma,3',
    ',Nameless,4',
  ])
  expect(await stateOf(id)).toMatchObject({
    status: 'uploaded',
    total: 4,
    mapping: { 'Client No.': 'number', 'Client Name': 'name', 'Shoe size': null },
    is_remembered: false,
    keys: [['number']],
    can_start: true,
  })
  const checked = await run(id, { mapping: { 'Client No.': 'number', 'Client Name': 'name', 'Shoe size': null } })
  expect(checked).toMatchObject({ status: 'stopped', mode: 'dry_run', has_rejected: true })
  expect(checked.counts).toEqual({ rows: 4, new: 1, changed: 1, unchanged: 1, deleted: 0, error: 1 })
  expect(await rowsOf(id, 'changed')).toMatchObject({
    rows: [{ row: 3, title: 'Beta Group', changes: [{ field: 'name', before: 'Beta', after: 'Beta Group' }] }],
    kept: 1,
  })
  expect((await rowsOf(id, 'new')).rows).toMatchObject([{ row: 4, title: 'Gamma' }])
  expect((await rowsOf(id, 'unchanged')).rows).toMatchObject([{ row: 2, title: 'Acme', changes: [] }])
  expect((await rowsOf(id, 'error')).errors).toMatchObject([{ row: 5, found: '', expected: 'This field is required.' }])
  expect(await clientNames()).toEqual(['Acme', 'Beta'])
})

test('a row of too many cells says how many it has, and a wrong cell says which problem it has', async () => {
  const id = await upload(['Number,Name', 'C-5,Doe, Jane', ',Nameless'])
  await run(id, {})
  expect((await rowsOf(id, 'error')).errors).toMatchObject([
    { row: 2, column: '', found: '3 cells', cells: 3, expected: '2 cells, like the header.' },
    { row: 3, column: 'Number', found: '', code: 'required' },
  ])
})

test('a mapping is remembered for the next file with the same header', async () => {
  const header = 'Client No.,Client Name,Shoe size'
  const mapping = { 'Client No.': 'number', 'Client Name': null, 'Shoe size': 'name' }
  await run(await upload([header, 'C-1,x,Acme']), { mapping })
  expect(await stateOf(await upload([header, 'C-9,y,z']))).toMatchObject({ is_remembered: true, mapping })
})

test('a remembered mapping suggests to no one a field that they may not write, and no field twice', async () => {
  const header = 'Client No.,Number,Shoe size'
  await run(await upload([header, 'C-1,Acme,x']), {
    mapping: { 'Client No.': 'number', Number: 'name', 'Shoe size': null },
  })
  const role = await api.call({
    ...{ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role' },
    body: {
      ...{ name: 'No names', client_access: 'FULL', client_permissions: { name: 'READ' } },
      user_ids: [api.userIds[1].Manager],
    },
  })
  await api.giveRole('Manager', String(role.json().id))
  const state = await stateOf(await upload([header, 'C-1,Acme,x'], { as: 'Manager' }), 'Manager')
  expect(state.mapping).toEqual({ 'Client No.': 'number', Number: null, 'Shoe size': null })
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
})

test('the columns of a file are shown only to the person who sent it', async () => {
  const id = await upload(['Client No.,Secret merger', 'C-1,x'])
  expect(Object.keys((await stateOf(id)).mapping as object)).toEqual(['Client No.', 'Secret merger'])
  const { is_own, header, samples, mapping } = await stateOf(id, 'Administrator')
  expect([is_own, header, samples, mapping]).toEqual([false, [], [], {}])
})

test('the same import is committed after its dry run, once, and deletes missing records on request', async () => {
  const id = await upload(['Number,Name', 'C-1,Acme Inc'])
  const checked = await run(id, { delete_missing: true })
  expect(checked).toMatchObject({ status: 'checked', counts: { changed: 1, deleted: 1 } })
  expect((await rowsOf(id, 'deleted')).rows).toMatchObject([{ row: 0, title: 'Beta' }])
  const done = await run(id, { mode: 'commit', delete_missing: true })
  expect(done).toMatchObject({ status: 'committed', mode: 'commit', counts: { changed: 1, deleted: 1 } })
  expect(await clientNames()).toEqual(['Acme Inc'])
  const again = await api.call({
    as: 'Docketing',
    method: 'POST',
    url: `/api/v1/import_run/${id}/start`,
    body: { mode: 'commit' },
  })
  expect(again.status).toBe(409)
})

test('`prefer: respond-async` starts at once and answers with the ID', async () => {
  const answer = await api.call({
    as: 'Docketing',
    method: 'POST',
    url: '/api/v1/client/import?mode=commit',
    headers: { ...csv, prefer: 'respond-async' },
    body: 'Number,Name\r\nC-7,Later',
  })
  expect(answer.status, answer.text).toBe(202)
  const id = String(answer.json().id)
  await expect.poll(async () => (await stateOf(id)).status).toBe('committed')
  expect(await clientNames()).toContain('Later')
})

describe('who may', () => {
  test('a file belongs to the person who sent it; others who see all imports see its result but not its content', async () => {
    const id = await upload(['Number,Name', 'C-1,Secret'])
    const seen = await api.call({ as: 'Administrator', url: `/api/v1/import_run/${id}/state` })
    expect(seen.json()).toMatchObject({ is_own: false, can_start: false, header: [], samples: [] })
    const start = { as: 'Administrator', method: 'POST', url: `/api/v1/import_run/${id}/start`, body: {} } as const
    const refused = await api.call(start)
    expect([refused.status, refused.json().detail]).toEqual([403, 'Only the person who sent this file can import it.'])
    expect(await stateOf(id)).toMatchObject({ is_own: true, status: 'uploaded' })
    expect((await api.call({ as: 'View Only', url: `/api/v1/import_run/${id}/state` })).status).toBe(403)
    expect((await api.call({ as: 'Administrator', firm: 2, url: `/api/v1/import_run/${id}/state` })).status).toBe(404)
  })

  test('a column without a field is refused before anything starts', async () => {
    const id = await upload(['Number,Shoe size', 'C-1,44'])
    const answer = await api.call({ as: 'Docketing', method: 'POST', url: `/api/v1/import_run/${id}/start`, body: {} })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Shoe size')
    expect((await stateOf(id)).status).toBe('uploaded')
  })
})

test('a secret of an imported record is shown to no one, nor saved with what the import did', async () => {
  const lines = ['Name,URL,Events,Signing secret', 'Hook,https://hooks.example/a,case.created,own words']
  const id = await upload(lines, { as: 'Administrator', entity: 'webhook' })
  const url = `/api/v1/import_run/${id}`
  const started = await api.call({ as: 'Administrator', method: 'POST', url: `${url}/start`, body: {} })
  expect(started.status, started.text).toBe(202)
  await expect.poll(async () => (await stateOf(id, 'Administrator')).status).toBe('checked')
  const rows = await api.call({ as: 'Administrator', url: `${url}/rows?kind=new` })
  expect(rows.text).toContain('https://hooks.example/a')
  expect(rows.text).not.toContain('own words')
})

test('an import that waits does what its person may do when it starts', async () => {
  const id = await upload(['Number,Name', 'C-9,Not any more'], { as: 'Manager' })
  await withFirm(api.services.database, 1, (trx) =>
    sql`update import_runs set status = 'waiting', mode = 'commit' where id = ${id}::uuid`.execute(trx),
  )
  await api.giveRole('Manager', api.firms[1].roleIds['View Only'])
  await runImportJob(api.services, { data: { firmId: 1, id } })
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
  expect(await stateOf(id, 'Manager')).toMatchObject({ status: 'stopped' })
  expect(await clientNames()).not.toContain('Not any more')
})

describe('an import that is canceled', () => {
  test('while it waits never starts', async () => {
    const id = await upload(['Number,Name', 'C-8,Never'])
    await withFirm(api.services.database, 1, (trx) =>
      sql`update import_runs set status = 'waiting', mode = 'commit' where id = ${id}::uuid`.execute(trx),
    )
    const url = `/api/v1/import_run/${id}/cancel`
    expect((await api.call({ as: 'Docketing', method: 'POST', url })).status).toBe(204)
    await runImportJob(api.services, { data: { firmId: 1, id } })
    expect((await stateOf(id)).status).toBe('canceled')
    expect(await clientNames()).not.toContain('Never')
    expect((await api.call({ as: 'Docketing', method: 'POST', url })).status).toBe(409)
  })

  test('while it runs writes nothing, says how far it got, and can be started again', async () => {
    const lines = Array.from({ length: 4000 }, (_, n) => `L-${n},Long ${n}`)
    const id = await upload(['Number,Name', ...lines])
    const start = {
      as: 'Docketing',
      method: 'POST',
      url: `/api/v1/import_run/${id}/start`,
      body: { mode: 'commit' },
    } as const
    expect((await api.call(start)).status).toBe(202)
    const progress = () => api.call({ as: 'Docketing', url: `/api/v1/import_run/${id}/progress` })
    await expect.poll(async () => Number((await progress()).json().done), { interval: 5 }).toBeGreaterThan(0)
    expect((await progress()).json()).toMatchObject({ status: 'running', total: 4000 })
    const cancel = { as: 'Docketing', method: 'POST', url: `/api/v1/import_run/${id}/cancel` } as const
    expect((await api.call({ ...cancel, headers: { 'idempotency-key': 'as-the-console-sends' } })).status).toBe(204)
    await expect.poll(async () => (await stateOf(id)).status).toBe('canceled')
    expect(await clientNames()).not.toContain('Long 0')
    expect((await run(id, {})).counts).toMatchObject({ new: 4000 })
  })
})
