import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { runExport } from '../../records/transfer/export-job.ts'
import { runImportJob } from '../../records/transfer/import-job.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { isOnServer } from '../../testing/database.ts'
import { openRival } from '../../testing/rival.ts'
import { resourceRoutes } from '../resources.ts'
import { exportRunRoutes } from './export-runs.ts'
import { importRoutes } from './import.ts'

let api: TestApi
const manager = { as: 'Manager' } as const

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      exportRunRoutes(app, services)
      importRoutes(app, services)
    },
  })
  api.services.jobs.work('export', (job) => runExport(api.services, job), { concurrency: 1 })
})
afterAll(() => api.close())

const change = (values: ReturnType<typeof sql>) =>
  withFirm(api.services.database, 1, (trx) =>
    sql`update users set ${values} where id = ${api.userIds[1].Manager}::uuid`.execute(trx),
  )
const narrow = () => api.giveRole('Manager', api.firms[1].roleIds['View Only'])
const widen = () => api.giveRole('Manager', api.firms[1].roleIds.Manager)

async function makeTimekeeper(): Promise<string> {
  const body = { full_name: 'Tim Keeper', email: 'tim@one.example' }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
  expect(made.status, made.text).toBe(201)
  return String(made.json().id)
}

describe('an import that runs while its person', () => {
  test.each([
    ['is deactivated', () => change(sql`is_active = false`), () => change(sql`is_active = true`)],
    ['gets a role that may do less', narrow, widen],
    [
      'becomes a timekeeper, whose ethical walls apply',
      async () => change(sql`timekeeper_id = ${await makeTimekeeper()}::uuid`),
      () => change(sql`timekeeper_id = null`),
    ],
  ] as const)('%s writes nothing, and says why', async (what, lose, regain) => {
    const id = await uploadToCommit(['Number,Name', `C-7,While ${what}`])
    const { blobs } = api.services
    const stream = blobs.stream.bind(blobs)
    let isLost = false
    const read = async function* (file: string) {
      if (!isLost) await lose()
      isLost = true
      yield* stream(file)
    }
    const streams = vi.spyOn(blobs, 'stream').mockImplementation((file) => Readable.from(read(file)))
    await runImportJob(api.services, { data: { firmId: 1, id } })
    streams.mockRestore()
    await regain()
    expect((await api.call({ ...manager, url: `/api/v1/import_run/${id}/state` })).json()).toMatchObject({
      status: 'stopped',
      reason: 'What you may do has changed since this import was started. Nothing was imported; start it again.',
    })
    const clients = await api.call({ as: 'Administrator', url: '/api/v1/client/search' })
    expect(clients.text).not.toContain(`While ${what}`)
  })

  test('may do as much as before is carried out', async () => {
    const id = await uploadToCommit(['Number,Name', 'C-8,As before'])
    await runImportJob(api.services, { data: { firmId: 1, id } })
    expect((await api.call({ ...manager, url: `/api/v1/import_run/${id}/state` })).json().status).toBe('committed')
  })
})

/** Uploads a file whose import waits for its turn. */
async function uploadToCommit(lines: readonly string[]): Promise<string> {
  const url = '/api/v1/client/import/upload?file_name=some.csv'
  const headers = { 'content-type': 'text/csv' }
  const answer = await api.call({ ...manager, method: 'POST', url, headers, body: lines.join('\r\n') })
  expect(answer.status, answer.text).toBe(201)
  const id = String(answer.json().id)
  await withFirm(api.services.database, 1, (trx) =>
    sql`update import_runs set status = 'waiting', mode = 'commit' where id = ${id}::uuid`.execute(trx),
  )
  return id
}

// Nothing else gets into the embedded database while an export reads from it.
test.skipIf(!isOnServer)('an export that runs ends once its person may do less (on a server only)', async () => {
  const rival = await openRival(api.services.database)
  await rival.run('lock table clients in access exclusive mode')
  const body = { file_name: 'less', columns: ['number'] }
  const made = await api.call({ ...manager, method: 'POST', url: '/api/v1/client/export', body })
  expect(made.status, made.text).toBe(202)
  await expect.poll(rival.othersWaiting).toBe(1)
  await narrow()
  await rival.end()
  const url = `/api/v1/export_run/${made.json().id}`
  await expect.poll(async () => (await api.call({ ...manager, url })).json().status).not.toMatch(/waiting|running/)
  await widen()
  expect((await api.call({ ...manager, url })).json()).toMatchObject({
    status: 'failed',
    reason: 'What you may do has changed since this export was started. Start it again.',
  })
  expect((await api.call({ ...manager, url: `${url}/file` })).status).toBe(404)
})
