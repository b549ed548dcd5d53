import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

/** The calls of the API, and the names of their parameters. */
type Calls = ReadonlyMap<string, readonly string[]>

let api: TestApi
let calls: Calls
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  calls = callsOf((await api.call({ url: '/api/v1/openapi.json' })).json())
})
afterAll(() => api.close())

/** Any resource and any kind of credential: their calls are the same. */
const examples: Readonly<Record<string, string>> = { '{entity}': 'client', '{kind}': 'box_credential' }
const folder = path.join(import.meta.dirname, '../../../../docs')
const documented = globSync('*.md', { cwd: folder }).flatMap((file) => addressesIn(file))

test('the documentation names addresses', () => {
  expect(documented.length).toBeGreaterThan(30)
})

test('every address that the documentation names is a call, and has only its parameters', () => {
  const wrong = documented.flatMap(({ file, call, parameters }) => {
    const known = calls.get(call)
    const unknown = parameters.filter((name) => !known?.includes(name))
    return known && unknown.length === 0 ? [] : [`${file}: ${call} ${unknown.join(', ')}`]
  })
  expect(wrong).toEqual([])
})

interface Address {
  file: string
  call: string
  parameters: readonly string[]
}

/** Returns the addresses that a page names with their method, except those it cuts off. */
function addressesIn(file: string): Address[] {
  const text = readFileSync(path.join(folder, file), 'utf8')
  const found = text.matchAll(/\b(GET|POST|PUT|DELETE) (\/api\/v1\/[^\s`?]+)(?:\?([^\s`]*))?/g)
  return [...found].flatMap(([, method, address = '', query = '']) => {
    if (address.includes('…')) return []
    const named = address.replace(/\{(entity|kind)\}/, (name) => examples[name] ?? name)
    // The calls of several resources, as `{auto_case_creation,ignored_case}/try`.
    const call = named.replace(/\{([a-z_]+),[^}]*\}/, '$1')
    const parameters = query.split('&').flatMap((part) => part.split('=')[0] || [])
    return [{ file, call: `${method} ${patternOf(call)}`, parameters }]
  })
}

interface Described {
  paths: Readonly<Record<string, Readonly<Record<string, { parameters?: readonly { name: string; in: string }[] }>>>>
}

function callsOf(document: unknown): Calls {
  const { paths } = document as Described
  const entries = Object.entries(paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => {
      const names = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
      return [`${method.toUpperCase()} ${patternOf(address)}`, names] as const
    }),
  )
  return new Map(entries)
}

/** Returns the address without the names of its parts. */
function patternOf(address: string): string {
  return address.replace(/\{\w+\}/g, '{}')
}
