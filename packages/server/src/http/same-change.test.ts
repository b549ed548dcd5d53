import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, labelOf, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { arbitraryValue } from '@courtcrier/contract/testing/arbitrary-value.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { csvLine, neutralize } from '../records/transfer/cells.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { type Examples, makeExamples } from '../testing/examples.ts'
import { isLongRun } from '../testing/long-run.ts'
import { resourceRoutes } from './resources.ts'
import { importRoutes } from './transfer/import.ts'
import { undoRoutes } from './undo.ts'

/**
 * There is one way to write rows: a change has the same rows, events and refusals whether it is made by a form, a bulk
 * edit, an import or an undo.
 */
let api: TestApi
let examples: Examples
beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
      undoRoutes(app, services)
    },
  })
  examples = makeExamples(api)
})
afterAll(() => api.close())

const entities = ['judge', 'client', 'matter', 'timekeeper', 'location', 'ignored_case', 'case']

test.each(entities)('a change to a %s is the same however it is made', async (name) => {
  const resource = getResource(name)
  const uniqueKeys = new Set(resource.unique.flat())
  const keys = Object.keys(resource.fields).filter((key) => isChangeable(resource, key) && !uniqueKeys.has(key))
  await fc.assert(
    fc.asyncProperty(arbitraryChange(resource, keys), async (values) => {
      const base = await examples.inputFor(resource)
      const results: Result[] = []
      for (const way of ways) results.push(await way(resource, await copyOf(resource, base), values))
      const [form, ...others] = results
      for (const result of others) expect(result).toEqual(form)
    }),
    { numRuns: isLongRun ? 200 : 8 },
  )
})

test('a number that is taken is refused however the change is made', async () => {
  const client = getResource('client')
  const taken = await examples.create('client')
  const number = String(taken.body.number)
  for (const way of ways.slice(0, 3)) {
    const result = await way(client, await copyOf(client, await examples.inputFor(client)), { number })
    expect(result).toEqual({ refused: ['Number'], events: [] })
  }
})

test('a record in use is refused with the same sentence however it is deleted', async () => {
  const clientId = await examples.idOfNew('client')
  const matter = await examples.inputFor(getResource('matter'))
  const made = await call('POST', 'matter', { ...matter, client_id: clientId })
  expect(made.status, made.text).toBe(201)
  const sentence = String((await call('DELETE', `client/${clientId}`)).json().detail)
  expect(sentence).toContain('1 matter')
  const bulk = await call('POST', 'client/bulk-delete', { ids: [clientId] })
  expect((bulk.json().outcomes as RowOutcome[])[0]?.reason).toBe(sentence)
  const created = await call('POST', 'client', await examples.inputFor(getResource('client')))
  const used = await call('POST', 'matter', {
    ...(await examples.inputFor(getResource('matter'))),
    client_id: created.json().id,
  })
  expect(used.status, used.text).toBe(201)
  const undone = await call('POST', `undo/${created.headers['x-undo-id']}`)
  expect((undone.json().outcomes as RowOutcome[])[0]?.reason).toBe(sentence)
})

test('setting a secret is logged however it is made, and its value never', async () => {
  const resource = getResource('generic_credential')
  for (const way of [changeByForm, changeByImport]) {
    const { id } = await copyOf(resource, await examples.inputFor(resource))
    await way(resource, { id }, { password: 'not to be told' })
    const [event] = await latestEvents(resource, id)
    expect(event?.details).toEqual({ password: 'set' })
  }
})

interface Copy {
  id: string
}

type Problems = readonly { field: string }[]

/**
 * The result of one way of changing a row: the row's columns and the latest event, or the labels of the refused fields.
 */
interface Result {
  row?: AnyRow
  refused?: readonly string[]
  events: readonly object[]
}

type Way = (resource: Resource, copy: Copy, values: AnyRow) => Promise<Result>

const ways: readonly Way[] = [changeByForm, changeInBulk, changeByImport, changeByUndo]

async function changeByForm(resource: Resource, { id }: Copy, values: AnyRow): Promise<Result> {
  const answer = await call('PUT', `${resource.name}/${id}`, jsonOf(values))
  if (answer.status === 200) return resultOf(resource, id)
  return { refused: labelsOf(resource, answer.json().errors as Problems), events: [] }
}

async function changeInBulk(resource: Resource, { id }: Copy, values: AnyRow): Promise<Result> {
  const answer = await call('POST', `${resource.name}/bulk-update`, { ids: [id], values: jsonOf(values) })
  if (answer.status !== 200) return { refused: labelsOf(resource, answer.json().errors as Problems), events: [] }
  const [outcome] = answer.json().outcomes as RowOutcome[]
  // A record that already has the values is said to be so, and is as it was.
  if (outcome?.isDone || outcome?.reason === 'It already has these values.') return resultOf(resource, id)
  const named = Object.keys(resource.fields).filter((key) => outcome?.reason?.includes(`${labelOf(resource, key)}: `))
  return { refused: named.map((key) => labelOf(resource, key)).toSorted(), events: [] }
}

