import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { insert } from '../outbox/copies/test-filing.ts'
import { runExport } from '../records/transfer/export-job.ts'
import { canBeWalled } from '../records/walls/leads.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { type PlantedRecords, plantRecords } from '../testing/planted-records.ts'
import { productRoutes } from './routes.ts'

/** Users who aren't timekeepers, to whom no wall applies. */
const free = 'Administrator'
/** Users who are the timekeeper that walls are about. */
const held = ['Manager', 'Docketing', 'View Only'] as const

let api: TestApi
let timekeeper: string
let colleague: string
let hidden: PlantedRecords
let open: PlantedRecords

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  timekeeper = await make('timekeeper', { full_name: 'Ruth Osei', email: 'r.osei@one.example' })
  colleague = await make('timekeeper', { full_name: 'Ann Lee', email: 'a.lee@one.example' })
  // Before they log in.
  await withSystem(api.services.database, (trx) =>
    sql`update users set timekeeper_id = ${timekeeper}::uuid
      where firm_id = 1 and id = any(${held.map((role) => api.userIds[1][role])}::uuid[])`.execute(trx),
  )
  hidden = await plantRecords(api, 'Zinc', colleague)
  open = await plantRecords(api, 'Opal', colleague)
})
afterAll(() => api.close())
beforeEach(() => withSystem(api.services.database, (trx) => sql`delete from ethical_walls`.execute(trx)))

