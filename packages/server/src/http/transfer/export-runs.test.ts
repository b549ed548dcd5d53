import { workbookType } from '@courtcrier/contract/import-types.ts'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { runExport } from '../../records/transfer/export-job.ts'
import { sweepExports } from '../../records/transfer/sweep-exports.ts'
import { type ApiScenario, openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { sheetOf } from '../../testing/sheet.ts'
import { resourceRoutes } from '../resources.ts'
import { exportRunRoutes } from './export-runs.ts'
import { importRoutes } from './import.ts'

let api: TestApi
const ids: Record<string, string> = {}

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      exportRunRoutes(app, services)
      importRoutes(app, services)
    },
  })
  api.services.jobs.work('export', (job) => runExport(api.services, job), { concurrency: 1 })
  for (const [number, name] of [
    ['E-1', '=HYPERLINK("http://evil.example")'],
    ['E-2', 'Brown & <Sons>'],
    ['E-3', 'Zoë _x0041_'],
  ] as const) {
    const body = { name, number, open_date: '2026-03-01' }
    const made = await api.call({ as: 'Docketing', method: 'POST', url: '/api/v1/client', body })
    ids[number] = String(made.json().id)
  }
})
afterAll(() => api.close())

const begin = (body: object, as: TestRole = 'Docketing', entity = 'client') =>
  api.call({ as, method: 'POST', url: `/api/v1/${entity}/export`, body })

/** Returns the export once it has ended. */
async function ended(id: unknown, as: TestRole = 'Docketing') {
  let run = (await api.call({ as, url: `/api/v1/export_run/${id}` })).json()
  await expect
    .poll(async () => {
      run = (await api.call({ as, url: `/api/v1/export_run/${id}` })).json()
      return run.status
    })
    .not.toMatch(/waiting|running/)
  return run
}

async function fileOf(body: object, as: TestRole = 'Docketing') {
  const made = await begin(body, as)
  expect(made.status, made.text).toBe(202)
  const run = await ended(made.json().id, as)
  expect(run.status, String(run.reason)).toBe('done')
  return { run, file: await api.call({ as, url: `/api/v1/export_run/${run.id}/file` }) }
}

describe('refusals', () => {
  const scenarios: ApiScenario[] = [
    {
      name: 'nobody is signed in',
      method: 'POST',
      url: '/api/v1/client/export',
      body: { file_name: 'x' },
      status: 401,
    },
    {
      name: 'a role that may not see the records',
      as: 'View Only',
      method: 'POST',
      url: '/api/v1/user/export',
      body: { file_name: 'x' },
      status: 403,
    },
    {
      name: 'no file name',
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/client/export',
      body: { file_name: ' ' },
      status: 400,
      contains: ['Filename is required.'],
    },
    {
      name: 'a format that is none',
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/client/export',
      body: { file_name: 'x', format: 'pdf' },
      status: 400,
      contains: ['csv, xlsx, txt'],
    },
    {
      name: 'a column that is none',
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/client/export',
      body: { file_name: 'x', columns: ['name', 'shoe_size'] },
      status: 400,
      contains: ['shoe_size'],
    },
    {
      name: 'a part of the body that nobody knows',
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/client/export',
      body: { file_name: 'x', filter: [] },
      status: 400,
      contains: ['"field":"filter"'],
    },
  ]
  test.each(scenarios)('$name', (scenario) => api.run(scenario))
})

test('a filtered view is a file of its columns, and no cell is a formula', async () => {
  const { run, file } = await fileOf({
    file_name: 'Our clients',
    columns: ['number', 'name'],
    filters: [{ field: 'number', in: ['E-1', 'E-2'] }],
    sort: 'number',
  })
  expect(run).toMatchObject({ file_name: 'Our clients.csv', done: 2, total: 2 })
  expect(file.headers['content-disposition']).toContain('Our clients.csv')
  expect(file.text).toBe('\ufeffNumber,Name\r\nE-1,"\'=HYPERLINK(""http://evil.example"")"\r\nE-2,Brown & <Sons>\r\n')
})

