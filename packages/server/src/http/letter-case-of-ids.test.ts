import { everyone } from '@courtcrier/contract/access.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantFiling, type TestFiling } from '../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { type Examples, makeExamples } from '../testing/examples.ts'
import { openScim } from '../testing/scim.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
let examples: Examples
let filing: TestFiling
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  examples = makeExamples(api)
  filing = await plantFiling(api.services, { documents: [] })
})
afterAll(() => api.close())

const read = (url: string) => api.call({ as: 'Administrator', url: `/api/v1/${url}` })
const post = (url: string, body: AnyRow) =>
  api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${url}`, body })
const upper = (id: unknown) => String(id).toUpperCase()
const found = async (entity: string, filters: readonly AnyRow[]) => {
  const answer = await read(`${entity}/search?filters=${encodeURIComponent(JSON.stringify(filters))}`)
  expect(answer.status, answer.text).toBe(200)
  return Object.values(answer.json())[0]
}

const written = resources.filter(
  ({ isSingleton, isReadOnly, subject }) => !isSingleton && !isReadOnly && subject !== everyone,
)

test.each(written.map(({ name }) => name))(
  'a %s is found, changed, listed and deleted by its ID in any letter case',
  async (name) => {
    const id = await examples.idOfNew(name)
    const url = `/api/v1/${name}/${upper(id)}`
    const shown = await read(`${name}/${upper(id)}`)
    expect([shown.status, shown.json().id], shown.text).toEqual([200, id])
    expect((await read(`${name}/titles?ids=${upper(id)}`)).json().titles).toHaveProperty(id)
    expect(await found(name, [{ field: 'id', in: [upper(id)] }])).toMatchObject([{ id }])
    const changed = await api.call({ as: 'Administrator', method: 'PUT', url, body: {} })
    expect([changed.status, changed.json().id], changed.text).toEqual([200, id])
    const bulk = await post(`${name}/bulk-delete`, { ids: [upper(id)], rehearse: true })
    expect(bulk.json().outcomes, bulk.text).toMatchObject([{ id, title: expect.any(String) }])
    expect(bulk.json().outcomes).toHaveLength(1)
    expect((await api.call({ as: 'Administrator', method: 'DELETE', url })).status).toBe(204)
    expect((await read(`${name}/${id}`)).status).toBe(404)
  },
)

test('a reference is saved in lowercase, and the same ID in two spellings is one', async () => {
  const [matter, person] = [await examples.idOfNew('matter'), await examples.idOfNew('timekeeper')]
  const { client_id: client } = (await read(`matter/${matter}`)).json()
  const saved = await api.call({
    ...{ as: 'Administrator', method: 'PUT', url: `/api/v1/matter/${matter}` },
    body: { client_id: upper(client), billing_timekeeper_id: upper(person) },
  })
  expect(saved.json(), saved.text).toMatchObject({ client_id: client, billing_timekeeper_id: person })
  expect(await found('matter', [{ field: 'client_id', in: [upper(client)] }])).toMatchObject([{ id: matter }])
  const body = { name: 'Twice', time_zone: 'America/New_York', timekeeper_ids: [upper(person), person] }
  expect((await post('timekeeper_group', body)).json().errors).toMatchObject([
    { field: 'timekeeper_ids', code: 'duplicate_item' },
  ])
  const group = await post('timekeeper_group', { ...body, timekeeper_ids: [upper(person)] })
  expect(group.json(), group.text).toMatchObject({ timekeeper_ids: [person] })
})

test('a selection of all but some leaves those out, whatever the letter case', async () => {
  const [one, other] = [await examples.idOfNew('judge'), await examples.idOfNew('judge')]
  const filters = [{ field: 'id', in: [one, other] }]
  const body = { filters, freeText: '', except: [upper(one)], count: 1, rehearse: true }
  expect((await post('judge/bulk-delete', body)).json().outcomes).toMatchObject([{ id: other, isDone: true }])
})

test('calls on filings and notices take IDs in any letter case', async () => {
  const { caseId, envelopeId, itemId } = filing
  for (const url of [
    `filing/${upper(envelopeId)}`,
    `inbox/${upper(itemId)}`,
    `inbox/needs?ids=${upper(itemId)}`,
    `inbox/messages?ids=${upper(envelopeId)}`,
    `filing/summaries?ids=${upper(envelopeId)}`,
    `case/${upper(caseId)}/docket`,
    `filed/case/${upper(caseId)}/envelope`,
  ]) {
    const [shouted, plain] = [await read(url), await read(url.replace(/[0-9A-F-]{36}/, (id) => id.toLowerCase()))]
    expect([url, shouted.status, shouted.text]).toEqual([url, 200, plain.text])
  }
  expect((await read(`find?freeText=${upper(caseId)}`)).text).toContain(caseId)
  const events = await found('system_event', [{ field: 'entity_id', in: [upper(await examples.idOfNew('judge'))] }])
  expect(events).toMatchObject([{ type: 'object create' }])
})

test('an import finds records by their IDs in any letter case, and references too', async () => {
  const [matter, client] = [await examples.idOfNew('matter'), await examples.idOfNew('client')]
  const answer = await api.call({
    ...{ as: 'Administrator', method: 'POST', url: '/api/v1/matter/import?mode=commit' },
    headers: { 'content-type': 'text/csv' },
    body: [`id,name,client_id`, `${upper(matter)},Renamed,${upper(client)}`].join('\r\n') as unknown as AnyRow,
  })
  expect(answer.json(), answer.text).toMatchObject({ counts: { changed: 1 } })
  expect((await read(`matter/${matter}`)).json()).toMatchObject({ name: 'Renamed', client_id: client })
})

test('an identity provider may write IDs in any letter case', async () => {
  const scim = await openScim(api, {})
  const { id } = await scim.addUser('shouted@one.example')
  const group = await scim.addGroup('Shouted', [upper(id)])
  expect((await scim.send('GET', `/Users/${upper(id)}`)).status).toBe(200)
  const filter = encodeURIComponent(`members[value eq "${upper(id)}"]`)
  expect((await scim.send('GET', `/Groups?filter=${filter}`)).json()).toMatchObject({ totalResults: 1 })
  const byId = encodeURIComponent(`id eq "${upper(id)}"`)
  expect((await scim.send('GET', `/Users?filter=${byId}`)).json()).toMatchObject({ totalResults: 1 })
  await scim.patch(`/Groups/${upper(group.id)}`, { op: 'remove', path: `members[value eq "${upper(id)}"]` })
  expect((await scim.send('GET', `/Groups/${group.id}`)).text).not.toContain(String(id))
})