async function make(entity: string, body: object): Promise<string> {
  const answer = await api.call({ as: free, method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

type Around = 'matter' | 'client'

function wall(type: 'INCLUSIONARY' | 'EXCLUSIONARY', people: readonly string[], around: Around = 'matter') {
  return make('ethical_wall', {
    name: 'Screen',
    wall_type: type,
    ...(around === 'matter' ? { matter_id: hidden.ids.matter } : { client_id: hidden.ids.client }),
    timekeeper_ids: people,
  })
}

async function idsSeen(entity: string, as: TestRole): Promise<string[]> {
  const answer = await api.call({ as, url: `/api/v1/${entity}/search?max=500` })
  expect(answer.status, answer.text).toBe(200)
  const rows = Object.values(answer.json()).find(Array.isArray) as AnyRow[]
  expect(Number(answer.headers['x-total-count'])).toBe(rows.length)
  return rows.map(({ id }) => String(id))
}

test('every kind of record that leads to a matter or client is checked for walls', () => {
  const walled = resources.filter(canBeWalled).map(({ name }) => name)
  expect(walled).toEqual(expect.arrayContaining(['case', 'client', 'matter', 'envelope', 'document', 'inbox_item']))
  expect(walled).toEqual(expect.arrayContaining(['delivery', 'document_copy', 'ethical_wall']))
  expect(walled).not.toContain('timekeeper')
  expect(walled).not.toContain('user')
})

test('a copy for a walled case is behind its wall, whatever case its filing is in now', async () => {
  const id = newId()
  const of = { firm_id: 1, id, envelope_id: open.envelopeId, inbox_item_id: open.itemId, case_id: hidden.caseId }
  await withSystem(api.services.database, (trx) =>
    insert(trx, 'document_copies', { ...of, storage_policy_id: open.policyId, file_id: '0'.repeat(64), copy_key: id }),
  )
  expect(await idsSeen('document_copy', 'Manager')).toContain(id)
  await wall('EXCLUSIONARY', [timekeeper])
  const seen = await idsSeen('document_copy', 'Manager')
  expect(seen).toContain(open.ids.document_copy)
  expect(seen).not.toContain(id)
  const { copies } = (await api.call({ as: 'Manager', url: `/api/v1/filing/${open.envelopeId}` })).json()
  expect((copies as AnyRow[]).map((copy) => copy.id)).toEqual([open.ids.document_copy])
  await withSystem(api.services.database, (trx) => trx.deleteFrom('document_copies').where('id', '=', id).execute())
})

const kinds = ['case', 'matter', 'envelope', 'document', 'inbox_item', 'delivery', 'document_copy'] as const

describe.each([
  ['an exclusionary wall around the matter', 'EXCLUSIONARY', 'matter'],
  ['an exclusionary wall around the client', 'EXCLUSIONARY', 'client'],
  ['an inclusionary wall around the matter', 'INCLUSIONARY', 'matter'],
  ['an inclusionary wall around the client', 'INCLUSIONARY', 'client'],
] as const)('behind %s', (_, type, around) => {
  const keepsOut = () => wall(type, [type === 'EXCLUSIONARY' ? timekeeper : colleague], around)
  const letsIn = () => wall(type, [type === 'EXCLUSIONARY' ? colleague : timekeeper], around)

  test.each([...kinds, 'client'])('no %s exists for anyone it excludes, and every other does', async (kind) => {
    await keepsOut()
    // A wall around a matter hides nothing of its client.
    const isBehind = kind !== 'client' || around === 'client'
    for (const as of held) {
      const seen = await idsSeen(kind, as)
      expect(seen.includes(hidden.ids[kind] ?? '')).toBe(!isBehind)
      expect(seen).toContain(open.ids[kind])
      const one = await api.call({ as, url: `/api/v1/${kind}/${hidden.ids[kind]}` })
      expect(one.status).toBe(isBehind ? 404 : 200)
      expect((await api.call({ as, url: `/api/v1/${kind}/${open.ids[kind]}` })).status).toBe(200)
    }
    expect(await idsSeen(kind, free)).toEqual(expect.arrayContaining([hidden.ids[kind], open.ids[kind]]))
  })

  test('everything exists for anyone it lets in', async () => {
    await letsIn()
    for (const kind of kinds) expect(await idsSeen(kind, 'Docketing')).toContain(hidden.ids[kind])
  })
})

test.each([
  ['/api/v1/filing/:envelope', 404],
  ['/api/v1/filing/summaries?ids=:envelope', 200],
  ['/api/v1/inbox/:inbox_item', 404],
  ['/api/v1/inbox/:inbox_item/message', 404],
  ['/api/v1/document/:document/content', 404],
  ['/api/v1/find?freeText=zinc', 200],
  ['/api/v1/case/search?freeText=zinc', 200],
  ['/api/v1/envelope/search?freeText=zinc', 200],
  ['/api/v1/system_event/search?freeText=zinc', 200],
  ['/api/v1/dashboard?range=all_time', 200],
])('%s reveals nothing behind a wall', async (url, status) => {
  await wall('EXCLUSIONARY', [timekeeper], 'client')
  for (const status of ['Closed', 'Open']) {
    const body = { status }
    const changed = await api.call({ as: free, method: 'PUT', url: `/api/v1/case/${hidden.caseId}`, body })
    expect(changed.status, changed.text).toBe(200)
  }
  const path = url.replace(/:(\w+)/, (_, kind: string) => hidden.ids[kind] ?? '')
  const own = await api.call({ as: 'Manager', url: path })
  expect(own.status, own.text).toBe(status)
  const words = own.text.replaceAll(hidden.ids.envelope ?? '', '')
  expect(words).not.toMatch(/zinc/i)
  for (const id of Object.values(hidden.ids)) expect(words).not.toContain(id)
})

const unknownId = '01999999-0000-7000-8000-000000000000'

test.each([
  ['inbox/:inbox_item/requeue', {}],
  ['inbox/:inbox_item/cancel', {}],
  ['inbox/:inbox_item/manual', {}],
  ['inbox/:inbox_item/archive', {}],
  ['inbox/:inbox_item/choose-court', { court_id: 'nysd' }],
  ['inbox/:inbox_item/not-needed', {}],
  ['inbox/:inbox_item/retrieve', {}],
  ['inbox/:inbox_item/assign-timekeeper', { timekeeper_id: unknownId }],
  ['inbox/:inbox_item/upload-documents', { documents: [{ upload_id: unknownId, document_id: unknownId }] }],
  ['inbox/:inbox_item/notes', { text: 'seen' }],
  ['document/:document/opened', {}],
  ['filing/:envelope/resend', {}],
])('%s acts on nothing behind a wall', async (url, body) => {
  await wall('EXCLUSIONARY', [timekeeper])
  const act = (planted: PlantedRecords) => {
    const path = url.replace(/:(\w+)/, (_, kind: string) => planted.ids[kind] ?? '')
    const who = url.endsWith('resend') ? { timekeeper_id: colleague } : {}
    return api.call({ as: 'Docketing', method: 'POST', url: `/api/v1/${path}`, body: { ...body, ...who } })
  }
  const answer = await act(hidden)
  expect(answer.status, answer.text).toBe(404)
  expect(answer.text).not.toMatch(/zinc/i)
  expect((await act(open)).status).not.toBe(404)
})

test.each([
  ['an exclusionary wall', 'EXCLUSIONARY', () => [colleague]],
  ['an inclusionary wall', 'INCLUSIONARY', () => [timekeeper]],
] as const)('no one sends a filing again to a timekeeper %s excludes, until it is removed', async (_, type, people) => {
  const id = await wall(type, people())
  const url = `/api/v1/filing/${hidden.ids.envelope}/resend`
  const resend = (to: object) => api.call({ as: free, method: 'POST', url, body: { ...to, again: true } })
  for (const to of [{ delivery_id: hidden.ids.delivery }, { timekeeper_id: colleague }]) {
    const refused = await resend(to)
    expect(refused.status, refused.text).toBe(409)
    expect(refused.json().detail).toBe('An ethical wall keeps Ann Lee out of this filing, so nothing was sent.')
  }
  const lifted = await api.call({ as: free, method: 'DELETE', url: `/api/v1/ethical_wall/${id}` })
  expect(lifted.status).toBe(204)
  expect((await resend({ timekeeper_id: colleague })).status).toBe(200)
  await withSystem(api.services.database, (trx) => sql`delete from deliveries where repeat > 0`.execute(trx))
})

test('a notice is not matched to a case behind a wall, and a bulk action skips what is there', async () => {
  await wall('EXCLUSIONARY', [timekeeper])
  const post = (url: string, body: object) => api.call({ as: 'Docketing', method: 'POST', url: `/api/v1/${url}`, body })
  const chosen = await post(`inbox/${open.itemId}/choose-case`, { case_id: hidden.caseId })
  expect(chosen.status).toBeGreaterThanOrEqual(400)
  expect(chosen.text).not.toMatch(/zinc/i)
  const bulk = await post('inbox/bulk', { action: 'archive', ids: [hidden.itemId] })
  expect(bulk.json().outcomes, bulk.text).toMatchObject([{ isDone: false, title: null, reason: 'Record not found.' }])
})

test('nothing can be changed to refer to something behind a wall, and nothing there can be changed', async () => {
  await wall('EXCLUSIONARY', [timekeeper])
  const lead = { matter_id: hidden.ids.matter }
  const refused = await api.call({ as: 'Docketing', method: 'PUT', url: `/api/v1/case/${open.caseId}`, body: lead })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('"field":"matter_id"')
  const url = `/api/v1/case/${hidden.caseId}`
  expect((await api.call({ as: 'Docketing', method: 'PUT', url, body: { status: 'Closed' } })).status).toBe(404)
  expect((await api.call({ as: 'Docketing', method: 'DELETE', url })).status).toBe(404)
})

test('no selection reaches a row behind a wall, whatever is found, named or left out', async () => {
  const matters = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      make('matter', { name: `Chosen ${n}`, number: `W-${n}`, client_id: hidden.ids.client }),
    ),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(matters, { minLength: 1 }),
      fc.subarray(matters),
      fc.boolean(),
      fc.constantFrom('Open', 'Closed'),
      async (walled, except, isByIds, status) => {
        await withSystem(api.services.database, (trx) => sql`delete from ethical_walls`.execute(trx))
        for (const id of walled)
          await make('ethical_wall', {
            name: id,
            wall_type: 'EXCLUSIONARY',
            matter_id: id,
            timekeeper_ids: [timekeeper],
          })
        const other = status === 'Open' ? 'Closed' : 'Open'
        await withSystem(api.services.database, (trx) =>
          sql`update matters set status = ${other} where id = any(${matters}::uuid[])`.execute(trx),
        )
        const meant = matters.filter((id) => !walled.includes(id) && !except.includes(id))
        const selection = isByIds
          ? { ids: matters.filter((id) => !except.includes(id)) }
          : { filters: [{ field: 'name', contains: 'Chosen' }], except, count: meant.length }
        // An empty selection is refused.
        if (selection.ids ? selection.ids.length === 0 : meant.length === 0) return
        const answer = await api.call({
          as: 'Docketing',
          method: 'POST',
          url: '/api/v1/matter/bulk-update',
          body: { ...selection, values: { status } },
        })
        expect(answer.status, answer.text).toBe(200)
        const { rows } = await withSystem(api.services.database, (trx) =>
          sql<{ id: string }>`select id from matters where id = any(${matters}::uuid[]) and status = ${status}`.execute(
            trx,
          ),
        )
        expect(rows.map(({ id }) => id).toSorted()).toEqual(meant.toSorted())
      },
    ),
    { numRuns: 15 },
  )
})

