import { readFileSync } from 'node:fs'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { receiveMessage } from '../mail/receive.ts'
import { ignoreReasons } from '../notices/pipeline/ignore-reasons.ts'
import { plantFiling, type TestFiling } from '../outbox/copies/test-filing.ts'
import { type ApiCall, openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

const free = 'Administrator'
/** The timekeeper the walls exclude, who may change everything else. */
const held = 'Manager'

let api: TestApi
let timekeeper: string
let hidden: TestFiling
let open: TestFiling
let ids: Readonly<Record<string, string>>

const system = (work: ReturnType<typeof sql>) => withSystem(api.services.database, (trx) => work.execute(trx))

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  timekeeper = await make('timekeeper', { full_name: 'Ruth Osei', email: 'r.osei@one.example' })
  await system(sql`update users set timekeeper_id = ${timekeeper}::uuid where id = ${api.userIds[1][held]}::uuid`)
  hidden = await plant('Zinc')
  open = await plant('Opal')
  ids = await idsOf(hidden)
  await make('ethical_wall', {
    ...{ name: 'Screen', wall_type: 'EXCLUSIONARY', client_id: ids.client, timekeeper_ids: [timekeeper] },
  })
})
afterAll(() => api.close())

async function make(entity: string, body: object): Promise<string> {
  const answer = await api.call({ as: free, method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function plant(name: string): Promise<TestFiling> {
  const filing = await plantFiling(api.services, { envelope: { case_name: `${name} v. Doe` } })
  await system(sql`update cases set name = ${`${name} v. Doe`}, storage_policy_id = ${filing.policyId}::uuid,
    unique_key = ${`${name}-key`} where id = ${filing.caseId}::uuid`)
  await system(sql`update matters set name = ${`${name} patents`}, number = ${`${name}-1`}
    where id = (select matter_id from cases where id = ${filing.caseId}::uuid)`)
  return filing
}

async function idsOf(filing: TestFiling): Promise<Readonly<Record<string, string>>> {
  const { rows } = await withSystem(api.services.database, (trx) =>
    sql<{ matter: string; client: string }>`select m.id as matter, m.client_id as client from cases c
      join matters m on m.id = c.matter_id where c.id = ${filing.caseId}::uuid`.execute(trx),
  )
  const own = { case: filing.caseId, envelope: filing.envelopeId, inbox_item: filing.itemId }
  return { ...own, ...rows[0], document: filing.documents[0]?.id ?? '' }
}

/** The readable part of an answer: everything but the requested IDs and values unique to this answer. */
async function answerTo(id: string, call: (id: string) => ApiCall) {
  const { status, text, headers } = await api.call({ as: held, ...call(id) })
  const told = ['location', 'etag', 'x-total-count', 'content-type', 'x-undo-id'].map((name) => headers[name])
  return { status, text: text.replaceAll(id, 'ID').replaceAll(/"updated_at":"[^"]*"/g, ''), told }
}

/** Returns the address of a list filtered to an ID. */
function filtered(kind: string, field: string, id: string): string {
  return `/api/v1/${kind}/search?filters=${encodeURIComponent(JSON.stringify([{ field, in: [id] }]))}`
}

const ofKinds = ['case', 'matter', 'client', 'envelope', 'document', 'inbox_item']

test.each(
  ofKinds.flatMap((kind): [string, string, (id: string) => ApiCall][] => [
    ['read', kind, (id) => ({ url: `/api/v1/${kind}/${id}` })],
    ['read under a condition', kind, (id) => ({ url: `/api/v1/${kind}/${id}`, headers: { 'if-none-match': '*' } })],
    ['changed', kind, (id) => ({ method: 'PUT', url: `/api/v1/${kind}/${id}`, body: { name: 'x' } })],
    [
      'changed in a version',
      kind,
      (id) => ({ method: 'PUT', url: `/api/v1/${kind}/${id}`, body: { name: 'x' }, headers: { 'if-match': '"1"' } }),
    ],
    ['deleted', kind, (id) => ({ method: 'DELETE', url: `/api/v1/${kind}/${id}` })],
    ['chosen', kind, (id) => ({ method: 'POST', url: `/api/v1/${kind}/bulk-update`, body: { ids: [id], values: {} } })],
    [
      'deleted with others',
      kind,
      (id) => ({ method: 'POST', url: `/api/v1/${kind}/bulk-delete`, body: { ids: [id] } }),
    ],
    ['followed', kind, (id) => ({ url: `/api/v1/trail/${kind}/${id}` })],
    ['looked into', kind, (id) => ({ url: filtered('system_event', 'entityId', id) })],
    ['compared', kind, (id) => ({ method: 'POST', url: `/api/v1/${kind}/similar`, body: { id, name: 'Zinc v. Doe' } })],
  ]),
)('an ID behind a wall is %s like one that never existed: %s', async (_, kind, call) => {
  expect(await answerTo(ids[kind] ?? '', call)).toEqual(await answerTo(newId(), call))
})

test.each([
  ['case', (id: string): ApiCall => ({ url: `/api/v1/storage_hierarchy/case/${id}` })],
  ['case', (id: string): ApiCall => ({ url: filtered('case', 'id', id) })],
  ['matter', (id: string): ApiCall => ({ url: filtered('case', 'matterId', id) })],
  ['matter', (id: string): ApiCall => ({ method: 'POST', url: '/api/v1/case', body: { name: 'x', matter_id: id } })],
  ['client', (id: string): ApiCall => ({ method: 'POST', url: '/api/v1/matter', body: { name: 'x', client_id: id } })],
  ['inbox_item', (id: string): ApiCall => ({ url: `/api/v1/inbox/${id}/rehearsal` })],
  ['inbox_item', (id: string): ApiCall => ({ url: `/api/v1/inbox/${id}/new-case` })],
  ['document', (id: string): ApiCall => ({ method: 'POST', url: `/api/v1/document/${id}/public-link` })],
  ['document', (id: string): ApiCall => ({ method: 'HEAD', url: `/api/v1/document/${id}/content` })],
])('an ID of a %s behind a wall reveals nothing in another way, %#', async (kind, call) => {
  expect(await answerTo(ids[kind] ?? '', call)).toEqual(await answerTo(newId(), call))
})

test('a filing of several cases is behind the wall of any of them, with everything that leads to it', async () => {
  const filing = await plant('Amber')
  const { envelope = '', inbox_item: item = '', document = '' } = await idsOf(filing)
  const read = async () => {
    const urls = [`envelope/${envelope}`, `inbox_item/${item}`, `document/${document}`]
    const answers = urls.map((url) => api.call({ as: held, url: `/api/v1/${url}` }))
    return (await Promise.all(answers)).map(({ status }) => status)
  }
  expect(await read()).toEqual([200, 200, 200])
  await system(sql`update envelopes set other_case_ids = ${[ids.case]}::uuid[] where id = ${envelope}::uuid`)
  expect(await read()).toEqual([404, 404, 404])
})

test('a value that another record has is refused without revealing the record, walled or not', async () => {
  const taken = async (filing: TestFiling) => {
    const { matter } = await idsOf(filing)
    const { number } = (await api.call({ as: free, url: `/api/v1/matter/${matter}` })).json()
    const body = { name: 'Mine', number, client_id: (await idsOf(open)).client }
    return api.call({ as: held, method: 'POST', url: '/api/v1/matter', body })
  }
  const [ofHidden, ofOpen] = [await taken(hidden), await taken(open)]
  expect(ofHidden.text).not.toMatch(/zinc/i)
  for (const id of Object.values(ids)) expect(ofHidden.text).not.toContain(id)
  expect(ofHidden.text).toContain('not_unique')
  expect([ofHidden.status, ofHidden.text]).toEqual([ofOpen.status, ofOpen.text])
  expect(ofHidden.headers.location).toBeUndefined()
})

async function countsOf(url: string): Promise<AnyRow> {
  const answer = await api.call({ as: held, url })
  expect(answer.status, answer.text).toBe(200)
  return { ...answer.json(), as_of: null }
}

const ignored = ignoreReasons.ignoredDomain('spam.example')

test.each([
  ['/api/v1/storage_hierarchy'],
  ['/api/v1/storage_hierarchy/moved?from=case&to=firm'],
  ['/api/v1/special_handling'],
  ['/api/v1/inbox/counts'],
  ['/api/v1/case/count'],
  ['/api/v1/envelope/count'],
  ['/api/v1/dashboard?range=all_time'],
])('%s counts nothing behind a wall', async (url) => {
  await system(sql`update inbox_items set disposition = 'IGNORED', reason = ${ignored}, status = 'Manual'`)
  const before = await countsOf(url)
  const more = await plant(`Zinc ${newId()}`)
  await system(sql`update inbox_items set disposition = 'IGNORED', reason = ${ignored}, status = 'Manual'
    where id = ${more.itemId}::uuid`)
  await system(sql`update matters set client_id = ${ids.client}::uuid
    where id = (select matter_id from cases where id = ${more.caseId}::uuid)`)
  expect(await countsOf(url)).toEqual(before)
  // What someone whom no wall excludes sees does change.
  expect({ ...(await api.call({ as: free, url })).json(), as_of: null }).not.toEqual(before)
})

interface Tried {
  steps: { stage: string; outcome: string; sentence: string }[]
  was: AnyRow
  now: { cases: unknown; notice: { cases: { docketNumber: { value: string }; name: { value: string } }[] } }
}

test('trying the current rules on a notice matches nothing behind a wall, and reveals no former matches', async () => {
  const raw = readFileSync(new URL('../courts/corpus/nef/s3/ded_1.txt', import.meta.url))
  const { itemId } = await receiveMessage(api.services, { firmId: 1, raw, via: 'smtp', source: 'mail.b.example' })
  // Read, and waiting for a person: while it is read, it is hidden from whom a wall excludes.
  await system(
    sql`update inbox_items set status = 'Action Required', next_stage = 'retrieve' where id = ${itemId}::uuid`,
  )
  const tried = async (as: typeof free | typeof held) => {
    const answer = await api.call({ as, url: `/api/v1/inbox/${itemId}/rehearsal` })
    expect(answer.status, answer.text).toBe(200)
    return { text: answer.text, ...(answer.json() as Partial<Tried>) }
  }
  const unmatched = await tried(free)
  const [named] = unmatched.now?.notice.cases ?? []
  const jurisdiction_id = await make('jurisdiction', { name: 'D. Del.', ecfx_jurisdiction_ids: ['ded'] })
  const of = { jurisdiction_id, matter_id: ids.matter, assigned_timekeepers: [timekeeper] }
  const caseId = await make('case', { name: named?.name.value, case_number: named?.docketNumber.value, ...of })
  expect((await tried(free)).steps).toContainEqual(expect.objectContaining({ stage: 'match', outcome: 'done' }))
  expect((await tried(held)).steps).toEqual(unmatched.steps)

  const recipients = [{ email: 'a@one.example', reason: 'Assigned to the case Zinc v. Doe.' }]
  const outcomes = { match: { result: { caseIds: [caseId] } }, address: { result: { recipients, leftOut: [] } } }
  await system(sql`update item_progress set outcomes = outcomes || ${JSON.stringify(outcomes)}::text::jsonb
    where id = ${itemId}::uuid`)
  expect((await tried(free)).was).toMatchObject({ cases: [{ id: caseId }], recipients })
  const own = await tried(held)
  expect(own.was).toEqual({ cases: [], recipients: null, policies: null })
  expect(own.text).not.toMatch(/zinc|a@one/i)
  expect(own.text).not.toContain(caseId)
})
