import { finishDmsSignIn } from '@courtcrier/contract/calls/dms-sign-in.ts'
import { finishMailSignIn } from '@courtcrier/contract/calls/mail-sign-in.ts'
import { finishSignOn } from '@courtcrier/contract/calls/sign-on.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { everyNth, isLongRun } from '../testing/long-run.ts'
import { requiredFields } from './openapi/openapi-schemas.ts'
import { productRoutes } from './routes.ts'
import { repeatedHeaders } from './server/idempotency.ts'

let api: TestApi
interface Described {
  responses: Record<string, { headers?: Record<string, unknown> }>
  parameters?: { name: string; in: string; description?: string }[]
  requestBody?: { content: Record<string, { schema: { additionalProperties?: boolean; $ref?: string } }> }
}
let paths: Record<string, Record<string, Described>>
let schemas: Record<string, { additionalProperties?: boolean }>
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  const document = (await api.call({ url: '/api/v1/openapi.json' })).json()
  paths = document.paths as typeof paths
  schemas = (document.components as { schemas: typeof schemas }).schemas
})
afterAll(() => api.close())

const post = (entity: string, body: AnyRow) =>
  api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })

/** Agents alone are let in there; their calls are held to their description as everyone's are. */
const isOfAgents = (path: string) => path.startsWith('/api/v1/agent/')

test('an unknown parameter is refused by name, by every route and method', async () => {
  const asked = new Map<string, number>()
  for (const [path, item] of everyNth(Object.entries(paths), 3))
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      if (!item[method.toLowerCase()] || isOfAgents(path) || takesAnyParameter(path)) continue
      const url = `${path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')}?shoe_size=9`
      const answer = await api.call({ as: 'Administrator', method, url })
      expect([method, url, answer.status], answer.text).toEqual([method, url, 400])
      expect(answer.json().errors, `${method} ${url}`).toContainEqual(expect.objectContaining({ field: 'shoe_size' }))
      asked.set(method, (asked.get(method) ?? 0) + 1)
    }
  // Were a method not asked at all, nothing above would fail.
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
    expect(asked.get(method), method).toBeGreaterThan(isLongRun ? 20 : 6)
  expect((await api.call({ url: '/api/v1/client/search?shoe_size=9' })).status, 'nobody signed in').toBe(401)
})

/** An identity provider adds what it likes, and a stream of events is read until it is closed. */
function takesAnyParameter(path: string): boolean {
  const calls = [finishSignOn, finishMailSignIn, finishDmsSignIn]
  return path.endsWith('/events') || calls.some((call) => path === `/api/v1${call.path}`)
}

test('a name that a body does not have is refused by name, by every call that describes its body', async () => {
  let asked = 0
  for (const [path, item] of everyNth(Object.entries(paths), 3))
    for (const method of ['POST', 'PUT'] as const) {
      const schema = item[method.toLowerCase()]?.requestBody?.content['application/json']?.schema
      const described = schema?.$ref ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
      if (described?.additionalProperties !== false || isOfAgents(path)) continue
      const url = path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
      const answer = await api.call({ as: 'Administrator', method, url, body: { shoe_size: 9 } })
      expect([method, path, answer.status], answer.text).toEqual([method, path, 400])
      expect(answer.json().errors, `${method} ${path}`).toContainEqual(
        expect.objectContaining({ field: 'shoe_size', code: 'unknown_field' }),
      )
      asked += 1
    }
  expect(asked).toBeGreaterThan(isLongRun ? 250 : 80)
})

test('an error names a field as the API spells it, and an unknown one as it was sent', async () => {
  const long = 'x'.repeat(201)
  const fieldsOf = async (url: string, body?: object) => {
    const answer = await api.call({ as: 'Administrator', url: `/api/v1/${url}`, ...(body && { method: 'POST', body }) })
    return (answer.json().errors as { field: string }[]).map(({ field }) => field)
  }
  expect(await fieldsOf(`client/search?freeText=${long}`)).toEqual(['freeText'])
  expect(await fieldsOf(`text_search?freeText=${long}`)).toEqual(['freeText'])
  expect(await fieldsOf('client/search', { freeText: true })).toEqual(['freeText'])
  expect(await fieldsOf('client/search?sortBy=name')).toEqual(['sortBy'])
  expect(await fieldsOf('inbox/bulk', { action: 'requeue', filters: [], freeText: 5, count: 1 })).toEqual(['freeText'])
  expect(await fieldsOf('case/export', { file_name: 'x', freeText: 5 })).toEqual(['freeText'])
  expect(await fieldsOf('client', { name: 'X', number: 'X-1', openDate: 'soon' })).toEqual(['open_date'])
  expect(await fieldsOf('client', { name: 'X', number: 'X-1', Name: 'Y', shoeSize: 9 })).toEqual(['Name', 'shoeSize'])
  const change = { ids: ['00000000-0000-4000-8000-000000000000'], values: { Status: 'Closed' } }
  expect(await fieldsOf('client/bulk-update', change)).toEqual(['Status'])
  expect(await fieldsOf('client/similar', { name: 'X', Number: '1' })).toEqual(['Number'])
  expect(await fieldsOf('client/export?file_name=x&columns=name,Shoes')).toEqual(['Shoes'])
  expect(await fieldsOf('client/export', { file_name: 'x', columns: ['Shoes'] })).toEqual(['Shoes'])
  expect(await fieldsOf('find?freeText=%00')).toEqual(['freeText'])
  expect(await fieldsOf('find?freeText=a&freeText=b')).toEqual(['freeText'])
})

