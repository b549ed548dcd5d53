import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { makeExamples } from '../testing/examples.ts'
import { creationSchema } from './openapi/openapi-schemas.ts'
import { resourceRoutes } from './resources.ts'
import { importRoutes } from './transfer/import.ts'

let api: TestApi
const ids = { client: '', timekeeper: '' }
beforeAll(async () => {
  api = await openTestApi({
    register: (scope, services) => {
      resourceRoutes(scope, services)
      importRoutes(scope, services)
    },
  })
  const { idOfNew } = makeExamples(api)
  ids.client = await idOfNew('client')
  ids.timekeeper = await idOfNew('timekeeper')
})
afterAll(() => api.close())

const as = 'Administrator'
const post = (entity: string, body: AnyRow) => api.call({ as, method: 'POST', url: `/api/v1/${entity}`, body })
const put = (entity: string, id: unknown, body: AnyRow) =>
  api.call({ as, method: 'PUT', url: `/api/v1/${entity}/${id}`, body })

/** All that section 5 of the specification asks of these kinds. */
const unnamed: readonly [kind: string, field: string, body: () => AnyRow][] = [
  ['auto_case_creation', 'name', () => ({ party_email_domains: ['acme.example'] })],
  ['document_processing', 'name', () => ({})],
  ['notification_rule', 'name', () => ({ include_emails: ['clerk@one.example'] })],
  ['ethical_wall', 'name', () => ({ client_id: ids.client, timekeeper_ids: [ids.timekeeper] })],
  ['jurisdiction_group', 'name', () => ({})],
  ['jurisdiction_preference', 'description', () => ({})],
]

test.each(unnamed)('%s needs no name: it is numbered, as the description says', async (kind, field, body) => {
  const resource = getResource(kind)
  const [label] = resource.label
  for (const number of [1, 2]) {
    const { status, text, json } = await post(kind, { ...body(), ...(number === 2 ? { [field]: ' ' } : {}) })
    expect([status, json()[field]], text).toEqual([201, `${label} ${number}`])
  }
  expect(creationSchema(resource).required).not.toContain(field)
})

test('a number is not given twice, in other letters either', async () => {
  for (const name of ['JURISDICTION GROUP 7', 'Ｊurisdiction group 8'])
    expect((await post('jurisdiction_group', { name })).status).toBe(201)
  const made = await post('jurisdiction_group', {})
  expect([made.status, made.json().name]).toEqual([201, 'Jurisdiction group 9'])
  const both = await Promise.all([post('jurisdiction_group', {}), post('jurisdiction_group', {})])
  expect(both.map(({ json }) => json().name).toSorted()).toEqual(['Jurisdiction group 10', 'Jurisdiction group 11'])
})

test('a record whose name is cleared gets one, and keeps the one it has otherwise', async () => {
  const { id } = (await post('jurisdiction_group', { name: 'Ninth Circuit' })).json()
  expect((await put('jurisdiction_group', id, {})).json().name).toBe('Ninth Circuit')
  expect(String((await put('jurisdiction_group', id, { name: null })).json().name)).toMatch(/^Jurisdiction group \d+$/)
})

test('a timekeeper without a name has that of the sort name, or else of the email, and needs one of them', async () => {
  const nameOf = async (body: AnyRow) => (await post('timekeeper', body)).json().full_name
  expect(await nameOf({ email: 'mara@one.example' })).toBe('mara@one.example')
  expect(await nameOf({ sort_name: 'Lowe, Mara', email: 'mara2@one.example' })).toBe('Lowe, Mara')
  const refused = await post('timekeeper', { title: 'Partner' })
  expect([refused.status, refused.json().errors]).toMatchObject([400, [{ field: 'full_name', code: 'required' }]])
})

test('rows of a file that are written together get different numbers', async () => {
  const answer = await api.call({
    ...{ as, method: 'POST', url: '/api/v1/document_processing/import?mode=commit' },
    headers: { 'content-type': 'text/csv' },
    body: 'Name,Max minutes wait for stamp\r\n,30\r\n,40\r\n',
  })
  expect(answer.json(), answer.text).toMatchObject({ status: 'committed', counts: { new: 2 } })
  const found = await api.call({ as, url: '/api/v1/document_processing/search?sort=name' })
  const names = (found.json().document_processings as AnyRow[]).map(({ name }) => name)
  expect(names).toEqual([1, 2, 3, 4].map((number) => `Document processing ${number}`))
})
