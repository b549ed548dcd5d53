import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { getResource, resources } from '@courtcrier/contract/resources/registry.ts'
import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { arbitraryValue } from '@courtcrier/contract/testing/arbitrary-value.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { behaviourOf } from '../records/behaviour.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { type Examples, makeExamples } from '../testing/examples.ts'
import { isLongRun } from '../testing/long-run.ts'
import { openWaysToWrite, readRow, type WayToWrite } from '../testing/ways-to-write.ts'
import type { WriteResult } from '../testing/write-watch.ts'
import { resourceRoutes } from './resources.ts'
import { importRoutes } from './transfer/import.ts'
import { undoRoutes } from './undo.ts'

/**
 * There is one way to write rows: a row is created, changed and deleted with the same columns, events, webhook calls,
 * announcements and refusals whether by a form, a bulk edit, an import, an undo or the pipeline.
 */
let api: TestApi
let examples: Examples
let ways: readonly WayToWrite[]
beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
      undoRoutes(app, services)
    },
  })
  examples = makeExamples(api)
  ways = await openWaysToWrite(api)
})
afterAll(() => api.close())

type Kind = 'create' | 'update' | 'remove'

const written = resources.filter(({ isReadOnly, isSingleton, isVirtual }) => !isReadOnly && !isSingleton && !isVirtual)

/** Kinds with the most checks, and the most changes of other rows. */
const eventful = ['case', 'jurisdiction_preference', 'auto_case_creation', 'notification_rule', 'storage_policy']

function runsOf({ name }: Resource): number {
  const runs = eventful.includes(name) ? 6 : 1
  return isLongRun ? 10 * runs + 10 : runs
}

test.each(written.map((resource) => [resource.name, resource] as const))(
  'a %s is created, changed and deleted the same in every way',
  async (_, resource) => {
    const base = await examples.inputFor(resource)
    const changes = arbitraryChange(resource, await referencesOf(resource))
    const live = (values: AnyRow) => expectSameLives(resource, base, rowToJson(resource, values))
    await fc.assert(fc.asyncProperty(changes, live), { numRuns: runsOf(resource) })
  },
)

test('the firm is changed the same in every way', async () => {
  const resource = getResource('firm')
  const changes = arbitraryChange(resource, await referencesOf(resource))
  const change = async (values: AnyRow) => {
    const former = await readRow(api, resource, '1')
    await expectSame(resource, 'update', async ({ update }) => {
      const result = await update(resource, '1', values)
      const back = await call('PUT', 'firm/1', Object.fromEntries(Object.keys(values).map((key) => [key, former[key]])))
      expect(back.status, back.text).toBe(200)
      return result
    })
  }
  const changeBy = (values: AnyRow) => change(rowToJson(resource, values))
  await fc.assert(fc.asyncProperty(changes, changeBy), { numRuns: isLongRun ? 60 : 3 })
})

/** Each way changes and deletes the row that it created; one that can't gets a row that a form created. */
async function expectSameLives(resource: Resource, base: AnyRow, values: AnyRow): Promise<void> {
  const rows = new Map<string, string>()
  const created = await expectSame(resource, 'create', async ({ name, create }) => {
    const body = withOwn(resource, base)
    const result = await create?.(resource, body)
    if (result?.id) rows.set(name, result.id)
    await examples.leave(resource, body)
    return result
  })
  expect(created).toMatchObject({ refused: [], row: expect.anything() })
  expect(created?.announced).toContain(`${resource.name} this`)
  expect(created?.calls).toEqual([behaviourOf(resource).happenings?.created].filter(Boolean))
  for (const { name } of waysOf(resource, 'update')) rows.set(name, rows.get(name) ?? (await copyOf(resource, base)))
  const idOf = ({ name }: WayToWrite) => rows.get(name) ?? ''
  await expectSame(resource, 'update', (way) => way.update(resource, idOf(way), values))
  const removed = await expectSame(resource, 'remove', async (way) => way.remove?.(resource, idOf(way)))
  expect(removed).toMatchObject({ refused: [] })
  expect(removed?.announced).toContain(`${resource.name} this`)
}

test('a number that is taken is refused however the change is made', async () => {
  const client = getResource('client')
  const { number } = (await examples.create('client')).body
  const base = await examples.inputFor(client)
  const result = await expectSame(client, 'update', async ({ update }) =>
    update(client, await copyOf(client, base), { number }),
  )
  expect(result).toMatchObject({ refused: [expect.stringContaining('Number: ')], events: [], announced: [] })
})

test('a record in use is refused with the same sentence however it is deleted', async () => {
  const client = getResource('client')
  const matter = await examples.inputFor(getResource('matter'))
  const use = async (client_id: string) => {
    const made = await call('POST', 'matter', { ...withOwn(getResource('matter'), matter), client_id })
    expect(made.status, made.text).toBe(201)
  }
  const base = await examples.inputFor(client)
  const result = await expectSame(client, 'remove', async ({ remove }) => {
    const id = await copyOf(client, base)
    await use(id)
    return remove?.(client, id)
  })
  expect(result?.refused).toEqual([expect.stringContaining('1 matter')])
  const created = await call('POST', 'client', await examples.inputFor(client))
  await use(String(created.json().id))
  const undone = await call('POST', `undo/${created.headers['x-undo-id']}`)
  expect((undone.json().outcomes as RowOutcome[])[0]?.reason).toBe(result?.refused[0])
})

