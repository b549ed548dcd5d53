import { workbookType } from '@courtcrier/contract/import-types.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runImportJob } from '../../records/transfer/import-job.ts'
import { text, workbook } from '../../records/transfer/workbook.fixture.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { resourceRoutes } from '../resources.ts'
import { undoRoutes } from '../undo.ts'
import { importRoutes } from './import.ts'

let api: TestApi
let before: readonly AnyRow[]

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
      undoRoutes(app, services)
    },
  })
  api.services.jobs.work('import', (job) => runImportJob(api.services, job), { concurrency: 1 })
  const made = await post('client', { name: 'Acme', number: 'W-1' })
  expect(made.status, made.text).toBe(201)
  before = await clients()
})
afterAll(() => api.close())
afterEach(async () => {
  expect(await clients()).toEqual(before)
})

/** A client whose opening day is a number in a cell that shows a date, as Excel has it. */
const row = (at: number, name: string, number: string) =>
  `<row r="${at}">${text(`A${at}`, name)}${text(`B${at}`, number)}<c r="C${at}" s="1"><v>46085</v></c></row>`
const header = `<row r="1">${text('A1', 'Name')}${text('B1', 'Number')}${text('C1', 'Open date')}</row>`
const sheet = Buffer.from(workbook(`${header}${row(2, 'Acme Supply', 'W-1')}${row(3, 'Zoë &amp; Sons', 'W-2')}`))

const changed = { rows: 2, new: 1, changed: 1, unchanged: 0, error: 0 }
const imported = [
  { name: 'Acme Supply', number: 'W-1', open_date: '2026-03-04' },
  { name: 'Zoë & Sons', number: 'W-2', open_date: '2026-03-04' },
]

const post = (path: string, body?: object) =>
  api.call({ as: 'Docketing', method: 'POST', url: `/api/v1/${path}`, ...(body && { body }) })
const send = (path: string) =>
  api.call({
    ...{ as: 'Docketing', method: 'POST', url: `/api/v1/client/${path}file_name=clients.xlsx` },
    ...{ headers: { 'content-type': workbookType }, body: sheet },
  })

/** The firm's clients, without when they were last changed. */
async function clients(): Promise<readonly AnyRow[]> {
  const answer = await api.call({ as: 'Docketing', url: '/api/v1/client/search?sort=number&freeText=W-' })
  return (answer.json().clients as AnyRow[]).map(({ updated_at: _, ...client }) => client)
}

const stateOf = async (id: string) =>
  (await api.call({ as: 'Docketing', url: `/api/v1/import_run/${id}/state` })).json()

/** Starts an uploaded import. Returns its state once it has ended. */
async function start(id: string, body: object) {
  const answer = await post(`import_run/${id}/start`, body)
  expect(answer.status, answer.text).toBe(202)
  await expect.poll(async () => (await stateOf(id)).status).not.toMatch(/waiting|running/)
  return stateOf(id)
}

test('a workbook is imported with its texts and dates, and one undo takes all of it back', async () => {
  const answer = await send('import?mode=commit&')
  expect(answer.json(), answer.text).toMatchObject({ status: 'committed', counts: changed, errors: [] })
  expect(await clients()).toMatchObject(imported)
  const undone = await post(`undo/${String(answer.json().undo_id)}`)
  expect(undone.json(), undone.text).toMatchObject({ done: 2, refused: 0 })
})

test('a workbook that was uploaded changes nothing when it is checked, then is committed and undone', async () => {
  const uploaded = await send('import/upload?')
  expect(uploaded.status, uploaded.text).toBe(201)
  const id = String(uploaded.json().id)
  expect(await start(id, {})).toMatchObject({ status: 'checked', counts: changed })
  expect(await clients()).toEqual(before)
  expect(await start(id, { mode: 'commit' })).toMatchObject({ status: 'committed', undo: { id }, counts: changed })
  expect(await clients()).toMatchObject(imported)
  expect((await post(`undo/${id}`)).json()).toMatchObject({ done: 2, refused: 0 })
})
