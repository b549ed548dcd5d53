import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, testEmail } from '../../testing/api.ts'
import { consoleUser, openScim, type ScimClient } from '../../testing/scim.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let scim: ScimClient
let person: string
let group: string

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  scim = await openScim(api)
  person = String((await scim.addUser('odd@one.example', { externalId: 'odd' })).id)
  group = String((await scim.addGroup('Odd', [person])).id)
})
afterAll(() => api.close())

const said = ({ status, json }: Awaited<ReturnType<ScimClient['send']>>) => [status, json().detail]

test.each([
  ['Users', 'meta.created gt "-200000-01-01T00:00:00Z"', 'it compares a time with something else'],
  ['Users', 'meta.lastModified lt "+200000-01-01T00:00:00Z"', 'it compares a time with something else'],
  ['Groups', 'not (meta.created eq "-004800-01-01T00:00:00Z")', 'it compares a time with something else'],
  ['Users', 'meta.created co "2026"', 'times can only be compared with eq, ne, gt, ge, lt or le'],
  ['Users', 'userName eq "\\u0000"', 'NUL'],
  ['Groups', 'displayName sw "\\u0000"', 'NUL'],
  ['Users', 'constructor pr', 'there is no attribute "constructor"'],
  ['Groups', 'members[value eq "x" and display eq "y"]', 'there is no attribute "members.display"'],
])('%s that are filtered by %s are refused with a sentence', async (path, filter, sentence) => {
  const answer = await scim.send('GET', `/${path}?filter=${encodeURIComponent(filter)}`)
  expect(said(answer)).toEqual([400, expect.stringContaining(sentence)])
})

test.each([
  ['Users', 'meta.resourceType eq "User"', true],
  ['Users', 'meta.resourceType eq "user"', false],
  ['Users', 'meta.resourceType eq "Group"', false],
  ['Groups', 'meta.resourceType eq "Group"', true],
  ['Users', 'schemas eq "urn:ietf:params:scim:schemas:core:2.0:User"', true],
  ['Groups', 'schemas eq "urn:ietf:params:scim:schemas:core:2.0:User"', false],
  ['Groups', 'schemas pr', true],
  ['Users', 'groups.value eq "GROUP"', true],
  ['Users', 'groups[value eq "GROUP"]', true],
  ['Users', 'not (groups.value eq "GROUP")', false],
  ['Users', 'groups eq "00000000-0000-4000-8000-000000000000"', false],
  ['Users', 'groups pr', true],
  ['Groups', 'members pr', true],
])('%s that are filtered by %s: found, %s', async (path, filter, isFound) => {
  const text = encodeURIComponent(filter.replace('GROUP', group.toUpperCase()))
  const answer = await scim.send('GET', `/${path}?filter=${text}`)
  expect(answer.status, answer.text).toBe(200)
  const ids = (answer.json().Resources as { id: string }[]).map(({ id }) => id)
  expect(ids.includes(path === 'Users' ? person : group)).toBe(isFound)
})

test.each([
  ['Users', 'groups.display eq "Odd"', 'there is no attribute "groups.display" to filter by'],
  ['Users', 'meta.location eq "x"', 'there is no attribute "meta.location" to filter by'],
  ['Users', 'groups ne "x"', 'members and groups can only be compared with eq'],
])('%s can’t be filtered by %s, and the answer says so as RFC 7644 demands', async (path, filter, why) => {
  const answer = await scim.send('GET', `/${path}?filter=${encodeURIComponent(filter)}`)
  expect(answer.json()).toMatchObject({
    status: '400',
    scimType: 'invalidFilter',
    detail: expect.stringContaining(why),
  })
})

test.each([
  [{ op: 'add', path: 'members', value: [{ value: 'x'.repeat(101) }] }, 'needs a value'],
  [{ op: 'add', path: 'members', value: [[{ value: 'x' }]] }, 'needs a value'],
  [{ op: 'add', path: 'members.value', value: 'x' }, 'members.value'],
  [{ op: 'remove', path: 'members[not (value eq "x")]' }, 'value eq'],
  [{ op: 'remove', path: 'members[type eq "User"]' }, 'value eq'],
  [{ op: 'remove', path: 'members[value eq "x"].display' }, 'members.display'],
  [{ op: 'replace', path: 'displayName', value: null }, 'displayName is required.'],
])('a group isn’t changed by %j', async (operation, sentence) => {
  expect(said(await scim.patch(`/Groups/${group}`, operation))).toEqual([400, expect.stringContaining(sentence)])
})

