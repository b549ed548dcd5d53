import { snakeCase } from '@courtcrier/contract/names.ts'
import { firm, publicFirmFields } from '@courtcrier/contract/resources/firm.ts'
import { decodeRow, encodeRow } from '@courtcrier/contract/wire.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { type ApiScenario, openTestApi, type TestApi } from '../../testing/api.ts'
import { pngOf } from '../../testing/png.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

const url = '/api/v1/firm/1'
const logo = '/api/v1/firm/logo.png'
const png = { 'content-type': 'image/png' }

const scenarios: ApiScenario[] = [
  {
    name: 'with a token that is no good the firm is not read, not even its public part',
    url: '/api/v1/firm',
    headers: { authorization: 'Bearer old' },
    status: 401,
  },
  {
    name: 'an administrator reads the whole firm',
    as: 'Administrator',
    url: '/api/v1/firm',
    status: 200,
    contains: ['"name":"Firm 1"', '"reply_to_email":null', '"host_names":["one.example"]'],
    containsNot: ['two.example'],
  },
  {
    name: 'a role that may not see the firm gets what is public, the zone that times are shown in, the names of entities, the web preferences, the paid features and the statuses of cases',
    as: 'View Only',
    url: '/api/v1/firm',
    status: 200,
    contains: ['"name":"Firm 1"', '"primary_color"', '"default_time_zone"'],
    after: (_, answer) =>
      expect(Object.keys(answer.json()).toSorted()).toEqual(
        [
          ...publicFirmFields.map(snakeCase),
          'default_time_zone',
          'dictionary',
          'web_preferences',
          'entitled_features',
          'public_document_access',
          'case_statuses',
        ].toSorted(),
      ),
  },
  {
    name: 'a change without a token',
    method: 'PUT',
    url,
    body: { name: 'X' },
    status: 401,
  },
  ...(['Manager', 'View Only', 'Docketing'] as const).map(
    (as): ApiScenario => ({
      name: `${as} may not change the firm`,
      as,
      method: 'PUT',
      url,
      body: { name: 'X' },
      status: 403,
      contains: ['"code":"forbidden"'],
    }),
  ),
  {
    name: "another firm's number is not there",
    as: 'Administrator',
    method: 'PUT',
    url: '/api/v1/firm/2',
    body: { name: 'Mine now' },
    status: 404,
    contains: ['not_found'],
  },
  {
    name: 'what the specification forbids in a name is refused by name',
    as: 'Administrator',
    method: 'PUT',
    url,
    body: { name: 'Alder/Birch', reply_to_email: 'nobody' },
    status: 400,
    contains: ['"field":"name","code":"firm_name"', '"field":"reply_to_email","code":"not_email"'],
  },
  {
    name: 'what only Courtcrier sets is refused by name, and so is what is not known',
    as: 'Administrator',
    method: 'PUT',
    url,
    body: { entitled_features: ['tracking'], has_logo: true, host_names: ['x.example'], colour_of_hat: 'red' },
    status: 400,
    contains: [
      '"field":"entitled_features","code":"read_only_field"',
      '"field":"has_logo","code":"read_only_field"',
      '"field":"host_names","code":"read_only_field"',
      '"field":"colour_of_hat","code":"unknown_field"',
    ],
  },
  {
    name: 'numbers as text become numbers, colors are spelled out',
    as: 'Administrator',
    method: 'PUT',
    url,
    body: { import_warning_threshold: '25', max_case_deletions_on_import: ' 7 ', primary_color: '#ABC' },
    status: 200,
    contains: ['"import_warning_threshold":25', '"max_case_deletions_on_import":7', '"primary_color":"#aabbcc"'],
  },
  {
    name: 'text that is no number and a color that is none are refused by name',
    as: 'Administrator',
    method: 'PUT',
    url,
    body: { import_warning_threshold: 'many', primary_color: 'javascript:' },
    status: 400,
    contains: ['"field":"import_warning_threshold"', '"field":"primary_color","code":"not_colour"'],
  },
  {
    name: 'a policy that is not there is refused by name',
    as: 'Administrator',
    method: 'PUT',
    url,
    body: { storage_policy_id: '00000000-0000-7000-8000-000000000001' },
    status: 400,
    contains: ['"field":"storage_policy_id","code":"not_reference"'],
  },
  {
    name: 'everything wrong with a change is named at once',
    as: 'Administrator',
    method: 'PUT',
    url,
    body: {
      signon_type: 'oidc',
      accepted_email_domains: ['court.example'],
      ignored_email_domains: ['court.example'],
      incoming_email_addresses: ['notices@two.example'],
      case_statuses: ['Open'],
    },
    status: 400,
    contains: ['"case_statuses"', '"signon_type"', '"ignored_email_domains"', '"incoming_email_addresses"'],
  },
  { name: 'there is no logo at first', url: logo, status: 404, contains: ['The firm has no logo.'] },
  { name: 'a logo without a token', method: 'PUT', url: logo, headers: png, body: 'x', status: 401 },
  { name: 'a logo by a manager', as: 'Manager', method: 'PUT', url: logo, headers: png, body: 'x', status: 403 },
  {
    name: 'a logo that is called PNG and is none',
    as: 'Administrator',
    method: 'PUT',
    url: logo,
    headers: png,
    body: '<svg onload="alert(1)" xmlns="http://www.w3.org/2000/svg"/>',
    status: 400,
    contains: ["The file isn't a PNG image."],
  },
  {
    name: 'a logo of another type',
    as: 'Administrator',
    method: 'PUT',
    url: logo,
    headers: { 'content-type': 'image/svg+xml' },
    body: '<svg/>',
    status: 415,
    contains: ['"detail":"Send it as image/png."'],
  },
  { name: 'a logo as JSON', as: 'Administrator', method: 'PUT', url: logo, body: {}, status: 415 },
  { name: 'no logo at all', as: 'Administrator', method: 'PUT', url: logo, headers: png, status: 400 },
]
test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))('%s', (_, scenario) => api.run(scenario))

