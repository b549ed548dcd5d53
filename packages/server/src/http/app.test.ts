import { ApiError } from '@courtcrier/contract/errors.ts'
import { judge } from '@courtcrier/contract/resources/judge.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import type { Services } from '../base/services.ts'
import { type ApiScenario, openTestApi, type TestApi, testEmail } from '../testing/api.ts'
import { readInput, sendRow, sendRows } from './server/negotiation.ts'

const row = { id: newId(), name: 'Chen', jurisdictionId: newId() }
let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: troubleRoutes })
})
afterAll(() => api.close())

const scenarios: ApiScenario[] = [
  {
    name: 'an address under /api that is not there',
    url: '/api/v1/nothing/here?q=secret',
    accept: 'text/html',
    status: 404,
    contains: ['"code":"not_found"', 'There is nothing at GET /api/v1/nothing/here.'],
    containsNot: ['secret'],
  },
  {
    name: 'a method that an address does not have',
    method: 'PATCH',
    url: '/api/v1/auth/login?a=b',
    status: 405,
    contains: ['"code":"method_not_allowed"', '/api/v1/auth/login answers POST only.'],
    after: (_, { headers }) => expect(headers.allow).toBe('POST'),
  },
  {
    name: 'a method that no address with this ID has',
    as: 'Manager',
    method: 'POST',
    url: '/api/v1/auth/7/change-password',
    status: 405,
    after: (_, { headers }) => expect(headers.allow).toBe('PUT'),
  },
  {
    name: 'a route that says nothing of tokens needs one',
    url: '/api/v1/trouble/plain',
    status: 401,
    contains: ['"code":"session_expired"'],
  },
  {
    name: 'an error of the catalogue',
    as: 'Manager',
    url: '/api/v1/trouble/wrong_state',
    status: 409,
    contains: ['"type":"https://courtcrier.org/errors#wrong_state"', '"detail":"It sleeps."'],
  },
  {
    name: 'fields are named as on the wire',
    as: 'Manager',
    url: '/api/v1/trouble/fields',
    status: 400,
    contains: ['"field":"full_name","code":"too_long:3","message":"Length less than 4 characters."'],
  },
  {
    name: 'an unexpected error tells nothing',
    as: 'Manager',
    url: '/api/v1/trouble/boom',
    status: 500,
    contains: ['"code":"internal"', 'Error code: 500. Internal server error'],
    containsNot: ['the cause of it', 'boom.ts', 'stack'],
  },
  {
    name: 'a value that must be unique names its fields',
    as: 'Manager',
    url: '/api/v1/trouble/unique',
    status: 409,
    contains: [
      'Error code: 409. Entity already exists. Make sure fields are unique.',
      '"errors":[{"field":"email","code":"not_unique","message":"This value can\'t be used. Enter another."}]',
    ],
    containsNot: ['users_email_key', 'duplicate key'],
  },
  {
    name: 'a group of fields that must be unique names them all',
    as: 'Manager',
    url: '/api/v1/trouble/unique-group',
    status: 409,
    contains: ['"field":"envelope_id"', '"field":"email"'],
  },
  {
    name: 'a row that others lead to',
    as: 'Manager',
    method: 'DELETE',
    url: '/api/v1/trouble/in-use',
    status: 409,
    contains: ['"code":"in_use"'],
    containsNot: ['foreign key', 'fkey'],
  },
  {
    name: 'a reference that leads nowhere',
    as: 'Manager',
    url: '/api/v1/trouble/reference',
    status: 400,
    contains: ['"field":"security_role_id","code":"not_reference"'],
  },
  {
    name: 'text that the database cannot keep',
    as: 'Manager',
    url: '/api/v1/trouble/nul',
    status: 400,
    contains: ['Text must not hold NUL characters.'],
  },
  {
    name: 'a database that cannot be reached',
    as: 'Manager',
    url: '/api/v1/trouble/down',
    status: 503,
    contains: ['"code":"unavailable"'],
    containsNot: ['ECONNREFUSED', '5432'],
  },
  {
    name: 'broken JSON',
    as: 'Manager',
    method: 'POST',
    url: '/api/v1/trouble/judge',
    body: '{"name": ',
    status: 400,
    contains: ['"code":"malformed_request"', 'The body is not valid JSON.'],
  },
  {
    name: 'JSON that reaches for prototypes',
    as: 'Manager',
    method: 'POST',
    url: '/api/v1/trouble/judge',
    body: '{"__proto__": {"is_admin": true}}',
    status: 400,
    contains: ['malformed_request'],
  },
  {
    name: 'JSON that is no object',
    as: 'Manager',
    method: 'POST',
    url: '/api/v1/trouble/judge',
    body: '[1]',
    status: 400,
    contains: ['The body must be a JSON object.'],
  },
  {
    name: 'no body where one is needed',
    as: 'Manager',
    method: 'POST',
    url: '/api/v1/trouble/judge',
    status: 400,
    contains: ['The request has no body.'],
  },
  {
    name: 'bytes that are no protobuf message',
    as: 'Manager',
    method: 'POST',
    url: '/api/v1/trouble/judge',
    body: Buffer.of(0xff, 0xff, 0xff),
    status: 400,
    contains: ['"code":"malformed_request"', 'not a protobuf message'],
  },
  {
    name: 'a protobuf field nobody knows is skipped',
    as: 'Manager',
    method: 'POST',
    url: '/api/v1/trouble/judge',
    body: Buffer.of(0xf8, 0x07, 1),
    status: 200,
    contains: ['{}'],
  },
  {
    name: 'a body of another type',
    as: 'Manager',
    method: 'POST',
    url: '/api/v1/trouble/judge',
    body: 'name: Chen',
    headers: { 'content-type': 'text/yaml' },
    status: 415,
    contains: ['"code":"wrong_media_type"', 'Send JSON or protobuf.'],
  },
  {
    name: 'plain text is no JSON either',
    as: 'Manager',
    method: 'POST',
    url: '/api/v1/trouble/judge',
    body: '{}',
    headers: { 'content-type': 'text/plain' },
    status: 415,
  },
  {
    name: 'a body that is too large',
    as: 'Manager',
    method: 'POST',
    url: '/api/v1/trouble/judge',
    body: { name: 'x'.repeat(1_100_000) },
    status: 413,
    contains: ['"code":"too_large"', 'Send at most 1048576 bytes.'],
  },
  {
    name: 'neither JSON nor protobuf is accepted',
    as: 'Manager',
    url: '/api/v1/trouble/judge',
    accept: 'text/csv',
    status: 406,
    contains: [
      '"code":"not_acceptable"',
      '"status":406',
      '"title":"Not acceptable"',
      'Accept application/json or application/x-protobuf.',
    ],
  },
  {
    name: 'a row as JSON',
    as: 'Manager',
    url: '/api/v1/trouble/judge',
    status: 200,
    contains: [`"jurisdiction_id":"${row.jurisdictionId}"`],
  },
  { name: 'rows as JSON', as: 'Manager', url: '/api/v1/trouble/judges', status: 200, contains: ['{"judges":[{"id":'] },
  { name: 'an address that cannot be decoded', url: '/api/v1/%E0%A4%A', status: 400, contains: ['malformed_request'] },
  { name: 'health without a token', url: '/healthz', status: 200, contains: ['{"ok":true}'] },
  { name: 'readiness', url: '/readyz', status: 200, contains: ['"ok":true'] },
  { name: 'the demo is only there in demos', url: '/api/v1/demo', status: 204 },
]
test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', async (_, scenario) => {
  await api.run({
    ...scenario,
    after: (_api, { headers, status }) => {
      if (status >= 400) expect(headers['content-type']).toMatch(/^application\/problem\+json/)
    },
  })
})

