import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, testEmail } from '../../testing/api.ts'
import { callWith, makeTestKey } from '../../testing/api-keys.ts'
import { consoleUser, openScim, type ScimClient } from '../../testing/scim.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let scim: ScimClient

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  scim = await openScim(api)
})
afterAll(() => api.close())

const put = (id: unknown, body: object) =>
  api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/user/${id}`, body })
const events = async () =>
  (await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?sort=-created_at&max=30' })).json()
    .system_events as AnyRow[]
const idOf = async (userName: string) => {
  const filter = encodeURIComponent(`userName eq "${userName}"`)
  const found = (await scim.send('GET', `/Users?filter=${filter}`)).json() as { Resources: { id: string }[] }
  return found.Resources[0]?.id
}

test('a new user has the default role, no password and no invitation, and the console says who provisions them', async () => {
  const { id } = await scim.addUser('new@one.example', { name: { givenName: 'Nora', familyName: 'New' } })
  expect(await consoleUser(api, id)).toMatchObject({
    email: 'new@one.example',
    full_name: 'Nora New',
    is_active: true,
    security_role_id: api.firms[1].roleIds['View Only'],
    provisioned_by: 'Directory',
  })
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql`select id from user_secrets where id = ${id}::uuid`.execute(trx),
  )
  expect(rows).toEqual([])
  expect(await events()).toContainEqual(
    expect.objectContaining({ entity_id: id, facts: { by: 'provisioning', key: 'Directory token' } }),
  )
})

test('a new user is the timekeeper with the same address, so that ethical walls apply', async () => {
  const body = { full_name: 'Tim Keeper', email: 'tim@one.example' }
  const timekeeper = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
  expect(timekeeper.status, timekeeper.text).toBe(201)
  const { id } = await scim.addUser('Tim@one.example')
  expect(await consoleUser(api, id)).toMatchObject({ timekeeper_id: timekeeper.json().id })
})

test('a new user who could be either of two timekeepers is refused, and the answer names the address', async () => {
  const create = (entity: string, body: object) =>
    api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  const one = await create('timekeeper', { full_name: 'Twin One', email: 'twin@one.example' })
  const two = await create('timekeeper', { full_name: 'Twin Two', email: 'twin@one.example' })
  expect([one.status, two.status]).toEqual([201, 201])
  const refused = await scim.send('POST', '/Users', { userName: 'Twin@one.example' })
  expect([refused.status, refused.json().detail]).toEqual([
    400,
    expect.stringContaining('Several timekeepers have the address Twin@one.example'),
  ])
  // An administrator says which one it is.
  const twin = { email: 'twin@one.example', full_name: 'Twin', security_role_id: api.firms[1].roleIds['View Only'] }
  const unclear = await create('user', { ...twin, timekeeper_id: null })
  expect([unclear.status, unclear.text]).toEqual([400, expect.stringContaining('the address twin@one.example')])
  expect((await create('user', { ...twin, timekeeper_id: one.json().id })).status).toBe(201)
})

test('a user who was added by hand is found, and adopted with their role by the first change', async () => {
  const manager = api.userIds[1].Manager
  expect(await idOf(testEmail('Manager').toUpperCase())).toBe(manager)
  const adopted = await scim.send('POST', '/Users', { userName: testEmail('Manager'), externalId: 'ext-1' })
  expect([adopted.status, adopted.json().id]).toEqual([201, manager])
  expect(await consoleUser(api, manager)).toMatchObject({
    security_role_id: api.firms[1].roleIds.Manager,
    provisioned_by: 'Directory',
    full_name: 'A Manager',
  })
})

test('deactivating ends the sessions and keys of a user at once, and their account comes back as it was', async () => {
  const id = api.userIds[1].Docketing
  const key = await makeTestKey(api, { scopes: { client: 'READ' } }, 'Docketing')
  const search = () => callWith(api, key.secret, { url: '/api/v1/client/search' })
  expect([(await api.call({ as: 'Docketing', url: '/api/v1/auth/me.json' })).status, (await search()).status]).toEqual([
    200, 200,
  ])
  const off = await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
  expect(off.status, off.text).toBe(200)
  await expect.poll(async () => (await api.call({ as: 'Docketing', url: '/api/v1/auth/me.json' })).status).toBe(401)
  await expect.poll(async () => (await search()).status).toBe(401)
  await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })
  expect(await consoleUser(api, id)).toMatchObject({ is_active: true, email: testEmail('Docketing') })
  await expect.poll(async () => (await search()).status).toBe(200)
})

test('a person who was deactivated in Courtcrier is activated only there', async () => {
  const { id } = await scim.addUser('locked@one.example')
  await put(id, { is_active: false })
  const refused = await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: true })
  expect([refused.status, refused.json().detail]).toEqual([
    409,
    'locked@one.example was deactivated in Courtcrier, and can only be activated there.',
  ])
  expect(await consoleUser(api, id)).toMatchObject({ is_active: false })
  expect((await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'displayName', value: 'L' })).status).toBe(200)
  expect((await scim.send('DELETE', `/Users/${id}`)).status).toBe(204)
  expect((await scim.send('POST', '/Users', { userName: 'locked@one.example' })).status).toBe(409)
})

test('saving a suspended user without activating them leaves them to the provider', async () => {
  const { id } = await scim.addUser('on-leave@one.example')
  await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: false })
  expect((await put(id, { is_active: false, full_name: 'On Leave' })).status).toBe(200)
  const back = await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: true })
  expect(back.status, back.text).toBe(200)
  expect(await consoleUser(api, id)).toMatchObject({ is_active: true, full_name: 'On Leave' })
})

test('a deleted user stays, deactivated, and comes back with the default role when created again', async () => {
  const group = await scim.addGroup('Nothing')
  const { id } = await scim.addUser('gone@one.example', { externalId: 'e-9' })
  await scim.patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: id }] })
  expect((await scim.send('DELETE', `/Users/${id}`)).status).toBe(204)
  expect(await consoleUser(api, id)).toMatchObject({ is_active: false, provisioned_by: null })
  expect((await scim.send('GET', `/Groups/${group.id}`)).json().members).toEqual([])
  for (const method of ['GET', 'DELETE'] as const) expect((await scim.send(method, `/Users/${id}`)).status).toBe(404)
  const again = await scim.addUser('gone@one.example')
  expect(again).toMatchObject({ id, active: true })
})

test('the last administrator and the way back in stay, and the refusal is logged once', async () => {
  const admin = api.userIds[1].Administrator
  const off = () => scim.patch(`/Users/${admin}`, { op: 'Replace', path: 'active', value: 'False' })
  const last = 'Ada Administrator is the last active administrator. Make someone else an administrator first.'
  for (const answer of [await off(), await scim.send('DELETE', `/Users/${admin}`), await off()])
    expect([answer.status, answer.json().detail]).toEqual([409, last])
  const { id } = await scim.addUser('second-admin@one.example')
  await put(id, { security_role_id: api.firms[1].roleIds.Administrator })
  const wayBack = await off()
  expect([wayBack.status, wayBack.json().detail]).toEqual([
    409,
    expect.stringContaining('the last administrator who can sign in without the identity provider'),
  ])
  expect((await events()).map(({ sentence }) => sentence)).toContain(
    `Provisioning with the token "Directory token" was refused. ${last}`,
  )
  expect((await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: false })).status).toBe(200)
})

test('the address of an account beyond the roles that the provider gives stays', async () => {
  const admin = api.userIds[1].Administrator
  const taken = await scim.patch(`/Users/${admin}`, { op: 'Replace', path: 'userName', value: 'attacker@one.example' })
  expect([taken.status, taken.json().detail]).toEqual([
    403,
    expect.stringContaining("can't be changed by provisioning"),
  ])
  expect(await consoleUser(api, admin)).toMatchObject({ email: testEmail('Administrator') })
  const { id } = await scim.addUser('plain@one.example')
  const moved = await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'userName', value: 'married@one.example' })
  expect(moved.json(), moved.text).toMatchObject({ userName: 'married@one.example' })
  const twin = await scim.patch(`/Users/${id}`, { op: 'Replace', path: 'userName', value: testEmail('View Only') })
  expect([twin.status, twin.json().scimType]).toEqual([409, 'uniqueness'])
})

test('without a default role no one is created, and the refusal says where to choose one', async () => {
  const other = await openScim(api, { name: 'Roleless', default_role_id: null })
  const answer = await other.send('POST', '/Users', { userName: 'roleless@one.example' })
  expect([answer.status, answer.json().detail]).toEqual([409, expect.stringContaining('"Role of new users"')])
})

test('users of another provider and service accounts are out of sight', async () => {
  const other = await openScim(api, { name: 'Other' })
  const { id } = await other.addUser('theirs@one.example')
  expect((await scim.send('GET', `/Users/${id}`)).status).toBe(404)
  const taken = await scim.send('POST', '/Users', { userName: 'theirs@one.example' })
  expect([taken.status, taken.json().detail]).toEqual([
    409,
    'theirs@one.example is provisioned by another identity provider: Other.',
  ])
  const service = await scim.addUser('service@one.example')
  await put(service.id, { is_service_account: true })
  expect((await scim.send('GET', `/Users/${service.id}`)).status).toBe(404)
  expect((await scim.send('POST', '/Users', { userName: 'service@one.example' })).status).toBe(409)
})

test('lists are filtered by every attribute that providers ask for, and paged', async () => {
  await scim.addUser('filter-one@one.example', {
    externalId: 'Ext-A',
    name: { givenName: 'Åsa', familyName: "O'Brien" },
    displayName: 'Åsa O',
    emails: [{ value: 'asa.mail@one.example', type: 'work' }],
  })
  const names = async (filter: string, more = '') => {
    const answer = await scim.send('GET', `/Users?filter=${encodeURIComponent(filter)}${more}`)
    expect(answer.status, answer.text).toBe(200)
    return (answer.json().Resources as { userName: string }[]).map(({ userName }) => userName)
  }
  const one = ['filter-one@one.example']
  expect(await names('externalId eq "Ext-A"')).toEqual(one)
  expect(await names('externalId eq "ext-a"')).toEqual([])
  expect(await names('emails.value eq "ASA.mail@one.example"')).toEqual(one)
  expect(await names('emails[type eq "work"].value sw "asa."')).toEqual(one)
  expect(await names('emails[type eq "work" and value co "mail@one"]')).toEqual(one)
  expect(await names('displayName eq "Åsa o" and active eq true')).toEqual(one)
  expect(await names('name.familyName eq "o\'brien"')).toEqual(one)
  expect(await names('userName sw "filter-" or userName eq "nobody@one.example"')).toEqual(one)
  expect(await names('userName sw "filter-" and not (active eq true)')).toEqual([])
  expect(await names('userName ew "%"')).toEqual([])
  expect(await names('userName eq "x\' or 1=1 --"')).toEqual([])
  expect(await names('meta.created gt "2000-01-01T00:00:00Z" and userName co "filter-one"')).toEqual(one)
  for (const wrong of [
    'shoeSize eq 9',
    'active eq "maybe"',
    'userName eq 7',
    'members eq "x"',
    'meta.created gt "x"',
  ]) {
    const answer = await scim.send('GET', `/Users?filter=${encodeURIComponent(wrong)}`)
    expect([wrong, answer.status, answer.json().scimType]).toEqual([wrong, 400, 'invalidFilter'])
  }
  const page = (await scim.send('GET', '/Users?startIndex=2&count=1')).json()
  expect(page).toMatchObject({ startIndex: 2, itemsPerPage: 1, Resources: [{}] })
  expect((await scim.send('GET', '/Users?count=0')).json()).toMatchObject({ itemsPerPage: 0, Resources: [] })
  expect((await scim.send('GET', '/Users?count=x')).status).toBe(400)
  const picked = (await scim.send('GET', '/Users?attributes=userName&count=1')).json() as { Resources: AnyRow[] }
  expect(Object.keys(picked.Resources[0] ?? {}).toSorted()).toEqual(['id', 'meta', 'schemas', 'userName'])
})

test('a change based on an older version is refused', async () => {
  const made = await scim.addUser('version@one.example')
  const { version } = made.meta as { version: string }
  const change = (etag: string, value: string) =>
    scim.send(
      'PATCH',
      `/Users/${made.id}`,
      { Operations: [{ op: 'replace', path: 'displayName', value }] },
      { headers: { 'if-match': etag } },
    )
  const first = await change(version, 'A')
  expect(first.status, first.text).toBe(200)
  expect(first.headers.etag).not.toBe(version)
  expect((await change(version, 'B')).status).toBe(412)
  expect((await change(String(first.headers.etag), 'B')).status).toBe(200)
})
