import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { jurisdictionGroup } from '@courtcrier/contract/resources/jurisdiction-group.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
}, 120_000)
afterAll(() => api.close())

async function make(entity: string, body: object): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

/** Returns the records that are mapped to nothing, as the console's "Not Mapped" asks for them. */
async function unmapped({ name, list }: Resource): Promise<AnyRow[]> {
  const filters = (list.mappedBy ?? []).map((key) => ({ field: snakeCase(key), isEmpty: true }))
  const query = new URLSearchParams({ filters: JSON.stringify(filters) })
  const answer = await api.call({ as: 'Administrator', url: `/api/v1/${name}/search?${query}` })
  expect(answer.status, answer.text).toBe(200)
  return Object.values(answer.json())[0] as AnyRow[]
}

const mapped = resources.filter(({ list }) => list.mappedBy)

test('there are kinds of records that are mapped', () => {
  expect(mapped.length).toBeGreaterThan(5)
})

test.each(mapped)('records that are mapped to nothing are found: $name', async (resource) => {
  await unmapped(resource)
})

test('records mapped by several fields are found when all of them are empty', async () => {
  const jurisdiction_ids = [await make('jurisdiction', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })]
  await make('jurisdiction_group', { name: 'By kind', categories: ['STATE_TRIAL'] })
  await make('jurisdiction_group', { name: 'By name', jurisdiction_ids })
  await make('jurisdiction_group', { name: 'Of nothing' })
  expect((await unmapped(jurisdictionGroup)).map(({ name }) => name)).toEqual(['Of nothing'])
})

test('timekeepers without an email address are found', async () => {
  await make('timekeeper', { full_name: 'Ada Quill', email: 'ada@one.example' })
  await make('timekeeper', { full_name: 'Ruth Osei' })
  const found = (await unmapped(timekeeper)).map((row) => row.full_name)
  expect(found).toContain('Ruth Osei')
  expect(found).not.toContain('Ada Quill')
})
