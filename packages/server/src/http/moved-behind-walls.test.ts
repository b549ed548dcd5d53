import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { runExport } from '../records/transfer/export-job.ts'
import { forgetFormerMoves } from '../records/walls/kept-out-since.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { type PlantedRecords, plantRecords } from '../testing/planted-records.ts'
import { productRoutes } from './routes.ts'

/** What a person was given before a record moved behind a wall that stood already. */

let api: TestApi
let timekeeper: string
let colleague: string
/** A matter of a client, both behind a wall that excludes the timekeeper's user. */
let walled: PlantedRecords
let moved: PlantedRecords

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  api.services.jobs.work('export', (job) => runExport(api.services, job), { concurrency: 1 })
  timekeeper = await make('timekeeper', { full_name: 'Ruth Osei', email: 'r.osei@one.example' })
  colleague = await make('timekeeper', { full_name: 'Ann Lee', email: 'a.lee@one.example' })
  walled = await plantRecords(api, 'Opal', colleague)
  await make('ethical_wall', { ...wallAround(walled), timekeeper_ids: [timekeeper] })
})
afterAll(() => api.close())
beforeEach(async () => {
  await be(timekeeper)
  moved = await plantRecords(api, 'Zinc', colleague)
})

function wallAround({ ids }: PlantedRecords) {
  return { name: newId(), wall_type: 'EXCLUSIONARY', client_id: ids.client }
}

/** Which timekeeper the person is, since long ago. */
async function be(id: string | null) {
  const user = api.userIds[1].Manager
  await system(sql`update users set timekeeper_id = ${id}::uuid, updated_at = '2020-01-01' where id = ${user}::uuid`)
}

function system(statement: ReturnType<typeof sql>) {
  return withSystem(api.services.database, (trx) => statement.execute(trx))
}

async function make(entity: string, body: object): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function change(url: string, body: object) {
  const answer = await api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/${url}`, body })
  expect(answer.status, answer.text).toBe(200)
}

/** Everything the person was given that is read again later, by what it is. */
async function givenBefore(entity: string): Promise<Record<string, () => ReturnType<TestApi['call']>>> {
  const as = 'Manager'
  const post = (url: string, body: object) => api.call({ as, method: 'POST', url: `/api/v1/${url}`, body })
  const started = await post(`${entity}/export`, { file_name: 'rows', format: 'csv' })
  const exported = `/api/v1/export_run/${started.json().id}`
  await expect.poll(async () => (await api.call({ as, url: exported })).json().status, { timeout: 60_000 }).toBe('done')
  const key = { headers: { 'idempotency-key': newId() } }
  const search = () => api.call({ as, method: 'POST', url: `/api/v1/${entity}/search`, body: {}, ...key })
  await search()
  const all: Record<string, () => ReturnType<TestApi['call']>> = {
    export: () => api.call({ as, url: `${exported}/file` }),
    answer: search,
  }
  if (entity !== 'matter') return all
  const imported = await api.call({
    ...{ as, method: 'POST', url: '/api/v1/matter/import?mode=dry_run&file_name=matters.csv' },
    ...{ headers: { 'content-type': 'text/csv' }, body: `id,Name\n${moved.ids.matter},Zinc patents II\n` },
  })
  expect(imported.status, imported.text).toBe(200)
  return { ...all, report: () => api.call({ as, url: `/api/v1/import_run/${imported.json().id}/rows?kind=changed` }) }
}

async function expectGone(given: Awaited<ReturnType<typeof givenBefore>>, move: () => Promise<unknown>) {
  for (const [what, read] of Object.entries(given)) {
    const before = await read()
    expect([what, before.status], before.text).toEqual([what, 200])
    expect([what, before.text.includes('Zinc')]).toEqual([what, true])
  }
  await move()
  for (const [what, read] of Object.entries(given)) {
    // Who a user is now reaches the sessions by the feed.
    await expect.poll(async () => [what, (await read()).status]).toEqual([what, 403])
    const after = await read()
    expect(after.text).not.toContain('Zinc')
    if (what !== 'answer') expect(after.json().detail).toContain(what === 'export' ? 'Export it again' : 'this import')
  }
}

const moveFiling = () =>
  system(sql`update envelopes set case_id = ${walled.caseId}::uuid where id = ${moved.envelopeId}::uuid`)
const moveDocument = () =>
  system(sql`update documents set envelope_id = ${walled.envelopeId}::uuid, position = (select max(position) + 1 from documents)
    where id = ${moved.ids.document}::uuid`)
const moveNotice = () =>
  system(sql`update inbox_items set case_id = ${walled.caseId}::uuid where id = ${moved.itemId}::uuid`)

describe('what a person was given before is kept from them once', () => {
  test.each([
    [
      'a case is moved to a walled matter',
      'case',
      () => change(`case/${moved.caseId}`, { matter_id: walled.ids.matter }),
    ],
    [
      'a matter is moved to a walled client',
      'matter',
      () => change(`matter/${moved.ids.matter}`, { client_id: walled.ids.client }),
    ],
    [
      "a case's matter is moved to a walled client",
      'case',
      () => change(`matter/${moved.ids.matter}`, { client_id: walled.ids.client }),
    ],
    ['a filing is moved to a walled case', 'envelope', moveFiling],
    ["a document's filing is moved to a walled case", 'document', moveFiling],
    ['a document is moved to a walled filing', 'document', moveDocument],
    [
      'what the log tells of is moved behind a wall',
      'system_event',
      () => change(`case/${moved.caseId}`, { matter_id: walled.ids.matter }),
    ],
  ])('%s', async (_, entity, move) => {
    if (entity === 'system_event') await change(`case/${moved.caseId}`, { status: 'Closed' })
    await expectGone(await givenBefore(entity), move)
  })

  test('the wall around the record names them', async () => {
    const id = await make('ethical_wall', { ...wallAround(moved), timekeeper_ids: [colleague] })
    await expectGone(await givenBefore('case'), () =>
      change(`ethical_wall/${id}`, { timekeeper_ids: [colleague, timekeeper] }),
    )
  })

  test('another wall is led to the record', async () => {
    const other = await plantRecords(api, 'Jade', colleague)
    const id = await make('ethical_wall', { ...wallAround(other), timekeeper_ids: [timekeeper] })
    await expectGone(await givenBefore('case'), () => change(`ethical_wall/${id}`, { client_id: moved.ids.client }))
  })

  test('they become the timekeeper whom a wall names', async () => {
    await be(null)
    await make('ethical_wall', { ...wallAround(moved), timekeeper_ids: [timekeeper] })
    await expectGone(await givenBefore('case'), () =>
      change(`user/${api.userIds[1].Manager}`, { timekeeper_id: timekeeper }),
    )
  })

  test('a deleted record would be behind a wall', async () => {
    await expectGone(await givenBefore('case'), async () => {
      await system(sql`update envelopes set case_id = ${walled.caseId}::uuid where case_id = ${moved.caseId}::uuid`)
      await system(sql`delete from cases where id = ${moved.caseId}::uuid`)
      await change(`matter/${moved.ids.matter}`, { client_id: walled.ids.client })
    })
  })
})

test('a move that began before, and was committed after, counts', async () => {
  await expectGone(await givenBefore('case'), async () => {
    await change(`case/${moved.caseId}`, { matter_id: walled.ids.matter })
    // As if its transaction had begun long ago.
    await system(sql`update wall_moves set moved_at = moved_at - interval '5 hours'`)
  })
})

test('a move from before a restored backup, whose transactions had higher numbers, does not count forever', async () => {
  const given = await givenBefore('case')
  await change(`case/${moved.caseId}`, { matter_id: walled.ids.matter })
  await system(sql`update wall_moves set moved_at = moved_at - interval '2 hours',
    transaction_id = (transaction_id::text::bigint + 1000000000)::text::xid8`)
  expect((await given.export?.())?.status).toBe(200)
})

test('of the moves behind a wall, those that a later one repeats are forgotten', async () => {
  await system(sql`update wall_moves set moved_at = moved_at - interval '2 days'`)
  await expectGone(await givenBefore('case'), async () => {
    await change(`case/${moved.caseId}`, { matter_id: walled.ids.matter })
    const count = () => system(sql`select 1 from wall_moves where table_name = 'cases'`)
    const before = (await count()).rows.length
    await forgetFormerMoves(api.services.database)
    expect((await count()).rows.length).toBeLessThan(before)
  })
})

test('what was given stays with those who see all of it, and other moves do not matter', async () => {
  const given = await givenBefore('case')
  await moveNotice()
  expect((await given.export?.())?.status).toBe(200)
  const other = await plantRecords(api, 'Jade', colleague)
  const id = await make('ethical_wall', { ...wallAround(other), timekeeper_ids: [colleague] })
  await change(`case/${moved.caseId}`, { matter_id: other.ids.matter })
  expect((await given.export?.())?.status).toBe(200)
  expect((await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/ethical_wall/${id}` })).status).toBe(
    204,
  )
})

