import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { type DeniedField, deniable, denyFields, kept, makeWorld, type World } from '../testing/denied-world.ts'
import { isLongRun } from '../testing/long-run.ts'
import { type KnownRoute, oracleCalls, type ReadCall, readCalls } from '../testing/read-calls.ts'
import { productRoutes } from './routes.ts'

/**
 * A role that is denied a field gets the same answers whatever the field contains: from every read there is, and from
 * lists sorted and filtered by the field. So no answer contains its value, or reveals it by what is found or counted.
 */
let api: TestApi
let world: World
let routes: readonly KnownRoute[]

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes, previewsPerMinute: 1_000_000 })
  world = await makeWorld(api)
  const { paths } = (await api.call({ url: '/api/v1/openapi.json' })).json() as { paths: Record<string, object> }
  routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })),
  )
})
afterAll(() => api.close())

const references = kept.flatMap((resource) =>
  deniable(resource)
    .filter((key) => resource.fields[key]?.resource)
    .map((key) => ({ resource, key })),
)
/**
 * The paths from a filing, which most views follow, and what decides who is who and which case is meant. Denied together
 * are those of which none leads to another, so that each is asked for as if it were alone.
 */
const inShort = [
  ['envelope.caseId', 'jurisdiction.ecfxJurisdictionIds', 'user.timekeeperId'],
  ['case.matterId', 'inbox_item.envelopeId', 'user.securityRoleId'],
  ['matter.clientId', 'document_copy.envelopeId'],
]
const name = ({ resource, key }: DeniedField) => `${resource.name}.${key}`
const swept = isLongRun
  ? references.map((one) => [one])
  : inShort.map((names) => references.filter((one) => names.includes(name(one))))

test.each(swept.map((fields) => [fields.map(name).join(', '), fields] as const))(
  'a role that may not see %s never learns what it contains',
  (_, fields) => sweep(fields),
)

async function sweep(fields: readonly DeniedField[]): Promise<void> {
  await denyFields(api, fields)
  const calls = [
    ...readCalls(routes, world).filter((call) => fields.some((one) => isAsked(call, one))),
    ...fields.flatMap((one) => oracleCalls(one.resource.name, one.key)),
  ]
  const told: Map<string, string>[] = []
  const refusals: (string | undefined)[] = []
  for (const variant of [0, 1] as const) {
    for (const one of fields) refusals.push(await world.plant(one, variant))
    told.push(await answersTo(calls))
  }
  await world.restore()
  const [first = new Map<string, string>(), second = new Map<string, string>()] = told
  // Two records with the same number can't be in one court.
  if (refusals.some((why) => why && !why.includes('duplicate key'))) throw new Error(refusals.join())
  const differing = [...first].flatMap(([call, text]) => {
    const other = second.get(call) ?? ''
    return text === other ? [] : [[call, ...apart(text, other)]]
  })
  expect(differing).toEqual([])
}

/** Returns both answers from shortly before the first character in which they differ. */
function apart(one: string, other: string): readonly string[] {
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  const from = Math.max(0, (at < 0 ? one.length : at) - 60)
  return [one, other].map((text) => text.slice(from, from + 200))
}

/**
 * The short run includes lists only of the field's own resource and the one it refers to; every other read is in both
 * runs.
 */
function isAsked(call: ReadCall & { about: string }, { resource, key }: DeniedField): boolean {
  const isList = /\/(search|count|titles|export|bulk-values|import|bulk-delete)(\?|$)/.test(call.url)
  return isLongRun || !isList || [resource.name, resource.fields[key]?.resource].includes(call.about)
}

async function answersTo(calls: readonly ReadCall[]): Promise<Map<string, string>> {
  const told = new Map<string, string>()
  for (const call of calls) {
    const { status, headers, text } = await api.call({ as: 'Manager', ...call })
    // A refused call reveals nothing, so comparing it would prove nothing.
    expect(status, call.url).not.toBe(429)
    const known = `${call.method ?? 'GET'} ${call.url} ${JSON.stringify(call.body ?? '')}`
    told.set(known, `${status} ${headers['x-total-count'] ?? ''} ${settled(known, text)}`)
  }
  return told
}

/** Removes the answer's own times and IDs, and whether nothing refers to a record, so that it could be deleted. */
function settled(call: string, text: string): string {
  if (call.includes('/bulk-delete'))
    return text.replace(/"isDone":(true|false,"reason":"This record is in use and can't be deleted\.[^"]*")/, '')
  if (call.includes('/import?')) return text.replace(/"id":"[^"]*"|"\w+_at":"[^"]*"/g, '')
  return text.replace(/"as_of":"[^"]*"/, '')
}
