import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { groupSchema, openScim, type ScimClient, userSchema } from '../../testing/scim.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let okta: ScimClient

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  okta = await openScim(api, { name: 'Okta' })
})
afterAll(() => api.close())

const filterBy = (userName: string) =>
  okta.send('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}&startIndex=1&count=100`)

/** The steps of the SCIM 2.0 specification test that Okta publishes. */
test('the specification test passes', async () => {
  const first = await okta.send('GET', '/Users?count=1&startIndex=1')
  expect(first.status, first.text).toBe(200)
  const list = first.json() as { Resources: Record<string, unknown>[] }
  expect(list).toMatchObject({ itemsPerPage: 1, startIndex: 1, totalResults: expect.any(Number) })
  const [user] = list.Resources
  expect(user).toMatchObject({
    id: expect.any(String),
    name: { familyName: expect.any(String), givenName: expect.any(String) },
    userName: expect.any(String),
    active: expect.any(Boolean),
    emails: [{ value: expect.any(String) }],
  })
  expect((await okta.send('GET', `/Users/${user?.id}`)).json()).toMatchObject({ id: user?.id })

  expect((await filterBy('nobody-at-all@one.example')).json()).toMatchObject({ totalResults: 0, Resources: [] })
  const missing = await okta.send('GET', '/Users/010101001010101011001010101011')
  expect([missing.status, missing.json()]).toEqual([
    404,
    {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
      detail: 'There is no resource with the ID 010101001010101011001010101011.',
    },
  ])

  const userName = `runscope${randomUUID().slice(0, 8)}@one.example`
  expect((await filterBy(userName)).json()).toMatchObject({ totalResults: 0 })
  const body = {
    schemas: [userSchema],
    userName,
    name: { givenName: 'Run', familyName: 'Scope' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Run Scope',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  }
  const made = await okta.send('POST', '/Users', body)
  expect(made.status, made.text).toBe(201)
  expect(made.text).not.toContain('1mz050nq')
  const { id } = made.json()
  expect(made.json()).toMatchObject({ active: true, userName, name: { givenName: 'Run', familyName: 'Scope' } })
  expect((await okta.send('GET', `/Users/${id}`)).json()).toMatchObject({ userName })
  expect((await okta.send('POST', '/Users', body)).status).toBe(409)
  const groups = await okta.send('GET', '/Groups?startIndex=1&count=100')
  expect([groups.status, groups.json().totalResults]).toEqual([200, 0])
})

test('a list begins with the first, and one that is asked for beyond its end is empty', async () => {
  const { totalResults } = (await okta.send('GET', '/Users?count=0')).json()
  const before = (await okta.send('GET', '/Users?startIndex=0&count=-5')).json()
  expect(before).toMatchObject({ startIndex: 1, itemsPerPage: 0, totalResults, Resources: [] })
  const beyond = (await okta.send('GET', '/Users?startIndex=5000')).json()
  expect(beyond).toMatchObject({ startIndex: 5000, itemsPerPage: 0, totalResults, Resources: [] })
  const all = (await okta.send('GET', '/Users?startIndex=1&count=2147483647')).json()
  expect(all).toMatchObject({ startIndex: 1, itemsPerPage: Math.min(Number(totalResults), 200), totalResults })
  expect((await okta.send('GET', '/Users?startIndex=9223372036854')).json()).toMatchObject({ itemsPerPage: 0 })
})

test('a profile is replaced as a whole, and a user is deactivated and activated again', async () => {
  const made = await okta.addUser('profile@one.example', { name: { givenName: 'Pro', familyName: 'File' } })
  const { id } = made
  const read = (await okta.send('GET', `/Users/${id}`)).json()
  const put = await okta.send('PUT', `/Users/${id}`, { ...read, name: { givenName: 'Another', familyName: 'Name' } })
  expect(put.json(), put.text).toMatchObject({ id, name: { givenName: 'Another', familyName: 'Name' }, active: true })
  const off = await okta.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
  expect(off.json(), off.text).toMatchObject({ active: false })
  const on = await okta.send('PUT', `/Users/${id}`, { ...put.json(), active: true })
  expect(on.json(), on.text).toMatchObject({ active: true, name: { givenName: 'Another' } })
})

test('a group is pushed, renamed, and its members are added, removed and replaced', async () => {
  const ids = await Promise.all(['a', 'b', 'c'].map(async (name) => (await okta.addUser(`${name}@one.example`)).id))
  const [a, b, c] = ids.map(String)
  const made = await okta.send('POST', '/Groups', {
    schemas: [groupSchema],
    displayName: 'Pushed',
    members: [{ value: a, display: 'a@one.example' }],
  })
  expect(made.status, made.text).toBe(201)
  const path = `/Groups/${made.json().id}`
  const membersNow = async () =>
    ((await okta.send('GET', path)).json().members as { value: string }[]).map(({ value }) => value).toSorted()

  const renamed = await okta.patch(path, { op: 'replace', value: { id: made.json().id, displayName: 'Pushed again' } })
  expect(renamed.status, renamed.text).toBe(204)
  await okta.patch(
    path,
    { op: 'remove', path: `members[value eq "${a}"]` },
    { op: 'add', path: 'members', value: [{ value: b, display: 'b@one.example' }] },
  )
  expect(await membersNow()).toEqual([b])
  await okta.patch(path, { op: 'replace', path: 'members', value: [{ value: a }, { value: c }] })
  expect(await membersNow()).toEqual([a, c].toSorted())
  const put = await okta.send('PUT', path, { schemas: [groupSchema], displayName: 'Last', members: [{ value: c }] })
  expect(put.json(), put.text).toMatchObject({ displayName: 'Last', members: [{ value: c }] })
  const named = await okta.send('PUT', path, { schemas: [groupSchema], displayName: 'Without members' })
  expect(named.json(), named.text).toMatchObject({ displayName: 'Without members', members: [{ value: c }] })
  await okta.patch(path, { op: 'remove', path: 'members' })
  expect(await membersNow()).toEqual([])
})
