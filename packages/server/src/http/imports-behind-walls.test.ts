import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { type PlantedRecords, plantRecords } from '../testing/planted-records.ts'
import { productRoutes } from './routes.ts'

/** Sees every import, and is the timekeeper that the wall excludes. */
const held = 'Manager'
const free = 'Administrator'

let api: TestApi
let timekeeper: string
let hidden: PlantedRecords

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  timekeeper = await make('timekeeper', { full_name: 'Ruth Osei', email: 'r.osei@one.example' })
  const colleague = await make('timekeeper', { full_name: 'Ann Lee', email: 'a.lee@one.example' })
  await withSystem(api.services.database, (trx) =>
    sql`update users set timekeeper_id = ${timekeeper}::uuid
      where firm_id = 1 and id = ${api.userIds[1][held]}::uuid`.execute(trx),
  )
  hidden = await plantRecords(api, 'Zinc', colleague)
})
afterAll(() => api.close())
beforeEach(() => withSystem(api.services.database, (trx) => sql`delete from ethical_walls`.execute(trx)))

async function make(entity: string, body: object): Promise<string> {
  const answer = await api.call({ as: free, method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

const wall = () =>
  make('ethical_wall', {
    ...{ name: 'Screen', wall_type: 'EXCLUSIONARY' },
    ...{ client_id: hidden.ids.client, timekeeper_ids: [timekeeper] },
  })

interface Importing {
  as?: typeof free | typeof held
  entity?: string
  file: string
  rows: string
}

async function imported({ as = free, entity = 'client', file, rows }: Importing): Promise<string> {
  const url = `/api/v1/${entity}/import?mode=commit&file_name=${encodeURIComponent(file)}`
  const answer = await api.call({ as, method: 'POST', url, headers: { 'content-type': 'text/csv' }, body: rows })
  expect(answer.status, answer.text).toBe(200)
  return String(answer.json().id)
}

/** Keeps a file for later, which is noted in the log by its name. */
async function uploaded(file: string): Promise<string> {
  const url = `/api/v1/client/import/upload?file_name=${encodeURIComponent(file)}`
  const answer = await api.call({
    ...{ as: free, method: 'POST', url, headers: { 'content-type': 'text/csv' } },
    body: 'Name\nZinc Holdings II\n',
  })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

const told = async (url: string) => (await api.call({ as: held, url })).text

test('someone whom a wall excludes learns nothing of other people’s imports of what a wall can be around', async () => {
  const id = await imported({ file: 'Acquisition of Zinc.csv', rows: 'Name\nZinc Sub\n' })
  const kept = await uploaded('Zinc merger.csv')
  const lists = ['/api/v1/import_run/search', '/api/v1/system_event/search?max=200']
  for (const url of lists) expect(await told(url)).toMatch(/Zinc|An import of clients/)
  await wall()
  for (const url of lists) expect(await told(url)).not.toMatch(/Zinc|An import of clients/)
  for (const run of [id, kept])
    for (const path of ['', '/state', '/progress', '/errors', '/rows?kind=new', '/rejected'])
      expect([path, (await api.call({ as: held, url: `/api/v1/import_run/${run}${path}` })).status]).toEqual([
        path,
        404,
      ])
  expect((await api.call({ as: held, method: 'POST', url: `/api/v1/import_run/${kept}/cancel` })).status).toBe(404)
  expect((await api.call({ as: free, url: '/api/v1/import_run/search' })).text).toContain('Acquisition of Zinc.csv')
})

test('their own imports, and those of what no wall can be around, stay in sight', async () => {
  await wall()
  const own = await imported({ as: held, file: 'own.csv', rows: 'Name\nOwn client\n' })
  const people = 'Full name,Email\nBo Ek,b.ek@one.example\n'
  const others = await imported({ entity: 'timekeeper', file: 'people.csv', rows: people })
  for (const run of [own, others])
    expect((await api.call({ as: held, url: `/api/v1/import_run/${run}` })).status).toBe(200)
})

test('an import finds, changes, deletes and names nothing that a wall hides from its person', async () => {
  await wall()
  const dryRun = async (entity: string, rows: string, more = '') => {
    const url = `/api/v1/${entity}/import?mode=dry_run${more}`
    const answer = await api.call({
      as: held,
      method: 'POST',
      url,
      headers: { 'content-type': 'text/csv' },
      body: rows,
    })
    expect(answer.status, answer.text).toBe(200)
    return answer
  }
  const byId = await dryRun('client', `Id,Name\n${hidden.ids.client},Mine\n`)
  expect(byId.json()).toMatchObject({ counts: { error: 1 }, errors: [{ expected: 'The ID of an existing record.' }] })
  const byName = await dryRun('matter', 'Number,Name,Client\nM-55,New,Zinc Corp.\n')
  const unknown = await dryRun('matter', 'Number,Name,Client\nM-55,New,Zzzz Corp.\n')
  const saidOf = ({ text }: { text: string }) => text.replaceAll(/Zinc|Zzzz|"id":"[^"]*"/g, '')
  expect(byName.json()).toMatchObject({ counts: { error: 1 } })
  expect(saidOf(byName)).toBe(saidOf(unknown))
  const missing = await dryRun('client', 'Name,Number\nFresh client,F-1\n', '&delete_missing=true')
  expect(missing.json(), missing.text).toMatchObject({ counts: { new: 1, error: 0 }, errors: [] })
  expect(missing.text).not.toContain(hidden.ids.client)
})