test('answers of the API are stored by no cache, refusals included', async () => {
  const urls = ['/api/v1/ping', '/api/v1/firm', '/api/v1/trouble/boom', '/api/v1/nothing']
  for (const url of urls) {
    const { headers } = await api.call({ as: 'Manager', url })
    expect(headers['cache-control'], url).toBe('no-store')
  }
})

test('rows are sent and received as protobuf when the caller says so', async () => {
  const url = '/api/v1/trouble/judge'
  const read = await api.call({ as: 'Manager', url, accept: 'application/x-protobuf' })
  expect(read.headers['content-type']).toBe('application/x-protobuf')
  const echoed = await api.call({ as: 'Manager', method: 'POST', url, body: read.bytes })
  expect(echoed.json()).toEqual({ id: row.id, name: 'Chen', jurisdiction_id: row.jurisdictionId })
})

test('rows are protobuf for a caller that sends no Accept, unless it sent JSON', async () => {
  const ask = async (url: string, accept: string) => {
    const { headers } = await api.call({ as: 'Manager', url, accept })
    return headers['content-type']
  }
  for (const url of ['/api/v1/firm', '/api/v1/trouble/judges', '/api/v1/trouble/judge']) {
    expect(await ask(url, '')).toBe('application/x-protobuf')
    expect(await ask(url, 'application/protobuf')).toBe('application/protobuf')
    expect(await ask(url, '*/*')).toContain('application/json')
  }
  const url = '/api/v1/trouble/judge'
  const sent = await api.call({ as: 'Manager', method: 'POST', url, accept: '', body: { name: 'Chen' } })
  expect(sent.json()).toEqual({ name: 'Chen' })
  const { bytes } = await api.call({ as: 'Manager', url, accept: '' })
  const headers = { 'content-type': 'application/protobuf' }
  const echoed = await api.call({ as: 'Manager', method: 'POST', url, accept: '', body: bytes, headers })
  expect(echoed.bytes).toEqual(bytes)
})