async function changeByImport(resource: Resource, { id }: Copy, values: AnyRow): Promise<Result> {
  const header = ['Id', ...Object.keys(values).map((key) => labelOf(resource, key))]
  const cells = [id, ...Object.entries(values).map(([key, value]) => cellOf(resource, key, value))]
  const body = [csvLine(header), csvLine(cells.map(neutralize))].join('\r\n')
  const url = `/api/v1/${resource.name}/import?mode=commit`
  const answer = await api.call({ as, method: 'POST', url, headers: { 'content-type': 'text/csv' }, body })
  expect(answer.status, answer.text).toBe(200)
  const { errors, counts } = answer.json() as { errors: readonly { column: string }[]; counts: AnyRow }
  if (counts.error === 0) return resultOf(resource, id)
  return { refused: errors.map(({ column }) => column).toSorted(), events: [] }
}

/** Changes the row to the values and back, and undoes the latter. A row can't be in an invalid state. */
async function changeByUndo(resource: Resource, { id }: Copy, values: AnyRow): Promise<Result> {
  const former = (await call('GET', `${resource.name}/${id}`)).json()
  const first = await changeByForm(resource, { id }, values)
  if (first.refused || !first.events.length) return first
  const back = Object.fromEntries(Object.keys(values).map((key) => [snakeCase(key), former[snakeCase(key)]]))
  const changed = await call('PUT', `${resource.name}/${id}`, back)
  expect(changed.status, changed.text).toBe(200)
  const undone = await call('POST', `undo/${changed.headers['x-undo-id']}`)
  expect(undone.json(), undone.text).toMatchObject({ done: 1, refused: 0 })
  return resultOf(resource, id)
}

const as: TestRole = 'Administrator'

function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
  return api.call({ as, method, url: `/api/v1/${path}`, ...(body ? { body } : {}) })
}

let copies = 0

/** Creates a row like the others, except for unique fields. */
async function copyOf(resource: Resource, base: AnyRow): Promise<Copy> {
  copies += 1
  const numbers = resource.unique.flat().filter((key) => resource.fields[key]?.kind === 'text')
  const own = Object.fromEntries(numbers.map((key) => [snakeCase(key), `S-${copies}`]))
  const answer = await call('POST', resource.name, { ...base, ...own })
  expect(answer.status, answer.text).toBe(201)
  return { id: String(answer.json().id) }
}

async function resultOf(resource: Resource, id: string): Promise<Result> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ row: AnyRow }>`select to_jsonb(t) - 'id' - 'created_at' - 'updated_at' as row
      from ${sql.table(tableOf(resource))} t where id = ${id}::uuid`.execute(trx),
  )
  const own = new Set(resource.unique.flat().map(snakeCase))
  const row = Object.fromEntries(
    Object.entries(rows[0]?.row ?? {}).filter(([key]) => !own.has(key) && !/_key(_back)?$/.test(key)),
  )
  return { row, events: (await latestEvents(resource, id)).slice(0, 1) }
}

/** Returns events of the row, latest first, without how the change was made. */
async function latestEvents(resource: Resource, id: string) {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ type: string; level: string; sentence: string; details: string | null; userId: string }>`
      select type, level, sentence, details, user_id as "userId" from system_events
      where entity = ${resource.name} and entity_id = ${id} and type = 'object update' order by id desc`.execute(trx),
  )
  return rows.map(({ sentence, details, ...event }) => ({
    ...event,
    sentence: sentence.replace(/ by an (?:import|undo)\.$/, '.').replace(/"S-\d+"/, '"S"'),
    details: details === null ? null : (JSON.parse(details) as object),
  }))
}

function isChangeable(resource: Resource, key: string): boolean {
  const field = resource.fields[key]
  return field !== undefined && !field.readOnly && !field.isComputed && field.kind !== 'secret' && !field.resource
}

/** Generates some fields with valid values, and occasionally an invalid one. */
function arbitraryChange(resource: Resource, keys: readonly string[]): fc.Arbitrary<AnyRow> {
  const valueFor = (key: string) => {
    const field = resource.fields[key]
    if (!field) throw new Error(`there is no field ${key}`)
    const wrong =
      field.kind === 'boolean' ? fc.nat().map(() => 'perhaps') : fc.constant('x'.repeat((field.max ?? 4000) + 1))
    const valid = arbitraryValue(field).filter(
      (value) => field.kind !== 'boolean' || !isEmptyValue(value) || value === false,
    )
    return fc.oneof({ weight: 5, arbitrary: valid }, { weight: 1, arbitrary: wrong })
  }
  return fc
    .uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 4 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((key) => [key, valueFor(key)]))))
}

function jsonOf(values: AnyRow): AnyRow {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [snakeCase(key), value]))
}

function cellOf(resource: Resource, key: string, value: unknown): string {
  const field = resource.fields[key]
  return field && typeof value !== 'string' ? kindOf(field).toCsv(value) : String(value)
}

function labelsOf(resource: Resource, problems: Problems): string[] {
  const labels = problems.map(({ field }) => {
    const key = Object.keys(resource.fields).find((name) => snakeCase(name) === field || name === field)
    return key ? labelOf(resource, key) : field
  })
  return labels.toSorted()
}