test('a body in another charset than UTF-8 is refused, instead of being read as UTF-8', async () => {
  const send = (type: string) => {
    const body = { name: type, number: type }
    const headers = { 'content-type': type }
    return api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/department', body, headers })
  }
  for (const charset of ['utf-16', '"ISO-8859-1"']) {
    const { status, detail } = (await send(`application/json;charset=${charset}`)).json()
    expect([status, detail]).toEqual([415, `JSON is sent in UTF-8, not in ${charset.replaceAll('"', '')}.`])
  }
  for (const charset of ['UTF-8', 'utf8', 'us-ascii'])
    expect((await send(`application/json; profile=x; charset=${charset}`)).status).toBe(201)
})

test('names are answered for as many IDs as a page has, and refused for none and for more', async () => {
  const ask = (ids: string) => api.call({ as: 'Administrator', url: `/api/v1/client/titles${ids}` })
  const many = (n: number) => `?ids=${Array.from({ length: n }, (_, id) => id).join(',')}`
  expect((await ask(many(500))).status).toBe(200)
  expect((await ask(many(501))).json().errors).toMatchObject([{ field: 'ids', code: 'too_many:500' }])
  expect((await ask('')).json().errors).toMatchObject([{ field: 'ids', code: 'required' }])
  const needs = await api.call({ as: 'Administrator', url: `/api/v1/inbox/needs${many(501)}` })
  expect(needs.json().errors).toMatchObject([{ field: 'ids', code: 'too_many:500' }])
})

test('every address answers a method it does not have with 405 and those it has, without a token too', async () => {
  const known = ['GET', 'POST', 'PUT', 'DELETE'] as const
  for (const [path, item] of everyNth(Object.entries(paths), 3)) {
    const url = path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000')
    const has = known.filter((method) => item[method.toLowerCase()])
    for (const method of [...known, 'PATCH', 'OPTIONS'] as const) {
      if (has.includes(method as (typeof known)[number])) continue
      const { status, headers } = await api.call({ method, url, ...(method === 'GET' ? {} : { body: {} }) })
      const allow = String(headers.allow).split(', ')
      expect([method, path, status]).toEqual([method, path, 405])
      expect(allow.filter((name) => name !== 'HEAD').toSorted(), path).toEqual([...has].toSorted())
    }
  }
})

test('an answer that is repeated for its Idempotency-Key has every header that the description names', () => {
  // An answer in steps, which is the only one that tells proxies about it, is never repeated.
  const ofConnection = ['idempotency-replayed', 'x-accel-buffering']
  const isOfConnection = (name: string) => name.startsWith('x-ratelimit-') || ofConnection.includes(name)
  const keyed = Object.values(paths).flatMap(({ post }) =>
    post?.parameters?.some(({ name }) => name === 'idempotency-key') ? [post] : [],
  )
  const named = keyed.flatMap(({ responses }) =>
    Object.values(responses).flatMap(({ headers = {} }) => Object.keys(headers)),
  )
  expect(named).toContain('x-next-cursor')
  expect(named.filter((name) => !isOfConnection(name) && !repeatedHeaders.includes(name))).toEqual([])
})

test('an upload takes no Idempotency-Key, with the import token either', async () => {
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/firm/import-token' })
  const key = { 'idempotency-key': 'once', 'content-type': 'text/csv' }
  for (const as of [{ as: 'Administrator' as const }, { token: String(made.json().token) }]) {
    const answer = await api.call({
      ...('as' in as ? as : {}),
      ...{ method: 'POST', url: '/api/v1/client/import?file_name=c.csv', body: 'Name,Number\r\nA,UP-1\r\n' },
      headers: { ...key, ...('token' in as ? { authorization: `Bearer ${as.token}` } : {}) },
    })
    expect([answer.status, answer.json().detail]).toEqual([400, 'An upload can have no Idempotency-Key.'])
  }
})