async function idsStreamed(as: TestRole, act: () => Promise<unknown>): Promise<string> {
  if (!api.app.server.listening) await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  const controller = new AbortController()
  const headers = { host: 'one.example', authorization: `Bearer ${await api.tokenOf(as)}` }
  const text = { is: '' }
  const request = get(
    { port, host: '127.0.0.1', path: '/api/v1/events', headers, signal: controller.signal },
    (answer) =>
      answer.on('data', (chunk: Buffer) => {
        text.is += chunk.toString()
      }),
  )
  request.on('error', () => {})
  await expect.poll(() => text.is).toContain(': open')
  await act()
  // A final change that everyone sees: once it has arrived, so has everything before it.
  const last = await make('department', { name: newId(), number: newId() })
  await expect.poll(() => text.is).toContain(last)
  controller.abort()
  return text.is
}

test('a stream of events names no row behind a wall, nor an event about one', async () => {
  await wall('EXCLUSIONARY', [timekeeper])
  const change = async () => {
    for (const { caseId } of [hidden, open])
      for (const status of ['Closed', 'Open']) {
        const call = { as: free, method: 'PUT', url: `/api/v1/case/${caseId}`, body: { status } } as const
        const answer = await api.call(call)
        expect(answer.status, answer.text).toBe(200)
      }
  }
  const [walled, whole] = [await idsStreamed('Manager', change), await idsStreamed(free, change)]
  expect(walled).toContain(open.caseId)
  expect(walled).not.toContain(hidden.caseId)
  expect(whole).toContain(hidden.caseId)
  const events = await withSystem(api.services.database, (trx) =>
    sql<{ id: string }>`select id::text as id from system_events where entity_id = ${hidden.caseId}`.execute(trx),
  )
  expect(events.rows.length).toBeGreaterThan(0)
  for (const { id } of events.rows) expect(walled).not.toContain(id)
})

