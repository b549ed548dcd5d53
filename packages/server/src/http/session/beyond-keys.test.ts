import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { mostOfKey } from '@courtcrier/contract/api-keys.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { beyondKeys, isBeyondKeys } from '../../auth/api-keys/beyond-keys.ts'
import { newId } from '../../base/db/ids.ts'
import { type ApiCall, openTestApi, type TestApi } from '../../testing/api.ts'
import { callWith, makeTestKey } from '../../testing/api-keys.ts'
import { productRoutes } from '../routes.ts'

/** Every route of the API, as its own description lists them, is called with keys here. */
let api: TestApi
let routes: readonly Route[]
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  const { paths } = (await api.call({ url: '/api/v1/openapi.json' })).json() as { paths: Record<string, AnyRow> }
  routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase() as Route['method'],
      path,
      security: (operation as AnyRow).security as readonly object[] | undefined,
    })),
  )
})
afterAll(() => api.close())

interface Route {
  method: NonNullable<ApiCall['method']>
  path: string
  security: readonly object[] | undefined
}

const isOpen = ({ security }: Route) => security?.length === 0
const pattern = ({ path }: Route) => path.replace('/api/v1', '').replace(/\{(\w+)\}/g, ':$1')
const isBeyond = (route: Route) => isBeyondKeys(route.method, pattern(route))
const calling = ({ method, path }: Route): ApiCall => ({
  method,
  url: path.replace(/\{\w+\}/g, newId()),
  ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
})

const everything = (access: 'READ' | 'FULL') =>
  Object.fromEntries(
    permissionSubjects.map((subject) => [subject, access === 'FULL' ? mostOfKey(subject) : access]),
  ) as AnyRow

/** POST routes that only read, though their method says otherwise. */
const reading = /\/(search|try|preview|similar|ids)$/

test('a key that reads everything is refused by every route that writes', async () => {
  const { secret } = await makeTestKey(api, { scopes: everything('READ') })
  const writing = routes.filter((route) => route.method !== 'GET' && !isOpen(route) && !reading.test(route.path))
  expect(writing.length).toBeGreaterThan(150)
  for (const route of writing) {
    const answer = await callWith(api, secret, calling(route))
    expect([route.method, route.path, answer.status]).toEqual([route.method, route.path, 403])
  }
})

test('no key calls what is for people, and the API’s description says so of each route', async () => {
  const { secret } = await makeTestKey(api, { scopes: everything('FULL') })
  const forPeople = routes.filter((route) => !isOpen(route) && isBeyond(route))
  expect(forPeople.length).toBeGreaterThan(30)
  for (const route of forPeople) {
    const answer = await callWith(api, secret, calling(route))
    expect([route.path, answer.status, answer.json().detail]).toEqual([
      route.path,
      403,
      "API keys can't be used for this. Log in instead.",
    ])
    expect([route.path, route.security]).toEqual([route.path, [{ bearer: [] }]])
  }
  expect(routes.filter((route) => !isOpen(route) && !isBeyond(route) && route.security)).toEqual([])
})

test('each line of what is for people is about a route', () => {
  const names = routes.map((route) => `${route.method} ${pattern(route)}`)
  expect(beyondKeys.filter(([line]) => !names.some((name) => line.test(name)))).toEqual([])
})

test('a key for one kind of record changes no other', async () => {
  const scopes = { ...everything('READ'), ignored_case: 'FULL' } satisfies AnyRow
  const { secret } = await makeTestKey(api, { scopes })
  const writing = routes.filter(
    (route) =>
      route.method !== 'GET' && !isOpen(route) && !reading.test(route.path) && !/\/ignored_case\b/.test(route.path),
  )
  const written: string[] = []
  for (const route of writing) {
    const { status } = await callWith(api, secret, calling(route))
    if (status < 300) written.push(`${route.method} ${route.path}`)
  }
  expect(written).toEqual([])
})

test('no key manages users, roles, credentials, walls, webhooks or the firm', async () => {
  const { secret } = await makeTestKey(api, { scopes: everything('FULL') })
  const people = ['user', 'user_security_role', 'ethical_wall', 'webhook', 'generic_credential']
  for (const subject of people) {
    const answer = await callWith(api, secret, { method: 'POST', url: `/api/v1/${subject}`, body: {} })
    expect([subject, answer.status]).toEqual([subject, 403])
  }
  const firm = await callWith(api, secret, { method: 'PUT', url: '/api/v1/firm/1', body: { name: 'Mine' } })
  expect(firm.status).toBe(403)
})
