import { resources } from '@courtcrier/contract/resources/registry.ts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { productRoutes } from '../routes.ts'
import { limitHeaders } from './refusals.ts'

type Json = { [key: string]: Json } & { [index: number]: Json }

let api: TestApi
let registered: string[]
let document: Json
beforeAll(async () => {
  registered = []
  api = await openTestApi({
    register: (scope, services, deps) => {
      scope.addHook('onRoute', ({ method, url }) => {
        if (method !== 'HEAD') registered.push(`${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
      })
      productRoutes(scope, services, deps)
    },
  })
  document = (await api.call({ url: '/api/v1/openapi.json' })).json() as Json
})
afterAll(() => api.close())

const methods = ['get', 'put', 'post', 'delete']

test('it is a valid OpenAPI 3.1 document, readable without a token', () => {
  expect(document.openapi).toBe('3.1.0')
  expect(Object.keys(document)).toEqual(
    expect.arrayContaining(['openapi', 'info', 'paths', 'components', 'security', 'servers', 'tags']),
  )
  expect(document.info).toMatchObject({ title: 'Courtcrier', version: '1' })
})

test('an independent validator finds nothing wrong with it', async () => {
  const { valid, errors } = await new Validator().validate(document)
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
})

test('it has every route under /api/v1, each with a description', () => {
  expect(registered.length).toBeGreaterThan(50)
  const described = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  expect(described).toEqual(expect.arrayContaining(registered))
  expect(operations().filter(({ operation }) => String(operation.tags) === 'Other')).toEqual([])
})

test('every call that may be sent a body says what happens to one that is too large or of another type', () => {
  for (const { method, path, operation } of operations()) {
    if (method === 'get') continue
    expect(operation.responses, `${method} ${path}`).toMatchObject({
      413: { $ref: '#/components/responses/TooLarge' },
      415: { $ref: '#/components/responses/WrongMediaType' },
      429: { $ref: '#/components/responses/Problem' },
    })
  }
  expect(document.components?.responses?.TooLarge?.description).toContain('16384 bytes where no token is needed')
})

test('it has no route that does not exist', () => {
  const absent = operations().filter(({ method, path }) => {
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    return !api.app.hasRoute({ method: method.toUpperCase() as 'GET', url })
  })
  expect(absent).toEqual([])
})

test('every operation has a unique ID, a summary, a known tag and an answer; its path parameters are declared', () => {
  const ids = operations().map(({ operation }) => String(operation.operationId))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  const tags = Object.values(document.tags ?? {}).map((tag) => tag.name)
  for (const { path, method, operation } of operations()) {
    const where = `${method} ${path}`
    expect(operation.operationId, where).toMatch(/^[a-zA-Z0-9_]+$/)
    expect(operation.summary, where).toBeTruthy()
    expect(tags, where).toEqual(expect.arrayContaining(operation.tags as unknown as string[]))
    expect(
      Object.keys(operation.responses ?? {}).filter((status) => /^101$|^2\d\d$|^30[23]$/.test(status)).length,
      where,
    ).toBe(answersInTwoWays(method, path) ? 2 : 1)
    const declared = Object.values(operation.parameters ?? {}).filter((parameter) => String(parameter.in) === 'path')
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    expect(
      declared.map((parameter) => parameter.name),
      where,
    ).toEqual(inPath)
    if (method === 'get' || method === 'delete') expect(operation.requestBody, where).toBeUndefined()
  }
})

/** What may have nothing to answer, and imports, which may be answered before they run. */
function answersInTwoWays(method: string, path: string): boolean {
  const mayBeNothing = ['get /api/v1/demo', 'get /api/v1/case/{id}/making']
  return mayBeNothing.includes(`${method} ${path}`) || (method === 'post' && /^\/api\/v1\/\w+\/import$/.test(path))
}

test('every reference in it has a target', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(references.length).toBeGreaterThan(100)
  for (const reference of new Set(references)) expect(resolve(reference), reference).toBeTypeOf('object')
})

test('only routes open to everyone are documented as needing no token', () => {
  const open = operations().filter(({ operation }) => (operation.security as unknown[] | undefined)?.length === 0)
  expect(open.map(({ path }) => path).toSorted()).toEqual([
    '/api/v1/auth/forgot',
    '/api/v1/auth/invitation',
    '/api/v1/auth/login',
    '/api/v1/auth/login/passkey',
    '/api/v1/auth/login/passkey/finish',
    '/api/v1/auth/login/second-factor',
    '/api/v1/auth/reset',
    '/api/v1/demo',
    '/api/v1/dms-sign-in/callback',
    '/api/v1/dms-sign-in/{id}',
    '/api/v1/firm',
    '/api/v1/firm/logo.png',
    '/api/v1/firm/theme.css',
    '/api/v1/graph-bell/{id}/{key}',
    '/api/v1/mail-sign-in/callback',
    '/api/v1/mail-sign-in/{id}',
    '/api/v1/oauth/access_token',
    '/api/v1/openapi.json',
    '/api/v1/page_views/open',
    '/api/v1/provider-mail/{id}/{key}/mime',
    '/api/v1/public-document/{token}',
    '/api/v1/public-document/{token}/content',
    '/api/v1/sso/callback',
    '/api/v1/sso/providers',
    '/api/v1/sso/saml',
    '/api/v1/sso/saml/metadata',
    '/api/v1/sso/session',
    '/api/v1/sso/{id}/start',
  ])
})

test('each resource has a schema that matches its definition', () => {
  const schemas = document.components?.schemas ?? {}
  for (const resource of resources) expect(Object.keys(schemas)).toContain(pascal(resource.name))
  expect(schemas.Firm?.properties?.name).toMatchObject({ type: 'string', maxLength: 60 })
  expect(schemas.Firm?.properties?.id).toMatchObject({ type: 'integer', readOnly: true })
  expect(schemas.Firm?.properties?.primary_color).toMatchObject({ type: ['string', 'null'], pattern: '^#[0-9a-f]{6}$' })
  expect(schemas.NewJudge?.required).toEqual(['name', 'jurisdiction_id'])
  expect(schemas.StoragePolicy?.properties?.store_email?.enum).toEqual(['none', 'pdf', 'eml'])
  expect(schemas.User?.properties?.created_at).toMatchObject({ format: 'date-time', readOnly: true })
})

test('a search lists its parameters, and a creation its possible refusals', () => {
  const path = document.paths?.['/api/v1/case/search']?.get
  const names = Object.values(path?.parameters ?? {}).map((parameter) => parameter.name)
  expect(names).toEqual(['max', 'offset', 'freeText', 'sort', 'filters', 'cursor'])
  const creation = document.paths?.['/api/v1/case']?.post
  expect(Object.keys(creation?.responses ?? {})).toEqual(expect.arrayContaining(['201', '400', '401', '403', '409']))
})

test('what only a new record has is not stated of updates and answers', () => {
  const { Client: record, NewClient: creation, Case: courtCase, NewCase: newCase } = document.components?.schemas ?? {}
  expect(record?.properties?.status).not.toHaveProperty('default')
  expect(creation?.allOf?.[1]?.properties?.status).toEqual({ default: 'Active' })
  expect(courtCase?.properties?.assigned_timekeepers).not.toHaveProperty('minItems')
  expect(newCase?.allOf?.[1]?.properties?.assigned_timekeepers).toEqual({ minItems: 1 })
})

test('answers list their headers, and requests that may be protobuf have a schema of their message', () => {
  const headersOf = (path: string, method: string, status: string) =>
    Object.keys(document.paths?.[`/api/v1/${path}`]?.[method]?.responses?.[status]?.headers ?? {})
  expect(headersOf('case/search', 'get', '200')).toEqual(['x-total-count', 'x-total-at-least', 'x-next-cursor'])
  expect(headersOf('case/{id}', 'get', '200')).toEqual(['etag'])
  expect(headersOf('case', 'post', '201')).toEqual(['etag', 'x-undo-id', 'location', 'idempotency-replayed'])
  expect(headersOf('case/{id}', 'delete', '204')).toEqual(['x-undo-id'])
  expect(headersOf('webhook/{id}', 'get', '200')).toEqual(['etag', 'x-secrets-set'])
  expect(headersOf('firm', 'get', '200')).toEqual(['etag'])
  expect(headersOf('auth/login', 'post', '200')).toEqual(['set-cookie', ...Object.keys(limitHeaders)])
  expect(headersOf('document/{id}/content', 'get', '200')).toEqual(['content-disposition'])
  const { requestBody } = document.paths?.['/api/v1/auth/{userId}/change-password']?.put ?? {}
  expect(requestBody?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/ChangePassword' })
  expect(document.components?.schemas?.ChangePassword?.required).toEqual(['current_password', 'new_password'])
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