test('the list of what uses a record reveals nothing behind a wall', async () => {
  await wall('EXCLUSIONARY', [timekeeper])
  const { jurisdiction_id } = (await api.call({ as: free, url: `/api/v1/case/${open.caseId}` })).json()
  const judge = await make('judge', { name: 'Hon. Used', jurisdiction_id })
  const lead = async (planted: PlantedRecords, judge_id: string | null) => {
    const url = `/api/v1/case/${planted.caseId}`
    const answer = await api.call({ as: free, method: 'PUT', url, body: { judge_id } })
    expect(answer.status, answer.text).toBe(200)
  }
  const remove = async (as: TestRole) =>
    String((await api.call({ as, method: 'DELETE', url: `/api/v1/judge/${judge}` })).json().detail)
  await lead(hidden, judge)
  expect(await remove('Manager')).toBe("This record is in use and can't be deleted.")
  expect(await remove(free)).toBe('This record is used by 1 case.')
  await lead(open, judge)
  expect(await remove('Manager')).toBe('This record is used by 1 case.')
  expect(await remove(free)).toBe('This record is used by 2 cases.')
  for (const planted of [hidden, open]) await lead(planted, null)
})

test('an export made before a wall cannot be downloaded after it', async () => {
  api.services.jobs.work('export', (job) => runExport(api.services, job), { concurrency: 1 })
  const started = await api.call({
    ...{ as: 'Manager', method: 'POST', url: '/api/v1/case/export' },
    body: { file_name: 'cases', format: 'csv' },
  })
  const url = `/api/v1/export_run/${started.json().id}`
  await expect
    .poll(async () => (await api.call({ as: 'Manager', url })).json().status, { timeout: 60_000 })
    .toBe('done')
  expect((await api.call({ as: 'Manager', url: `${url}/file` })).text).toContain('Zinc')
  await wall('EXCLUSIONARY', [colleague])
  expect((await api.call({ as: 'Manager', url: `${url}/file` })).status, 'a wall for another').toBe(200)
  await withSystem(api.services.database, (trx) => sql`delete from ethical_walls`.execute(trx))
  await wall('EXCLUSIONARY', [timekeeper])
  const refused = await api.call({ as: 'Manager', url: `${url}/file` })
  expect(refused.status).toBe(403)
  expect(refused.text).not.toContain('Zinc')
})