test('a name that is cut to what a user may have is not cut within a character', async () => {
  const name = { givenName: `${'a'.repeat(254)}😀`, familyName: '' }
  expect((await scim.patch(`/Users/${person}`, { op: 'replace', path: 'name', value: name })).status).toBe(200)
  expect(await consoleUser(api, person)).toMatchObject({ full_name: `${'a'.repeat(254)}…` })
})

test('someone’s address is nobody else’s, and another firm’s people are no one here', async () => {
  const rename = (userName: string) => scim.patch(`/Users/${person}`, { op: 'replace', value: { userName } })
  expect(said(await rename(testEmail('Administrator').toUpperCase()))).toEqual([409, 'Another user has this address.'])
  const id = api.userIds[2].Administrator
  expect((await scim.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false })).status).toBe(404)
  const made = await scim.addUser('claims@one.example', { id, externalId: 'odd' })
  expect(made.id).not.toBe(id)
})

test('someone whose address becomes a timekeeper’s is that timekeeper, so that ethical walls apply', async () => {
  const timekeeper = async (full_name: string, email: string) => {
    const body = { full_name, email }
    const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
    expect(made.status, made.text).toBe(201)
    return String(made.json().id)
  }
  const own = await timekeeper('Tim Keeper', 'tim@one.example')
  for (const name of ['Twin One', 'Twin Two']) await timekeeper(name, 'twin@one.example')
  const { id } = await scim.addUser('before@one.example')
  const rename = (userName: string) => scim.patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: userName })
  expect(said(await rename('twin@one.example'))).toEqual([
    409,
    expect.stringContaining('Several timekeepers have the address twin@one.example'),
  ])
  expect((await rename('TIM@one.example')).status).toBe(200)
  expect(await consoleUser(api, id)).toMatchObject({ email: 'TIM@one.example', timekeeper_id: own })
  expect((await rename('other@one.example')).status).toBe(200)
  expect(await consoleUser(api, id)).toMatchObject({ email: 'other@one.example', timekeeper_id: own })
})

test('members who leave and join again within a change were never away', async () => {
  const rowOf = () =>
    withFirm(api.services.database, 1, async (trx) => {
      const { rows } = await sql<{ row: string }>`
        select ctid::text as row from provisioned_members where user_id = ${person}::uuid`.execute(trx)
      return rows[0]?.row
    })
  const before = await rowOf()
  const value = [{ value: person.toUpperCase() }]
  const turns = Array.from({ length: 3000 }, (_, n) => ({ op: n % 2 === 0 ? 'remove' : 'Add', path: 'members', value }))
  expect((await scim.patch(`/Groups/${group}`, ...turns)).status).toBe(204)
  expect(await rowOf()).toBe(before)
  const [last, ...others] = turns.toReversed()
  expect((await scim.patch(`/Groups/${group}`, ...others, ...(last ? [{ ...last, op: 'remove' }] : []))).status).toBe(
    204,
  )
  expect(await rowOf()).toBeUndefined()
})

test.each(['"', 'W/', '*, x', ',,,', 'W/"é"'])('a change of the version %s is refused', async (tag) => {
  const answer = await scim.send(
    'PUT',
    `/Users/${person}`,
    { userName: 'odd@one.example' },
    { headers: { 'if-match': tag } },
  )
  expect(answer.status).toBe(412)
})

test.each(['text/plain', 'application/protobuf', 'application/xml'])(
  'a body sent as %s is refused as SCIM says it, naming what is taken',
  async (type) => {
    const headers = { 'content-type': type }
    for (const path of ['/Users', '/Groups']) {
      const answer = await scim.send('POST', path, '{"userName":"typed@one.example"}', { headers })
      expect(answer.headers['content-type']).toMatch(/^application\/scim\+json/)
      expect([answer.status, answer.json()]).toStrictEqual([
        415,
        {
          schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
          status: '415',
          detail: 'Send the body as application/scim+json or application/json.',
        },
      ])
    }
  },
)