test('every filter and order that the description names exists', async () => {
  for (const resource of resources) {
    const item = paths[`/api/v1/${resource.name}/search`]
    const named = (name: string) => {
      const { description = '' } = item?.get?.parameters?.find((parameter) => parameter.name === name) ?? {}
      return (/Fields: (.*)$/.exec(description)?.[1] ?? '').split(', ').filter((field) => field !== '')
    }
    if (!item) continue
    expect(named('filters'), resource.name).toContain('updated_at')
    for (const field of named('filters'))
      for (const condition of [{ isEmpty: true }, { contains: 'x' }]) {
        const filters = encodeURIComponent(JSON.stringify([{ field, ...condition }]))
        const answer = await api.call({
          as: 'Administrator',
          url: `/api/v1/${resource.name}/search?max=1&filters=${filters}`,
        })
        expect([resource.name, field, answer.status]).toEqual([resource.name, field, 200])
      }
    for (const field of named('sort')) {
      const answer = await api.call({
        as: 'Administrator',
        url: `/api/v1/${resource.name}/search?max=1&sort=-${field}`,
      })
      expect([resource.name, field, answer.status]).toEqual([resource.name, field, 200])
    }
    if (resource.list.sortable)
      expect(named('sort').toSorted()).toEqual(resource.list.sortable.map(snakeCase).toSorted())
  }
})

test('a search can be posted when its filters are too long for an address', async () => {
  const made = await post('client', { name: 'Posted', number: 'P-1' })
  expect(made.status).toBe(201)
  const words = Array.from({ length: 200 }, (_, n) => `P-1${'x'.repeat(90)}${n}`)
  const body = { max: 5, sort: '-number', filters: [{ field: 'number', in: [...words.slice(1), 'P-1'] }] }
  const answer = await post('client/search', body)
  expect([answer.status, answer.headers['x-total-count']], answer.text).toEqual([200, '1'])
  expect(answer.json().clients).toMatchObject([{ name: 'Posted' }])
  const wrong = await post('client/search', { max: true, offset: {} })
  expect(wrong.json().errors).toMatchObject([{ field: 'max' }, { field: 'offset' }])
  expect((await post('client/search', { shoe_size: '9' })).status).toBe(400)
})

test('one answer names all wrong fields: single ones, references, rules across fields and values in use', async () => {
  expect((await post('auto_case_creation', { name: 'Taken', party_email_domains: ['a.example'] })).status).toBe(201)
  const answer = await post('auto_case_creation', {
    name: 'taken',
    assignment_maintenance: 'NO_SUCH',
    matter_id: '00000000-0000-4000-8000-000000000000',
    shoe_size: 9,
  })
  expect(answer.status).toBe(400)
  const named = (answer.json().errors as AnyRow[]).map(({ field, code }) => [field, String(code).split(':')[0]])
  expect(named.toSorted()).toEqual([
    ['assignment_maintenance', 'not_choice'],
    ['matter_id', 'not_reference'],
    ['name', 'not_unique'],
    ['shoe_size', 'unknown_field'],
    ['timekeepers', 'timekeeper_or_domain_required'],
  ])
})

test('a new record of any kind without what it needs is refused by all the names of that', async () => {
  for (const resource of resources) {
    if (resource.isReadOnly || resource.isSingleton) continue
    const answer = await post(resource.name, { shoe_size: 9 })
    expect([resource.name, answer.status]).toEqual([resource.name, 400])
    const named = (answer.json().errors as AnyRow[]).map(({ field }) => field)
    expect(named, resource.name).toEqual(expect.arrayContaining(['shoe_size', ...requiredFields(resource)]))
  }
})

test('names and numbers are taken however they are spelled', async () => {
  expect((await post('client', { name: 'Acme', number: 'Ab-1' })).status).toBe(201)
  const second = await post('client', { name: 'Acme', number: 'aB-1' })
  expect([second.status, second.json().errors]).toMatchObject([409, [{ field: 'number', code: 'not_unique' }]])
  const alike = { name: 'Acme', number: 'ａＢ–1', shoe_size: 9 }
  expect((await post('client', alike)).json().errors).toContainEqual(expect.objectContaining({ code: 'not_unique' }))
  const role = await post('user_security_role', { name: 'ADMINISTRATOR', user_ids: [api.userIds[1].Docketing] })
  expect([role.status, role.json().code]).toEqual([409, 'not_unique'])
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from clients where lower(number) = 'ab-1'`.execute(api.services.database.kysely)
  expect(rows).toEqual([{ n: 1 }])
})