test('an Excel sheet has texts as texts and dates as dates', async () => {
  const { file } = await fileOf({
    file_name: 'clients',
    format: 'xlsx',
    columns: ['number', 'name', 'open_date', 'created_at'],
    freeText: 'E-',
    sort: 'number',
  })
  expect(file.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const sheet = sheetOf(file.bytes)
  expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=HYPERLINK("http://evil.example")</t>')
  expect(sheet).toContain('Brown &amp; &lt;Sons&gt;')
  expect(sheet).toContain('Zoë _x005F_x0041_')
  expect(sheet).toContain('<v>46082</v>')
  expect(sheet).not.toContain('<f>')
  expect(sheet.match(/<row /g)).toHaveLength(4)
  expect(sheet).toMatch(/<autoFilter ref="A1:D4"\/><\/worksheet>$/)
})

test('an exported sheet is imported again without a change, and a change in it is one', async () => {
  const columns = ['id', 'number', 'name', 'open_date', 'status']
  const { file } = await fileOf({ file_name: 'clients', format: 'xlsx', columns, freeText: 'E-', sort: 'number' })
  const send = (body: Buffer, name = '&file_name=clients.xlsx') =>
    api.call({
      ...{ as: 'Docketing', method: 'POST', url: `/api/v1/client/import?mode=dry_run${name}` },
      ...{ headers: { 'content-type': workbookType }, body },
    })
  const same = { rows: 3, unchanged: 3, changed: 0, error: 0 }
  expect((await send(file.bytes)).json().counts).toMatchObject(same)
  const nameless = await send(file.bytes, '')
  expect(nameless.json().counts, nameless.text).toMatchObject(same)
  const changed = zipSync({
    ...unzipSync(file.bytes),
    'xl/worksheets/sheet1.xml': strToU8(sheetOf(file.bytes).replace('Brown', 'Green')),
  })
  expect((await send(Buffer.from(changed))).json().counts).toMatchObject({ unchanged: 2, changed: 1, error: 0 })
  const refused = await send(Buffer.from('Number,Name'))
  expect(refused.status).toBe(400)
  expect(refused.text).toContain("isn't an Excel workbook")
})

test('a selection exports only its rows, and nothing when the number of matches has changed', async () => {
  const one = await fileOf({ file_name: 'one', columns: ['number'], selection: { ids: [ids['E-2']] } })
  expect(one.file.text).toBe('\ufeffNumber\r\nE-2\r\n')
  const selection = { filters: [], freeText: 'E-', except: [ids['E-2']], count: 2 }
  const two = await fileOf({ file_name: 'two', columns: ['number'], selection, sort: 'number' })
  expect(two.file.text).toBe('\ufeffNumber\r\nE-1\r\nE-3\r\n')
  const moved = await begin({ file_name: 'x', selection: { ...selection, count: 5 } })
  expect(moved.status).toBe(409)
  expect(moved.text).toContain('have changed since you selected them')
})

test('an export is only for the person who started it, while their role sees its content', async () => {
  const made = await begin({ file_name: 'mine', columns: ['email'] }, 'Manager', 'user')
  const run = await ended(made.json().id, 'Manager')
  expect(run.status).toBe('done')
  const url = `/api/v1/export_run/${run.id}`
  expect((await api.call({ as: 'Administrator', url })).status).toBe(404)
  expect((await api.call({ as: 'Administrator', url: `${url}/file` })).status).toBe(404)
  expect((await api.call({ as: 'Administrator', firm: 2, url })).status).toBe(404)
  const theirs = await api.call({ as: 'Docketing', url: '/api/v1/export_run' })
  expect(theirs.text).not.toContain(String(run.id))
  expect((await api.call({ as: 'Manager', url: `${url}/file` })).text).toContain('one.example')
  await api.giveRole('Manager', api.firms[1].roleIds['View Only'])
  expect((await api.call({ as: 'Manager', url: `${url}/file` })).status).toBe(403)
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
})

test('an export with a column that is hidden since is not downloaded', async () => {
  const { run } = await fileOf({ file_name: 'numbers', columns: ['number', 'name'] }, 'Manager')
  const grants = { client_access: 'READ', client_permissions: { number: 'DENY' } }
  const body = { name: 'No numbers', user_ids: [api.userIds[1].Manager], ...grants }
  const role = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body })
  await api.giveRole('Manager', String(role.json().id))
  expect((await api.call({ as: 'Manager', url: `/api/v1/export_run/${run.id}/file` })).status).toBe(403)
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
})

test('a waiting export is canceled; one that has ended is not, and is deleted with its file', async () => {
  const { run } = await fileOf({ file_name: 'gone', columns: ['number'] })
  const url = `/api/v1/export_run/${run.id}`
  expect((await api.call({ as: 'Docketing', method: 'POST', url: `${url}/cancel` })).status).toBe(409)
  expect((await api.call({ as: 'Docketing', method: 'DELETE', url })).status).toBe(204)
  expect((await api.call({ as: 'Docketing', url: `${url}/file` })).status).toBe(404)
  await withFirm(api.services.database, 1, (trx) =>
    sql`insert into export_runs (firm_id, id, user_id, entity, file_name, format, request)
      values (1, ${run.id as string}::uuid, ${api.userIds[1].Docketing}::uuid, 'client', 'w.csv', 'csv', '{}')`.execute(
      trx,
    ),
  )
  expect((await api.call({ as: 'Docketing', method: 'POST', url: `${url}/cancel` })).status).toBe(204)
  expect((await api.call({ as: 'Docketing', url })).json().status).toBe('canceled')
})

test('an export interrupted by a restart starts over, and one that fails says so', async () => {
  const { run } = await fileOf({ file_name: 'again', columns: ['number'] })
  const key = { firmId: 1, id: String(run.id) }
  await withFirm(api.services.database, 1, (trx) =>
    sql`update export_runs set status = 'running', size = null where id = ${key.id}::uuid`.execute(trx),
  )
  await runExport(api.services, { data: key })
  expect((await ended(run.id)).status).toBe('done')
  await withFirm(api.services.database, 1, (trx) =>
    sql`update export_runs set status = 'waiting', request = '{"keys":["number"],"query":{"sort":[],"filters":[{"field":"no"}],"freeText":""}}'
      where id = ${key.id}::uuid`.execute(trx),
  )
  await runExport(api.services, { data: key })
  expect(await ended(run.id)).toMatchObject({ status: 'failed', reason: 'Table export failed, try again later' })
})

test('files are deleted after a day', async () => {
  const { run } = await fileOf({ file_name: 'old', columns: ['number'] })
  await withSystem(api.services.database, (trx) =>
    sql`update export_runs set expires_at = now() - interval '1 second' where id = ${String(run.id)}::uuid`.execute(
      trx,
    ),
  )
  expect((await api.call({ as: 'Docketing', url: `/api/v1/export_run/${run.id}/file` })).status).toBe(404)
  await sweepExports(api.services)
  expect((await api.call({ as: 'Docketing', url: `/api/v1/export_run/${run.id}` })).status).toBe(404)
})
