import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runExport } from '../../records/transfer/export-job.ts'
import { runImportJob } from '../../records/transfer/import-job.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { isOnServer } from '../../testing/database.ts'
import { openRival } from '../../testing/rival.ts'
import { resourceRoutes } from '../resources.ts'
import { exportRunRoutes } from './export-runs.ts'
import { importRoutes } from './import.ts'

if (!isOnServer) process.stdout.write('Skipped: the embedded database has a single process.\n')

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
      exportRunRoutes(app, services)
    },
  })
})
afterAll(() => api.close())

const post = (url: string, body: object | string, headers = {}) =>
  api.call({ as: 'Docketing', method: 'POST', url: `/api/v1/${url}`, body, headers })
const inDatabase = <Row>(statement: ReturnType<typeof sql<Row>>) => statement.execute(api.services.database.kysely)

/** Runs a job while nothing can be read of clients or written to them, and does something before that ends. */
async function whileWaiting(run: () => Promise<void>, act: () => Promise<unknown>): Promise<void> {
  const rival = await openRival(api.services.database)
  await rival.run('lock table clients in access exclusive mode')
  const running = run()
  await expect.poll(rival.othersWaiting).toBe(1)
  await act()
  await rival.end()
  await running
}

/** An import of one new client that waits for a worker. Returns its ID. */
async function startImport(name: string, mode: 'commit' | 'dry_run'): Promise<string> {
  const file = `Client No.,Client Name\r\n${name},${name}`
  const { id } = (await post('client/import/upload?file_name=some.csv', file, { 'content-type': 'text/csv' })).json()
  const mapping = { 'Client No.': 'number', 'Client Name': 'name' }
  expect((await post(`import_run/${id}/start`, { mapping, mode })).status).toBe(202)
  return String(id)
}

const runImport = (id: string) => runImportJob(api.services, { data: { firmId: 1, id } })
const importOf = async (id: string) =>
  (await inDatabase(sql`select status, mode, new_count as new from import_runs where id = ${id}::uuid`)).rows[0]

test.runIf(isOnServer)('an import that another process has begun again and ended is not imported twice', async () => {
  const id = await startImport('X-1', 'commit')
  await whileWaiting(
    () => runImport(id),
    () =>
      inDatabase(sql`with r as (update import_runs set status = 'committed', new_count = 7 where id = ${id}::uuid)
        update import_jobs set attempts = 2, begun = 2 where id = ${id}::uuid`),
  )
  expect(await importOf(id)).toEqual({ status: 'committed', mode: 'commit', new: 7 })
  expect((await inDatabase(sql`select from clients where number = 'X-1'`)).rows).toEqual([])
})

test.runIf(isOnServer)('nor does it end the one under way, if it fails or was canceled', async () => {
  const id = await startImport('X-2', 'commit')
  await whileWaiting(
    () => runImport(id),
    () => inDatabase(sql`update import_jobs set attempts = 2, begun = 2, is_canceled = true where id = ${id}::uuid`),
  )
  expect(await importOf(id)).toMatchObject({ status: 'running' })
})

test.runIf(isOnServer)(
  'an import that a person has started again since is not imported by the attempt that stood still',
  async () => {
    const id = await startImport('X-3', 'commit')
    const attemptsOf = async () =>
      (await inDatabase(sql`select attempts from import_jobs where id = ${id}::uuid`)).rows[0]
    await whileWaiting(
      () => runImport(id),
      async () => {
        expect(await attemptsOf()).toEqual({ attempts: 1 })
        // As another process did, for which a person canceled it and started it again.
        await inDatabase(sql`with j as (update import_jobs set attempts = 0 where id = ${id}::uuid)
        update import_runs set status = 'waiting' where id = ${id}::uuid`)
        await inDatabase(sql`with r as (update import_runs set status = 'running' where id = ${id}::uuid)
        update import_jobs set attempts = attempts + 1, begun = greatest(begun, attempts) + 1 where id = ${id}::uuid`)
        expect(await attemptsOf()).toEqual({ attempts: 1 })
      },
    )
    expect(await importOf(id)).toMatchObject({ status: 'running' })
    expect((await inDatabase(sql`select from clients where number = 'X-3'`)).rows).toEqual([])
  },
)

test.runIf(isOnServer)('an export that another process has begun again does not end that one', async () => {
  const asked = await post('client/export', { file_name: 'clients', columns: ['name', 'number'] })
  const id = String(asked.json().id)
  await whileWaiting(
    () => runExport(api.services, { data: { firmId: 1, id } }),
    () => inDatabase(sql`update export_runs set attempts = 2 where id = ${id}::uuid`),
  )
  const { rows } = await inDatabase(sql`select status, size from export_runs where id = ${id}::uuid`)
  expect(rows).toEqual([{ status: 'running', size: null }])
})