test('without a token the firm is its public part and nothing else, in JSON and protobuf', async () => {
  const names = publicFirmFields.map(snakeCase)
  const json = await api.call({ url: '/api/v1/firm' })
  expect(Object.keys(json.json())).toEqual(names)
  const binary = await api.call({ url: '/api/v1/firm', accept: 'application/x-protobuf' })
  expect(Object.keys(decodeRow(firm, binary.bytes)).map(snakeCase).toSorted()).toEqual(names.toSorted())
})

test('a firm’s paid features are read by every role, and not without a token', async () => {
  const { kysely } = api.services.database
  await sql`update firms set entitled_features = '{tracking}' where id = 1`.execute(kysely)
  expect((await api.call({ as: 'View Only', url: '/api/v1/firm' })).json().entitled_features).toEqual(['tracking'])
  expect((await api.call({ url: '/api/v1/firm' })).text).not.toContain('tracking')
  await sql`update firms set entitled_features = '{}' where id = 1`.execute(kysely)
})

test('the whole firm can be sent back as protobuf, and only what differs is changed and logged', async () => {
  const read = await api.call({ as: 'Administrator', url: '/api/v1/firm', accept: 'application/x-protobuf' })
  const before = decodeRow(firm, read.bytes)
  const input = encodeRow(firm, { ...before, webPreferences: '{"stripes":true}', replyToEmail: 'a@one.example' })
  const answer = await api.call({
    as: 'Administrator',
    method: 'PUT',
    url,
    body: input,
    accept: 'application/x-protobuf',
  })
  expect(answer.status, answer.text).toBe(200)
  const { updatedAt: _, ...after } = decodeRow(firm, answer.bytes)
  expect(after).toEqual({
    ...before,
    updatedAt: undefined,
    webPreferences: '{"stripes":true}',
    replyToEmail: 'a@one.example',
  })
  expect(await lastDetails()).toEqual({
    web_preferences: { from: null, to: '{"stripes":true}' },
    reply_to_email: { from: null, to: 'a@one.example' },
  })
})

