import { everyone } from '@courtcrier/contract/access.ts'
import { camelCase, snakeCase } from '@courtcrier/contract/names.ts'
import { canFilter } from '@courtcrier/contract/query.ts'
import { type AnyRow, baseFields, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { type Examples, makeExamples } from '../testing/examples.ts'
import { type PlantedRecords, plantRecords } from '../testing/planted-records.ts'
import { resourceRoutes } from './resources.ts'
import { importRoutes } from './transfer/import.ts'

let api: TestApi
let examples: Examples
let planted: PlantedRecords
beforeAll(async () => {
  api = await openTestApi({
    register: (scope, services) => {
      resourceRoutes(scope, services)
      importRoutes(scope, services)
    },
  })
  examples = makeExamples(api)
  planted = await plantRecords(api, 'Zinc', await examples.idOfNew('timekeeper'))
  const url = '/api/v1/client/import?mode=dry_run'
  const headers = { 'content-type': 'text/csv' }
  const run = await api.call({ as, method: 'POST', url, headers, body: 'Name,Number\r\nZinc,Z-1' })
  expect(run.status, run.text).toBe(200)
})
afterAll(() => api.close())

const as = 'Administrator'
const written = resources.filter(
  ({ isReadOnly, isSingleton, subject }) => !isReadOnly && !isSingleton && subject !== everyone,
)

describe.each(written.map((resource) => [resource.name, resource] as const))('%s', (name, resource) => {
  const url = `/api/v1/${name}`
  const read = async (id: string) => await api.call({ as, url: `${url}/${id}` })

  test('is deleted at the version that was read, and at no other', async () => {
    const id = await examples.idOfNew(name)
    const { headers } = await read(id)
    const remove = (version: unknown) =>
      api.call({ as, method: 'DELETE', url: `${url}/${id}`, headers: { 'if-match': String(version) } })
    const late = await remove('"2020-01-01T00:00:00.000Z"')
    expect([late.status, late.json().code], late.text).toEqual([412, 'changed_meanwhile'])
    expect((await read(id)).status).toBe(200)
    const removed = await remove(headers.etag)
    expect(removed.status, removed.text).toBe(204)
  })

  test('is found by every value it is answered with, and a list of other values is refused or finds nothing', async () => {
    expect(await wrongFilters(resource, await examples.idOfNew(name))).toEqual([])
  })

  const texts = resource.unique.flatMap((keys) => {
    const [key] = keys.filter(
      (each) => resource.fields[each]?.kind === 'text' || resource.fields[each]?.kind === 'email',
    )
    return key ? [[snakeCase(key), keys.map(snakeCase)] as const] : []
  })
  test.each(texts)('has no second one with the same %s, in another case or another spelling', async (key, keys) => {
    const { answer, body } = await examples.create(name)
    expect(answer.status, answer.text).toBe(201)
    const next: AnyRow = await examples.inputFor(resource)
    for (const each of keys) next[each] = body[each]
    const text = String(body[key])
    const isEmail = resource.fields[camelCase(key)]?.kind === 'email'
    const spelled = [
      text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase(),
      ...(isEmail ? [] : [text.replace(/[!-~]/g, inFullWidth), text.replace(/\B/, '\u200b').replaceAll(' ', '\u00a0')]),
    ]
    for (const other of spelled) {
      const second = await api.call({ as, method: 'POST', url, body: { ...next, [key]: other } })
      expect([other, second.status, second.json().code], second.text).toEqual([other, 409, 'not_unique'])
    }
  })
})

/** What a filter is refused for, since it may name what the reader sees under another name, or not at all. */
const unsearched: Readonly<Record<string, readonly string[]>> = { system_event: ['sentence', 'record_title'] }

const unwritten = resources.filter(({ isReadOnly }) => isReadOnly)

test.each(unwritten.map((resource) => [resource.name, resource] as const))(
  'what people only read (%s) is found by every value it is answered with, too, and by no others',
  async (name, resource) => {
    const id = planted.ids[name] ?? (await search(`/api/v1/${name}`, [], '&max=1')).ids?.[0]
    expect(id).toEqual(expect.any(String))
    await fillTimes(resource, String(id))
    const wrong = await wrongFilters(resource, String(id))
    expect(wrong.filter(([, , answer]) => answer.status !== 400)).toEqual([])
    expect(wrong.map(([field]) => field)).toEqual(unsearched[name] ?? [])
  },
)

/** Has a day or a moment in each field of the row that may have one. */
async function fillTimes(resource: Resource, id: string): Promise<void> {
  const times = Object.entries(resource.fields).flatMap(([key, { kind, isComputed, within }]) => {
    if (isComputed || within || (kind !== 'date' && kind !== 'timestamp')) return []
    return [sql`${sql.ref(snakeCase(key))} = ${kind === 'date' ? '2026-03-04' : '2026-03-04T09:00:00.123Z'}`]
  })
  if (resource.isVirtual || times.length === 0) return
  await withSystem(api.services.database, (trx) =>
    sql`update ${sql.table(tableOf(resource))} set ${sql.join(times)} where id = ${id}::uuid`.execute(trx),
  )
}

type Wrong = readonly [field: string, value: unknown, answer: Awaited<ReturnType<typeof search>>]

/** Returns the filters by a list that miss the row by its own values, or find it by others. */
async function wrongFilters(resource: Resource, id: string): Promise<readonly Wrong[]> {
  const url = `/api/v1/${resource.name}`
  const row = (await api.call({ as, url: `${url}/${id}` })).json()
  const wrong: Wrong[] = []
  for (const field of [...baseFields, ...Object.keys(resource.fields)]
    .filter((key) => canFilter(resource, key))
    .map(snakeCase)) {
    const find = (value: unknown) =>
      search(url, [
        { field, in: [String(value)] },
        { field: 'id', in: [id] },
      ])
    const value = Array.isArray(row[field]) ? row[field][0] : row[field]
    const isThere = value !== null && value !== undefined
    if (isThere && (await find(value)).ids?.join() !== id) wrong.push([field, value, await find(value)])
    const other = await find('no such value')
    if (other.status !== 400 && other.ids?.length !== 0) wrong.push([field, 'no such value', other])
  }
  return wrong
}

function inFullWidth(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) + 0xfee0)
}

async function search(url: string, filters: readonly object[], more = '') {
  const query = `filters=${encodeURIComponent(JSON.stringify(filters))}${more}`
  const answer = await api.call({ as, url: `${url}/search?${query}` })
  if (answer.status !== 200) return { status: answer.status, detail: answer.text }
  const [rows] = Object.values(answer.json()) as AnyRow[][]
  return { status: 200, ids: (rows ?? []).map(({ id }) => id) }
}
