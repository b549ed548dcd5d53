import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
let before: readonly string[]

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes, environment: { COURTCRIER_IMPORT_MEGABYTES: '1' } })
})
afterAll(() => api.close())
beforeEach(async () => {
  before = await filesKept()
})

/** All files on the disk, also half written ones. */
async function filesKept(): Promise<readonly string[]> {
  const entries = await readdir(api.services.config.blobFolder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const send = (url: string, type: string, body: string) =>
  api.call({
    ...{ as: 'Administrator', method: 'POST', url: `/api/v1/${url}`, body },
    headers: { 'content-type': type },
  })

test.each([
  ['client/import/upload?file_name=a.csv', 'text/csv', 'Name,Number\n'],
  ['client/import/upload?file_name=a.csv', 'text/csv', `Name,Number\nA,B\u0000${'A'.repeat(200_000)}`],
  ['client/import/upload?file_name=a.xlsx', 'text/csv', 'no workbook'],
  ['client/import?mode=commit&file_name=a.csv', 'text/csv', 'Name,Name\nA,B\n'],
  ['manual/upload?fileName=a.exe', 'application/octet-stream', 'MZ no filing'],
])('a file that is refused at %s leaves nothing on the disk', async (url, type, body) => {
  const answer = await send(url, type, body)
  expect([answer.status, answer.json().code], answer.text).toEqual([400, 'invalid_input'])
  expect(await filesKept()).toEqual(before)
})

test.each([
  'client/import?mode=dry_run&file_name=a.csv',
  'client/import/upload?file_name=a.csv',
  'client/import?file_name=a.xlsx',
])('a file that is larger than the operator allows leaves nothing on the disk: %s', async (url) => {
  const answer = await send(url, 'text/csv', `Name,Number\n${'A,1\n'.repeat(260_000)}`)
  expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('A file may have at most 1 MB.')])
  expect(await filesKept()).toEqual(before)
})

test('a file that is imported at once is kept no longer than that', async () => {
  const body = 'Name,Number\nMeridian,M-1\n'
  const dry = await send('client/import?mode=dry_run&file_name=a.csv', 'text/csv', body)
  expect(dry.json().counts, dry.text).toMatchObject({ new: 1 })
  const done = await send('client/import?mode=commit&file_name=a.csv', 'text/csv', body)
  expect(done.json().counts, done.text).toMatchObject({ new: 1 })
  expect(await filesKept()).toEqual(before)
})

test('a file that is imported later is kept', async () => {
  const answer = await send('client/import/upload?file_name=a.csv', 'text/csv', 'Name,Number\nOsei,M-2\n')
  expect(answer.status, answer.text).toBe(201)
  expect(await filesKept()).toHaveLength(before.length + 1)
})