test('the rows of an import that someone else made are shown to no one whom a wall excludes', async () => {
  await wall('EXCLUSIONARY', [timekeeper], 'client')
  const imported = await api.call({
    ...{ as: free, method: 'POST', url: '/api/v1/client/import?mode=dry_run&file_name=clients.csv' },
    ...{ headers: { 'content-type': 'text/csv' }, body: `id,Name\n${hidden.ids.client},Zinc Holdings\n` },
  })
  expect(imported.status, imported.text).toBe(200)
  const url = `/api/v1/import_run/${imported.json().id}`
  expect((await api.call({ as: free, url: `${url}/rows?kind=changed` })).text).toContain('Zinc Holdings')
  for (const path of ['rows?kind=changed', 'errors']) {
    const refused = await api.call({ as: 'Manager', url: `${url}/${path}` })
    expect([path, refused.status], refused.text).toEqual([path, 404])
    expect(refused.text).not.toContain('Zinc')
  }
})

test('the people of a client reveal nothing of a matter behind a wall', async () => {
  const staffed = await make('timekeeper', { full_name: 'Zoe Only', email: 'z.only@one.example' })
  const billing = await make('timekeeper', { full_name: 'Bill Only', email: 'b.only@one.example' })
  const set = async (url: string, body: object) =>
    expect((await api.call({ as: free, method: 'PUT', url: `/api/v1/${url}`, body })).status).toBe(200)
  await set(`case/${hidden.caseId}`, { assigned_timekeepers: [staffed] })
  await set(`matter/${hidden.ids.matter}`, { billing_timekeeper_id: billing })
  await wall('EXCLUSIONARY', [timekeeper])
  const people = async (as: TestRole) => {
    const answer = await api.call({ as, url: `/api/v1/filed/client/${hidden.ids.client}/timekeeper` })
    expect(answer.status, answer.text).toBe(200)
    return (answer.json().timekeepers as { id: string }[]).map(({ id }) => id).toSorted()
  }
  expect(await people(free)).toEqual([staffed, billing].toSorted())
  expect(await people('Manager')).toEqual([])
  await set(`case/${hidden.caseId}`, { assigned_timekeepers: [colleague] })
  await set(`matter/${hidden.ids.matter}`, { billing_timekeeper_id: null })
})
