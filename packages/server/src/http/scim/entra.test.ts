import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { groupSchema, openScim, type ScimClient, userSchema } from '../../testing/scim.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let entra: ScimClient

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  entra = await openScim(api, { name: 'Entra' })
})
afterAll(() => api.close())

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const search = async (userName: string) =>
  (await entra.send('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`)).json()

test('the connection is tested with a filter for a user who does not exist', async () => {
  const answer = await entra.send('GET', '/Users?filter=userName+eq+%22b3c1f1de-9a3a-4b7c-8c4b%22')
  expect(answer.status, answer.text).toBe(200)
  expect(String(answer.headers['content-type'])).toMatch(/^application\/scim\+json/)
  expect(answer.json()).toEqual({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    ...{ totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
  })
})

test('a user is created, changed, disabled, restored and deleted as the provisioning service does it', async () => {
  const made = await entra.send('POST', '/Users', {
    schemas: [userSchema, enterprise],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'bjensen@one.example',
    active: true,
    displayName: 'Barbara Jensen',
    emails: [{ primary: true, type: 'work', value: 'barbara.jensen@one.example' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Barb Jensen', familyName: 'Jensen', givenName: 'Barbara' },
    title: 'Docket clerk',
    addresses: [{ type: 'work', formatted: '1 Main Street' }],
    [enterprise]: { department: 'Docketing', manager: { value: '26118915' } },
  })
  expect(made.status, made.text).toBe(201)
  const user = made.json()
  expect(user).toMatchObject({
    schemas: [userSchema],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'bjensen@one.example',
    active: true,
    displayName: 'Barbara Jensen',
    name: { formatted: 'Barb Jensen', familyName: 'Jensen', givenName: 'Barbara' },
    emails: [{ primary: true, type: 'work', value: 'barbara.jensen@one.example' }],
    meta: { resourceType: 'User', location: made.headers.location },
  })
  const path = `/Users/${user.id}`

  const changed = await entra.patch(
    path,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@one.example' },
    { op: 'Replace', path: 'name.familyName', value: 'Updated' },
    { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '+1 555 0100' },
    { op: 'Add', path: `${enterprise}:department`, value: 'Litigation' },
  )
  expect(changed.status, changed.text).toBe(200)
  expect(changed.json()).toMatchObject({
    emails: [{ value: 'new@one.example' }],
    name: { familyName: 'Updated', givenName: 'Barbara' },
  })
  const renamed = await entra.patch(path, { op: 'Replace', path: 'userName', value: 'barbara@one.example' })
  expect(renamed.json(), renamed.text).toMatchObject({ userName: 'barbara@one.example' })

  const disabled = await entra.patch(path, { op: 'Replace', path: 'active', value: 'False' })
  expect(disabled.json(), disabled.text).toMatchObject({ active: false })
  expect((await search('BARBARA@one.example')).Resources).toMatchObject([{ active: false, id: user.id }])
  const restored = await entra.patch(path, { op: 'Add', path: 'active', value: 'True' })
  expect(restored.json(), restored.text).toMatchObject({ active: true })

  expect((await entra.send('DELETE', path)).status).toBe(204)
  expect((await entra.send('GET', path)).status).toBe(404)
  expect(await search('barbara@one.example')).toMatchObject({ totalResults: 0 })
})

test('the older form without a path, with names that have dots, is understood too', async () => {
  const { id } = await entra.addUser('old@one.example', { name: { givenName: 'O', familyName: 'Ld' } })
  const value = {
    active: 'False',
    'name.givenName': 'Olivia',
    displayName: 'Olivia Ld',
    [`${enterprise}:department`]: 'A',
  }
  const answer = await entra.patch(`/Users/${id}`, { op: 'replace', value })
  expect(answer.json(), answer.text).toMatchObject({
    active: false,
    name: { givenName: 'Olivia', familyName: 'Ld' },
    displayName: 'Olivia Ld',
  })
  const wrapped = await entra.patch(`/Users/${id}`, {
    op: 'Add',
    path: 'active',
    value: [{ $ref: null, value: 'True' }],
  })
  expect(wrapped.json(), wrapped.text).toMatchObject({ active: true })
})

test('a duplicate user and a duplicate group are refused', async () => {
  await entra.addUser('twice@one.example')
  const again = await entra.send('POST', '/Users', { schemas: [userSchema], userName: 'TWICE@one.example' })
  expect([again.status, again.json().scimType]).toEqual([409, 'uniqueness'])
  await entra.addGroup('Twice')
  const group = await entra.send('POST', '/Groups', { schemas: [groupSchema], displayName: 'twice' })
  expect([group.status, group.json().scimType]).toEqual([409, 'uniqueness'])
})

test('a group is created without members, found, renamed, given and taken members, and deleted', async () => {
  const { id: user } = await entra.addUser('member@one.example')
  const made = await entra.addGroup('Clerks', [], {
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    meta: { resourceType: 'Group' },
  })
  const path = `/Groups/${made.id}`
  const filter = encodeURIComponent('displayName eq "Clerks"')
  const found = await entra.send('GET', `/Groups?excludedAttributes=members&filter=${filter}`)
  expect(found.json().Resources).toMatchObject([{ id: made.id, displayName: 'Clerks' }])
  expect(found.text).not.toContain('"members"')

  const renamed = await entra.patch(path, { op: 'Replace', path: 'displayName', value: 'Docket clerks' })
  expect([renamed.status, renamed.text]).toEqual([204, ''])
  const added = await entra.patch(path, { op: 'Add', path: 'members', value: [{ $ref: null, value: user }] })
  expect(added.status, added.text).toBe(204)
  expect((await entra.send('GET', path)).json()).toMatchObject({
    displayName: 'Docket clerks',
    members: [{ value: user }],
  })
  const isMember = encodeURIComponent(`id eq "${made.id}" and members eq "${user}"`)
  expect((await entra.send('GET', `/Groups?attributes=id&filter=${isMember}`)).json()).toMatchObject({
    totalResults: 1,
  })
  expect((await entra.send('GET', `/Users/${user}`)).json().groups).toMatchObject([{ display: 'Docket clerks' }])

  await entra.patch(path, { op: 'Remove', path: 'members', value: [{ $ref: null, value: user }] })
  expect((await entra.send('GET', path)).json().members).toEqual([])
  expect((await entra.send('DELETE', path)).status).toBe(204)
  expect((await entra.send('GET', path)).status).toBe(404)
})