test('setting a secret is logged however it is made, and its value never', async () => {
  const resource = getResource('generic_credential')
  const base = await examples.inputFor(resource)
  const result = await expectSame(resource, 'update', async ({ update }) =>
    update(resource, await copyOf(resource, base), { password: 'not to be told' }),
  )
  expect(result?.events).toMatchObject([{ details: { password: 'set' } }])
})

function waysOf(resource: Resource, kind: Kind): readonly WayToWrite[] {
  return ways.filter((way) => way.isFor(resource) && way[kind] !== undefined)
}

/** Writes in every way there is, and compares each with the first. Returns the first result. */
async function expectSame(
  resource: Resource,
  kind: Kind,
  write: (way: WayToWrite) => Promise<WriteResult | undefined>,
): Promise<WriteResult | undefined> {
  const results: (readonly [string, WriteResult | undefined])[] = []
  for (const way of ways.filter((each) => each.isFor(resource) && each[kind]))
    results.push([way.name, await write(way)])
  const [first, ...others] = results
  expect(others.length).toBeGreaterThan(0)
  for (const [name, result] of others) expect([name, told(result)]).toEqual([name, told(inPart(first?.[1], result))])
  return first?.[1]
}

const told = (result: WriteResult | undefined) => ({ ...result, id: undefined })

/**
 * A bulk edit with values that no row could have is refused before any row is read, so it names the problems of the
 * values alone, and none of a rule that depends on the row.
 */
function inPart(whole: WriteResult | undefined, result: WriteResult | undefined): WriteResult | undefined {
  if (!whole || !result?.isRefusedUnread) return whole
  const refused = whole.refused.filter((sentence) => result.refused.includes(sentence))
  return { ...whole, refused, isRefusedUnread: true }
}

function call(method: 'POST' | 'PUT', path: string, body?: AnyRow) {
  return api.call({ as: 'Administrator', method, url: `/api/v1/${path}`, ...(body ? { body } : {}) })
}

let copies = 0

/** A body like the other, except for what must be unique. */
function withOwn(resource: Resource, base: AnyRow): AnyRow {
  copies += 1
  // An import takes a row with the title of another for that one, unless something else is unique.
  const keys = resource.unique.length > 0 ? resource.unique.flat() : [resource.title]
  const own = keys.flatMap((key) => {
    const kind = resource.fields[key]?.kind
    if (kind === 'email') return [[snakeCase(key), `s-${copies}@one.example`]]
    return kind === 'text' ? [[snakeCase(key), `S-${copies}`]] : []
  })
  return { ...base, ...Object.fromEntries(own) }
}

/** Creates a row like the others, except for what must be unique, that nothing refers to. */
async function copyOf(resource: Resource, base: AnyRow): Promise<string> {
  const body = withOwn(resource, base)
  const answer = await call('POST', resource.name, body)
  expect(answer.status, answer.text).toBe(201)
  await examples.leave(resource, body)
  return String(answer.json().id)
}

type References = Readonly<Record<string, readonly string[]>>

/** Two records for each field that refers to some. */
async function referencesOf(resource: Resource): Promise<References> {
  const ids: Record<string, readonly string[]> = {}
  for (const key of changeable(resource)) {
    const field = resource.fields[key]
    if (!field?.resource) continue
    ids[key] = [await examples.valueOf(field), await examples.valueOf(field)].flat().map(String)
  }
  return ids
}

/** What no two rows may have by a rule of their kind: the first way to write would leave none for the others. */
const uniqueByRule: Readonly<Record<string, readonly string[]>> = { saved_view: ['name'], mail_sender: ['isActive'] }

function changeable(resource: Resource): readonly string[] {
  const uniqueKeys = new Set([...resource.unique.flat(), ...(uniqueByRule[resource.name] ?? [])])
  const isChangeable = ([key, field]: [string, Resource['fields'][string]]) =>
    !field.readOnly && !field.isComputed && field.kind !== 'secret' && !uniqueKeys.has(key)
  return Object.entries(resource.fields)
    .filter(isChangeable)
    .map(([key]) => key)
}

/** Generates some fields with valid values, and occasionally an invalid one. */
function arbitraryChange(resource: Resource, references: References): fc.Arbitrary<AnyRow> {
  const keys = changeable(resource)
  return fc
    .uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 4 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((key) => [key, valueFor(resource, key, references)]))))
}

function valueFor(resource: Resource, key: string, references: References): fc.Arbitrary<unknown> {
  const field = resource.fields[key]
  if (!field) throw new Error(`there is no field ${key}`)
  const ids = references[key]
  if (ids) {
    const one = fc.constantFrom(...ids)
    const some = field.kind === 'referenceList' ? fc.uniqueArray(one, { minLength: 1 }) : one
    return field.required || field.minItems
      ? some
      : fc.oneof(some, fc.constant(field.kind === 'referenceList' ? [] : null))
  }
  const isLimited = field.kind !== 'number' && field.max !== undefined
  const long = 'x'.repeat((isLimited ? Number(field.max) : (field.longestItem ?? 4000)) + 1)
  const wrong = field.kind === 'boolean' ? 'perhaps' : field.kind.endsWith('List') ? [long] : long
  const valid = arbitraryValue(field).filter(
    (value) => field.kind !== 'boolean' || !isEmptyValue(value) || value === false,
  )
  return fc.oneof({ weight: 5, arbitrary: valid }, { weight: 1, arbitrary: fc.constant(wrong) })
}