test('an unexpected error is logged once, with its cause and the ID the caller received', async () => {
  const before = api.logged().length
  const answer = await api.call({ as: 'Manager', url: '/api/v1/trouble/boom' })
  const lines = api.logged().slice(before).trim().split('\n')
  const errors = lines.filter((line) => line.includes('"level":50'))
  expect(errors.length).toBe(1)
  expect(errors[0]).toContain('the cause of it')
  expect(errors[0]).toContain(String(answer.headers['x-request-id']))
})

test('every answer has the headers that keep out scripts and frames of others', async () => {
  for (const url of ['/login', '/api/v1/ping', '/healthz']) {
    const { headers } = await api.call({ url, accept: 'text/html' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';")
    expect(policy).toContain("style-src 'self' 'unsafe-inline'")
    expect(policy).toContain("frame-ancestors 'none'")
    for (const part of ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "script-src-attr 'none'"])
      expect(policy).toContain(part)
    expect(policy).not.toMatch(/script-src[^;]*'unsafe/)
    expect(policy).toContain("default-src 'self';")
    // Nothing is loaded from, or sent to, any other server.
    expect(policy).not.toMatch(/\*|https?:|\w\.\w/)
    expect(policy).not.toContain('upgrade-insecure-requests')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['x-powered-by']).toBeUndefined()
  }
})

test('where the console is served over TLS, browsers open it by nothing else', async () => {
  const secure = await openTestApi({ environment: { COURTCRIER_URL: 'https://notices.one.example' } })
  const { headers } = await secure.call({ url: '/healthz' })
  await secure.close()
  expect(headers['strict-transport-security']).toMatch(/^max-age=31536000/)
})

test('when the console is not built, addresses of its screens say what to do', async () => {
  const screen = await api.call({ url: '/cases', accept: 'text/html,*/*' })
  expect(screen.status).toBe(503)
  expect(screen.text).toContain('npm run build')
  expect((await api.call({ url: '/cases', accept: 'application/json' })).status).toBe(404)
})

test('with several firms, an unknown host belongs to none of them', async () => {
  const answer = await api.call({ url: '/api/v1/firm', headers: { host: 'three.example' } })
  expect(answer.status).toBe(404)
  expect(answer.text).toContain('No firm has this address.')
  const named = await api.call({ url: '/api/v1/firm', headers: { host: 'TWO.example.:8420' } })
  expect(named.json()).toMatchObject({ id: 2, name: 'Firm 2' })
})

test('large answers are compressed', async () => {
  const answer = await api.call({ url: '/api/v1/openapi.json', headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers['content-encoding']).toBe('gzip')
})

/** Routes that fail in every possible way. */
function troubleRoutes(scope: FastifyInstance, services: Services): void {
  const run = (statement: ReturnType<typeof sql>) =>
    withFirm(services.database, 1, async (trx) => {
      // Changes nothing, since both outcomes roll back.
      await statement.execute(trx)
      throw new Error('the statement should have failed')
    })
  const insertUser = (email: string, role: string) => sql`
    insert into users (firm_id, id, email, full_name, security_role_id)
    values (1, ${newId()}::uuid, ${email}, 'X', ${role}::uuid)`
  const roleId = () => api.firms[1].roleIds.Manager ?? ''

  scope.get('/trouble/plain', async () => ({}))
  scope.get('/trouble/wrong_state', () => Promise.reject(new ApiError('wrong_state', { sentence: 'It sleeps.' })))
  scope.get('/trouble/fields', () =>
    Promise.reject(new ApiError('invalid_input', { problems: [{ field: 'fullName', code: 'too_long:3' }] })),
  )
  scope.get('/trouble/boom', () => Promise.reject(new Error('boom', { cause: new Error('the cause of it') })))
  scope.get('/trouble/unique', () => run(insertUser(testEmail('Manager').toUpperCase(), roleId())))
  scope.get('/trouble/unique-group', () =>
    run(sql`do $$ begin raise exception using errcode = '23505', table = 'deliveries',
      constraint = 'deliveries_envelope_id_email_repeat_key'; end $$`),
  )
  scope.delete('/trouble/in-use', () => run(sql`delete from user_security_roles where id = ${roleId()}::uuid`))
  scope.get('/trouble/reference', () => run(insertUser('new@one.example', newId())))
  scope.get('/trouble/nul', () => run(sql`select ${'a\0b'}::text`))
  scope.get('/trouble/down', () =>
    Promise.reject(Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })),
  )
  scope.get('/trouble/judge', async (_request, reply) => sendRow(reply, judge, row))
  scope.get('/trouble/judges', async (_request, reply) => sendRows(reply, judge, { rows: [row], total: 1 }))
  scope.post('/trouble/judge', async (request, reply) => sendRow(reply, judge, readInput(request, judge)))
}
