import { Readable } from 'node:stream'
import type { FolderBlobStore } from '@courtcrier/lib/blob-store.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runImportJob } from '../records/transfer/import-job.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'
import { importRoutes } from './transfer/import.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
    },
  })
  const services = { ...api.services, blobs: endless(api.services.blobs) }
  api.services.jobs.work('import', (job) => runImportJob(services, job), { concurrency: 1 })
})
afterAll(() => api.close())

/** Makes files endless once their encoding is detected, so that their imports end only by being canceled. */
function endless(blobs: FolderBlobStore): FolderBlobStore {
  const known = new Set<string>()
  async function* rows(file: string): AsyncGenerator<Uint8Array> {
    yield* blobs.stream(file)
    if (!known.has(file)) return void known.add(file)
    for (let n = 0; ; n++) yield Buffer.from(`\r\nE-${n},Endless ${n}`)
  }
  return { ...blobs, stream: (file) => Readable.from(rows(file)) }
}

test('while an import holds the embedded database, anyone who may can watch and cancel it', async () => {
  const sent = await api.call({
    as: 'Docketing',
    method: 'POST',
    url: '/api/v1/client/import/upload?file_name=endless.csv',
    headers: { 'content-type': 'text/csv' },
    body: 'Number,Name\r\nE,First',
  })
  const run = `/api/v1/import_run/${sent.json().id}`
  const ask = async (as: TestRole, what: string) => (await api.call({ as, url: `${run}/${what}` })).json()
  const mapping = { Number: 'number', Name: 'name' }
  const start = { as: 'Docketing', method: 'POST', url: `${run}/start`, body: { mode: 'commit', mapping } } as const
  // Requested before the import begins, as by everyone with the page open.
  await ask('Administrator', 'state')
  expect((await api.call({ as: 'View Only', url: `${run}/state` })).status).toBe(403)
  expect((await api.call(start)).status).toBe(202)
  await expect.poll(async () => Number((await ask('Docketing', 'progress')).done), { interval: 5 }).toBeGreaterThan(0)

  // Advances the clock until cached callers are due to be looked up again.
  api.clock.advance(60_000)
  const seen = await ask('Docketing', 'state')
  expect(seen).toMatchObject({ status: 'running', mode: 'commit', is_own: true, total: 1, mapping, undo: null })
  expect(await ask('Administrator', 'state')).toMatchObject({ status: 'running', is_own: false, header: [] })
  expect(await ask('Administrator', 'progress')).toMatchObject({ status: 'running' })
  expect((await api.call({ as: 'View Only', url: `${run}/progress` })).status).toBe(403)
  expect((await api.call({ as: 'View Only', method: 'POST', url: `${run}/cancel` })).status).toBe(403)
  expect((await api.call({ as: 'Administrator', method: 'POST', url: `${run}/cancel` })).status).toBe(204)
  await expect.poll(async () => (await ask('Docketing', 'state')).status).toBe('canceled')
  const found = await api.call({ as: 'Docketing', url: '/api/v1/client/search' })
  expect(found.json().clients).toEqual([])
})
