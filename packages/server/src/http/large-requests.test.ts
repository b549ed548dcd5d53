import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  await api.tokenOf('Administrator')
})
afterAll(() => api.close())

/** What JSON.parse was called with; the framework's parser calls it as well. */
let parsed: { mock: { calls: readonly (readonly unknown[])[] } }
beforeEach(() => {
  parsed = vi.spyOn(JSON, 'parse').mockClear()
})

const longestParsed = () => Math.max(0, ...parsed.mock.calls.map(([text]) => String(text).length))
const objectOf = (keys: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, 1])))
const manyKeys = objectOf(90_000)
const json = { 'content-type': 'application/json' }
const send = (url: string, body: string, headers: Readonly<Record<string, string>> = json) =>
  api.app.inject({ method: 'POST', url, headers: { host: 'one.example', ...headers }, payload: body })

/** Every call that needs no account and has a body, from the description, and addresses that don't exist. */
async function openPaths(): Promise<readonly string[]> {
  const { paths } = (await api.call({ url: '/api/v1/openapi.json' })).json() as {
    paths: Record<string, Record<string, { security?: readonly unknown[]; requestBody?: unknown }>>
  }
  const open = Object.entries(paths).filter(([, { post }]) => post?.security?.length === 0 && post.requestBody)
  return [...open.map(([path]) => path), '/api/v1/nothing', '/nothing']
}

test('without an account, a body over 16 kB is refused before it is parsed, by every call', async () => {
  const paths = await openPaths()
  expect(paths).toEqual(
    expect.arrayContaining(['/api/v1/auth/login', '/api/v1/auth/reset', '/api/v1/oauth/access_token']),
  )
  parsed = vi.spyOn(JSON, 'parse').mockClear()
  // A form with a signed response in XML, and calls with emails or of many: their own tests show their limits.
  for (const path of paths.filter((each) => !/\/(?:sso\/saml|provider-mail\/.*|graph-bell\/.*)$/.test(each))) {
    for (const body of [manyKeys, JSON.stringify({ email: 'x'.repeat(16_384) })]) {
      const answer = await send(path, body)
      expect([path, answer.statusCode]).toEqual([path, 413])
      expect(answer.body.length).toBeLessThan(500)
    }
  }
  expect(longestParsed()).toBeLessThan(16_384)
})

test('a body without a token is refused unread where one is needed', async () => {
  const answer = await send('/api/v1/client', manyKeys)
  expect(answer.statusCode).toBe(401)
  expect(longestParsed()).toBeLessThan(16_384)
})

test.each([
  ['90,000 keys', manyKeys, 413, 'The body has more than 2000 keys.'],
  ['as many values', JSON.stringify({ ids: Array.from({ length: 90_000 }, () => 1) }), 413, 'more than 20000 values'],
  ['endless nesting', `{"name":${'['.repeat(400_000)}`, 400, 'The body is nested more than 32 deep.'],
])('signed in, a body with %s is refused without building the object', async (_, body, status, sentence) => {
  const token = await api.tokenOf('Administrator')
  for (const path of ['/api/v1/client', '/api/v1/client/search', '/api/v1/inbox/bulk']) {
    const answer = await send(path, body, { ...json, authorization: `Bearer ${token}` })
    expect([path, answer.statusCode], answer.body).toEqual([path, status])
    expect(answer.json().detail).toContain(sentence)
    expect(answer.body.length).toBeLessThan(1_000)
  }
  expect(longestParsed()).toBeLessThan(16_384)
})

test('a filter within a text is no way around the limit', async () => {
  const filters = `[${objectOf(50_000)}]`
  const answer = await api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/client/search',
    body: { filters },
  })
  expect([answer.status, answer.json().errors]).toMatchObject([400, [{ field: 'filters' }]])
  expect(parsed.mock.calls.map(([text]) => text)).not.toContain(filters)
})

test('a protobuf message with 90,000 fields is refused at the limit', async () => {
  // Field 900 as a number, with the value 1.
  const body = Buffer.alloc(3 * 90_000, Buffer.of(0xa0, 0x38, 0x01))
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/client', body })
  expect([answer.status, answer.json().detail]).toEqual([400, 'The message has more than 20000 fields.'])
})

test('an address with more parameters than any call has is refused, naming none of them', async () => {
  const query = Array.from({ length: 2_000 }, (_, n) => `p${n}`).join('&')
  for (const url of [`/api/v1/client/search?${query}`, `/api/v1/client/search?${'&'.repeat(3_000)}max=1`]) {
    const answer = await api.call({ as: 'Administrator', url })
    expect(answer.json().errors, url).toMatchObject([{ field: 'query', code: 'too_many:100' }])
    expect(answer.status).toBe(400)
  }
})

test('multipart is parsed nowhere: forms are refused unread', async () => {
  const token = await api.tokenOf('Administrator')
  const part = '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n'
  const type = { 'content-type': 'multipart/form-data; boundary=x' }
  for (const path of ['/api/v1/client', '/api/v1/client/import', '/api/v1/auth/reset']) {
    const answer = await send(path, part.repeat(10_000), { ...type, authorization: `Bearer ${token}` })
    expect([path, answer.statusCode]).toEqual([path, 415])
  }
})

test('a CSV file with 90,000 columns is refused at its header, with a short answer', async () => {
  const token = await api.tokenOf('Administrator')
  const header = Array.from({ length: 90_000 }, (_, n) => `c${n}`).join(',')
  const answer = await send('/api/v1/client/import', `${header}\n1`, {
    'content-type': 'text/csv',
    authorization: `Bearer ${token}`,
  })
  expect([answer.statusCode, answer.json().detail]).toEqual([400, 'Row 1 has more than 500 columns.'])
})

test('callers still have the room that forms and selections need', async () => {
  const ids = Array.from({ length: 2_000 }, () => '00000000-0000-4000-8000-000000000000')
  const answer = await api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/client/search',
    body: { filters: [{ field: 'number', in: ids.slice(0, 200) }] },
  })
  expect(answer.status, answer.text).toBe(200)
  const long = await api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/email_template/preview',
    body: { subject: 'x', body: 'x'.repeat(100_000) },
  })
  expect(long.status, long.text.slice(0, 300)).toBeLessThan(500)
  expect(long.status).not.toBe(413)
})