test('no domain is both accepted and ignored, whichever list is saved', async () => {
  const save = (body: object) => api.call({ as: 'Administrator', method: 'PUT', url: '/api/v1/firm/1', body })
  expect((await save({ accepted_email_domains: ['court.example'], ignored_email_domains: [] })).status).toBe(200)
  const refused = await save({ ignored_email_domains: ['spam.example', 'court.example'] })
  expect([refused.status, refused.json().errors]).toMatchObject([
    400,
    [{ field: 'ignored_email_domains', code: 'accepted_too:court.example' }],
  ])
  expect((await save({ accepted_email_domains: [], ignored_email_domains: ['court.example'] })).status).toBe(200)
})

test('null clears a field, and an absent field stays', async () => {
  await api.call({ as: 'Administrator', method: 'PUT', url, body: { reply_to_email: null } })
  const row = (await api.call({ as: 'Administrator', url: '/api/v1/firm' })).json()
  expect(row).toMatchObject({ reply_to_email: null, web_preferences: '{"stripes":true}' })
})

test('an invalid stored color is not returned', async () => {
  await withFirm(api.services.database, 1, (trx) => sql`update firms set primary_color = 'red;'`.execute(trx))
  expect((await api.call({ url: '/api/v1/firm' })).json()).toMatchObject({ primary_color: null })
})

test('a logo is saved, shown to everyone on its own host, and reported as present', async () => {
  const picture = pngOf(400, 400)
  const put = await putLogo(picture)
  expect(put.status, put.text).toBe(204)
  const read = await api.call({ url: logo, accept: 'image/*' })
  expect(read.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-cache' })
  expect(read.bytes.equals(picture)).toBe(true)
  expect((await api.call({ url: '/api/v1/firm' })).json()).toMatchObject({ has_logo: true })
  expect((await api.call({ url: logo, firm: 2 })).status).toBe(404)
  const again = await api.call({ url: logo, headers: { 'if-none-match': String(read.headers.etag) } })
  expect(again.status).toBe(304)
})

test('a logo is replaced by the next', async () => {
  const picture = pngOf(10, 20)
  await putLogo(picture)
  expect((await api.call({ url: logo })).bytes.equals(picture)).toBe(true)
})

test('a logo of 1 MB is too large, one a byte smaller is not', async () => {
  const refused = await putLogo(pngOf(4, 4, 1_000_000))
  expect([refused.status, refused.json().detail]).toEqual([413, 'The request is too large. Send at most 999999 bytes.'])
  expect((await putLogo(pngOf(4, 4, 999_999))).status).toBe(204)
})

test('a logo that was cut off is refused', async () => {
  const picture = pngOf(40, 40)
  const answer = await putLogo(picture.subarray(0, picture.length - 1))
  expect([answer.status, answer.json().detail]).toEqual([400, 'The PNG image is incomplete.'])
  expect((await putLogo(picture.subarray(0, 40))).status).toBe(400)
})

test.each([
  [50_000, 50_000],
  [4_097, 1],
  [1, 4_097],
])('a small file that decompresses to a huge image is refused: %i × %i pixels', async (width, height) => {
  const answer = await putLogo(pngOf(width, height))
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('at most 4096 pixels')
})

function putLogo(picture: Buffer) {
  return api.call({ as: 'Administrator', method: 'PUT', url: logo, headers: png, body: picture })
}

async function lastDetails(): Promise<unknown> {
  return withFirm(api.services.database, 1, async (trx) => {
    const { rows } = await sql<{ details: string }>`
      select details from system_events where entity = 'firm' order by id desc limit 1`.execute(trx)
    return JSON.parse(rows[0]?.details ?? 'null')
  })
}