describe('undoing a deletion of what would be behind a wall since', () => {
  const remove = async (as: 'Administrator' | 'Manager') => {
    const client = await make('client', { name: 'Onyx Corp.', number: newId() })
    const matter = await make('matter', { name: 'Onyx patents', number: newId(), client_id: client })
    const gone = await api.call({ as, method: 'DELETE', url: `/api/v1/matter/${matter}` })
    expect(gone.status, gone.text).toBe(204)
    return { client, url: `/api/v1/undo/${gone.headers['x-undo-id']}` }
  }
  const raise = (client: string) =>
    make('ethical_wall', { name: newId(), wall_type: 'EXCLUSIONARY', client_id: client, timekeeper_ids: [timekeeper] })

  test('counts, names and restores nothing for someone it excludes unless they deleted it', async () => {
    await api.giveRole('Manager', api.firms[1].roleIds.Administrator)
    const { client, url } = await remove('Administrator')
    expect((await api.call({ as: 'Manager', url })).json()).toMatchObject({ count: 1, remaining: 1 })
    await raise(client)
    expect((await api.call({ as: 'Manager', url })).json()).toMatchObject({ count: 0, remaining: 0 })
    const undone = await api.call({ as: 'Manager', method: 'POST', url })
    expect(undone.text).not.toContain('Onyx')
    expect(undone.json()).toMatchObject({ done: 0, refused: 0, outcomes: [] })
    expect((await api.call({ as: 'Administrator', method: 'POST', url })).json().done).toBe(1)
    await api.giveRole('Manager', api.firms[1].roleIds.Manager)
  })

  test('names it to no one whom the wall excludes, not even to the person who deleted it', async () => {
    const { client, url } = await remove('Manager')
    await raise(client)
    const undone = await api.call({ as: 'Manager', method: 'POST', url })
    expect(undone.json()).toMatchObject({ done: 0, refused: 1 })
    expect(undone.text).not.toContain('Onyx')
  })

  test('restores what leads behind no wall', async () => {
    const { url } = await remove('Manager')
    expect((await api.call({ as: 'Manager', method: 'POST', url })).json().done).toBe(1)
  })
})
