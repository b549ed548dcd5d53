import { resources } from '@courtcrier/contract/resources/registry.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { filingRoutes } from './filings.ts'
import { inboxRoutes } from './inbox.ts'
import { manualRoutes } from './manual.ts'
import { resourceRoutes } from './resources.ts'

type Json = { [key: string]: Json } & { [index: number]: Json }

let api: TestApi
let registered: string[]
let document: Json
beforeAll(async () => {
  registered = []
  api = await openTestApi({
    register: (scope, services) => {
      scope.addHook('onRoute', ({ method, url }) => {
        if (method !== 'HEAD') registered.push(`${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
      })
      resourceRoutes(scope, services)
      inboxRoutes(scope, services)
      filingRoutes(scope, services)
      manualRoutes(scope, services)
    },
  })
  document = (await api.call({ url: '/api/v1/openapi.json' })).json() as Json
})
afterAll(() => api.close())

const methods = ['get', 'put', 'post', 'delete']

test('it is an OpenAPI 3.1 document by its own account, readable without a token', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document)).toEqual(
    expect.arrayContaining(['openapi', 'info', 'paths', 'components', 'security', 'servers', 'tags']),
  )
  expect(document.info).toMatchObject({ title: 'Courtcrier', version: '1' })
})

test('every route under /api/v1 is in it, and none without anything said of it', () => {
  expect(registered.length).toBeGreaterThan(50)
  const described = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(described).toEqual(expect.arrayContaining(registered))
  expect(operations().filter(({ operation }) => String(operation.tags) === 'Other')).toEqual([])
})

test('every route in it is there', () => {
  const absent = operations().filter(({ method, path }) => {
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    return !api.app.hasRoute({ method: method.toUpperCase() as 'GET', url })
  })
  expect(absent).toEqual([])
})

test('every operation has a unique id, a summary, a known tag and an answer; its path parameters are declared', () => {
  const ids = operations().map(({ operation }) => String(operation.operationId))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  const tags = Object.values(document.tags ?? {}).map((tag) => tag.name)
  for (const { path, method, operation } of operations()) {
    const where = `${method} ${path}`
    expect(operation.operationId, where).toMatch(/^[a-zA-Z0-9_]+$/)
    expect(operation.summary, where).toBeTruthy()
    expect(tags, where).toEqual(expect.arrayContaining(operation.tags as unknown as string[]))
    expect(Object.keys(operation.responses ?? {}).filter((status) => /^2\d\d$/.test(status)).length, where).toBe(
      path === '/api/v1/demo' && method === 'get' ? 2 : 1,
    )
    const declared = Object.values(operation.parameters ?? {}).filter((parameter) => String(parameter.in) === 'path')
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(
      declared.map((parameter) => parameter.name),
      where,
    ).toEqual(inPath)
    if (method === 'get' || method === 'delete') expect(operation.requestBody, where).toBeUndefined()
  }
})

test('every reference in it leads somewhere', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(references.length).toBeGreaterThan(100)
  for (const reference of new Set(references)) expect(resolve(reference), reference).toBeTypeOf('object')
})

test('only what is open to everybody says that it needs no token', () => {
  const open = operations().filter(({ operation }) => operation.security !== undefined)
  expect(open.map(({ path }) => path).toSorted()).toEqual([
    '/api/v1/auth/forgot',
    '/api/v1/auth/login',
    '/api/v1/auth/reset',
    '/api/v1/demo',
    '/api/v1/firm',
    '/api/v1/firm/logo.png',
    '/api/v1/firm/theme.css',
    '/api/v1/oauth/access_token',
    '/api/v1/openapi.json',
  ])
})

test('each resource has its schema with what its definition says', () => {
  const schemas = document.components?.schemas ?? {}
  for (const resource of resources) expect(Object.keys(schemas)).toContain(pascal(resource.name))
  expect(schemas.Firm?.properties?.name).toMatchObject({ type: 'string', maxLength: 60 })
  expect(schemas.Firm?.properties?.id).toMatchObject({ type: 'integer', readOnly: true })
  expect(schemas.Firm?.properties?.primary_color).toMatchObject({ type: ['string', 'null'], pattern: '^#[0-9a-f]{6}$' })
  expect(schemas.NewJudge?.required).toEqual(['name', 'jurisdiction_id'])
  expect(schemas.StoragePolicy?.properties?.store_email?.enum).toEqual(['none', 'pdf', 'eml'])
  expect(schemas.User?.properties?.created_at).toMatchObject({ format: 'date-time', readOnly: true })
})

test('a search says its parameters, and a creation what it may be refused with', () => {
  const path = document.paths?.['/api/v1/case/search']?.get
  const names = Object.values(path?.parameters ?? {}).map((parameter) => parameter.name)
  expect(names).toEqual(['max', 'offset', 'freeText', 'sort', 'filters'])
  const creation = document.paths?.['/api/v1/case']?.post
  expect(Object.keys(creation?.responses ?? {})).toEqual(expect.arrayContaining(['201', '400', '401', '403', '409']))
})

function operations() {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )
}

function resolve(reference: string): unknown {
  const parts = reference.replace(/^#\//, '').split('/')
  return parts.reduce<Json | undefined>((part, name) => part?.[name], document)
}

function pascal(name: string): string {
  return name.replace(/(^|_)(\w)/g, (_, _gap, letter: string) => letter.toUpperCase())
}
