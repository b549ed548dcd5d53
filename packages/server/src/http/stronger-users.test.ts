import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { openTestApi, type TestApi, type TestRole, testEmail, testRoles } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

const users = () => api.userIds[1]
const roles = () => api.firms[1].roleIds
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object | string, as: TestRole = 'Manager') =>
  api.call({
    ...{ as, method, url: `/api/v1/${path}` },
    ...(body === undefined ? {} : { body }),
    ...(typeof body === 'string' ? { headers: { 'content-type': 'text/csv' } } : {}),
  })
const make = async (entity: string, body: object) => {
  const answer = await send('POST', entity, body, 'Administrator')
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}
const rowOf = async (entity: string, id: string) =>
  (await api.call({ as: 'Administrator', url: `/api/v1/${entity}/${id}` })).json()

/** A role that manages people, and little else. */
const staff: AnyRow = {
  ...{ user_access: 'FULL', user_security_role_access: 'FULL', firm_access: 'FULL', client_access: 'READ' },
  ...{ timekeeper_access: 'FULL', client_permissions: { number: 'DENY' } },
}
let own: string
let weak: string
beforeEach(async () => {
  own = await make('user_security_role', { name: newId(), ...staff, user_ids: [users().Manager] })
  weak = await make('user_security_role', { name: newId(), client_access: 'DENY', user_ids: [users().Docketing] })
  await expect
    .poll(async () => (await api.call({ as: 'Manager', url: '/api/v1/auth/me.json' })).json().security_role_id)
    .toBe(own)
})
afterEach(async () => {
  for (const role of testRoles) await api.giveRole(role, roles()[role])
})

describe('someone who manages people', () => {
  test.each([
    [{ ethical_wall_access: 'FULL' }, 'ethical_wall_access', 'Your role may not grant "Ethical walls: full".'],
    [{ client_access: 'FULL' }, 'client_access', 'Your role may not grant "Clients: full".'],
    [{ client_access: 'READ' }, 'client_permissions', 'Your role may not grant "Clients, Number: read".'],
    [{ case_access: 'READ' }, 'case_access', 'Your role may not grant "Cases: read".'],
  ])('cannot grant %j, by a new role or an existing one', async (grants, field, message) => {
    for (const answer of [
      await send('POST', 'user_security_role', { name: newId(), ...grants, user_ids: [users().Docketing] }),
      await send('PUT', `user_security_role/${weak}`, grants),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.json().errors).toMatchObject([{ field, message }])
    }
    const within = { client_access: 'READ', client_permissions: { number: 'DENY' } }
    expect((await send('PUT', `user_security_role/${weak}`, within)).status).toBe(200)
  })

  test('cannot change their own role, or their own assignment to it', async () => {
    for (const body of [
      { client_permissions: {} },
      { name: 'Mine' },
      { client_access: 'DENY', client_permissions: {} },
    ])
      expect((await send('PUT', `user_security_role/${own}`, body)).text).toContain("can't change your own role")
    expect((await send('PUT', `user/${users().Manager}`, { security_role_id: weak })).json().errors).toMatchObject([
      { field: 'security_role_id', code: 'own_access' },
    ])
    const joined = await send('PUT', `user_security_role/${weak}`, { user_ids: [users().Docketing, users().Manager] })
    expect(joined.json().errors).toMatchObject([{ field: 'user_ids', code: 'own_access' }])
    const bulk = await send('POST', 'user/bulk-update', { ids: [users().Manager], values: { security_role_id: weak } })
    expect(bulk.json().outcomes).toMatchObject([{ isDone: false }])
  })

  test.each([
    ['email', 'mine@evil.example'],
    ['full_name', 'Another'],
    ['is_active', false],
    ['timekeeper_id', null],
  ])("cannot change a stronger user's %s", async (field, value) => {
    const stronger = users()['View Only']
    if (field === 'timekeeper_id') {
      const id = await make('timekeeper', { full_name: 'T' })
      await send('PUT', `user/${stronger}`, { timekeeper_id: id }, 'Administrator')
    }
    const before = await rowOf('user', stronger)
    const refused = await send('PUT', `user/${stronger}`, { [field]: value })
    expect(refused.json().errors, refused.text).toMatchObject([{ field }])
    expect(refused.text).toContain('Ask an administrator')
    const cell = value === null ? '' : value
    const header = { email: 'Email', full_name: 'Full name', is_active: 'May sign in', timekeeper_id: 'Timekeeper' }[
      field
    ]
    const imported = await send('POST', 'user/import?mode=commit', `Id,${header}\n${stronger},${cell}\n`)
    expect(imported.text).toContain('Ask an administrator')
    const bulk = await send('POST', 'user/bulk-update', { ids: [stronger], values: { [field]: value } })
    expect(bulk.text).toContain('"isDone":false')
    expect(await rowOf('user', stronger)).toEqual(before)
    const done = await send('PUT', `user/${stronger}`, { [field]: before[field] ?? null }, 'Administrator')
    expect(done.status).toBe(200)
  })

  test('cannot remove a stronger user, or undo a change that would make someone stronger', async () => {
    const body = { email: `${newId()}@one.example`, full_name: 'Strong', security_role_id: roles().Docketing }
    const id = await make('user', body)
    expect((await send('DELETE', `user/${id}`)).status).toBe(403)
    expect((await send('POST', 'user/bulk-delete', { ids: [id] })).text).toContain('"isDone":false')
    const lowered = await send('PUT', `user/${id}`, { security_role_id: weak }, 'Administrator')
    const undone = await send('POST', `undo/${lowered.headers['x-undo-id']}`)
    expect(undone.json()).toMatchObject({ done: 0, refused: 1 })
    expect(undone.text).toContain('Your role may not grant')
    await send('PUT', `user/${id}`, { security_role_id: roles().Docketing }, 'Administrator')
    const removed = await send('DELETE', `user/${id}`, undefined, 'Administrator')
    expect((await send('POST', `undo/${removed.headers['x-undo-id']}`)).json()).toMatchObject({ done: 0, refused: 1 })
  })

  test('cannot create a user with a stronger role, assign one, or move a stronger user to another role', async () => {
    const user = { email: `${newId()}@mine.example`, full_name: 'New' }
    expect((await send('POST', 'user', { ...user, security_role_id: roles().Docketing })).json().errors).toMatchObject([
      { field: 'security_role_id', code: expect.stringMatching(/^grants_more:/) },
    ])
    const joined = await send('PUT', `user_security_role/${roles().Docketing}`, { user_ids: [users().Docketing] })
    expect(joined.text).toContain('Ask an administrator to change it')
    const taken = await send('POST', 'user_security_role', { name: newId(), user_ids: [users()['View Only']] })
    expect(taken.json().errors).toMatchObject([{ field: 'user_ids', code: expect.stringMatching(/^stronger_user:/) }])
    expect((await send('POST', 'user', { ...user, security_role_id: weak })).status).toBe(201)
  })

  test('cannot create an import token that may do more', async () => {
    const refused = await send('POST', 'firm/import-token', {})
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('Your role may not grant')])
    expect((await send('POST', 'firm/import-token', {}, 'Administrator')).status).toBe(201)
  })
})

test('the former address is notified of a change, once, and not of one that did not happen', async () => {
  const to = () => api.mails.filter(({ subject }) => subject.includes('was changed')).map((mail) => mail.to)
  const url = `user/${users()['View Only']}`
  const next = `${newId()}@one.example`
  expect((await send('PUT', url, { email: next }, 'Manager')).status).toBe(400)
  expect((await send('PUT', url, { email: next }, 'Administrator')).status).toBe(200)
  await expect.poll(to).toEqual([testEmail('View Only')])
  expect((await send('PUT', url, { email: next, full_name: 'A View Only' }, 'Administrator')).status).toBe(200)
  const text = `Id,Email\n${users()['View Only']},${testEmail('View Only')}\n`
  await send('POST', 'user/import?mode=dry_run', text, 'Administrator')
  await send('POST', 'user/import?mode=commit', text, 'Administrator')
  await expect.poll(to).toEqual([testEmail('View Only'), next])
  expect(api.mails.at(-1)?.text).not.toContain(testEmail('View Only'))
})

test('an address in other letter case is the same one, of which no one is notified', async () => {
  const to = () => api.mails.filter(({ subject }) => subject.includes('was changed')).map((mail) => mail.to)
  const before = to()
  const url = `user/${users()['View Only']}`
  const same = testEmail('View Only').toUpperCase()
  expect((await send('PUT', url, { email: same }, 'Administrator')).status).toBe(200)
  expect((await send('PUT', url, { email: `${newId()}@one.example` }, 'Administrator')).status).toBe(200)
  await expect.poll(to).toEqual([...before, same])
})

describe('a user whom a wall excludes', () => {
  let walled: string
  let free: string
  beforeEach(async () => {
    walled = await make('timekeeper', { full_name: 'Ruth Osei' })
    free = await make('timekeeper', { full_name: 'Ann Lee', email: 'a.lee@one.example' })
    const client = await make('client', { name: newId(), number: newId() })
    const wall = { name: newId(), wall_type: 'EXCLUSIONARY', client_id: client, timekeeper_ids: [walled] }
    await make('ethical_wall', wall)
    for (const role of ['Manager', 'Docketing'] as const)
      await send('PUT', `user/${users()[role]}`, { timekeeper_id: walled }, 'Administrator')
    await expect
      .poll(async () => (await api.call({ as: 'Manager', url: '/api/v1/auth/me.json' })).json().timekeeper_id)
      .toBe(walled)
  })
  afterEach(async () => {
    await withSystem(api.services.database, (trx) => sql`delete from ethical_walls`.execute(trx))
    for (const role of ['Manager', 'Docketing', 'View Only'] as const)
      await send('PUT', `user/${users()[role]}`, { timekeeper_id: null }, 'Administrator')
  })
  const codes = (answer: { json: () => AnyRow }) =>
    ((answer.json().errors ?? []) as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`)

  test.each([null, 'free'])("cannot replace their own timekeeper or a colleague's with %s", async (other) => {
    const timekeeper_id = other === null ? null : free
    expect(codes(await send('PUT', `user/${users().Manager}`, { timekeeper_id }))).toEqual(['timekeeper_id own_access'])
    expect(codes(await send('PUT', `user/${users().Docketing}`, { timekeeper_id }))).toContain(
      'timekeeper_id walls_manager_only',
    )
    const imported = `Id,Timekeeper\n${users().Manager},${timekeeper_id ?? ''}\n`
    expect((await send('POST', 'user/import?mode=commit', imported)).text).toContain(
      "You can't change this for yourself",
    )
    const bulk = { ids: [users().Manager, users().Docketing], values: { timekeeper_id } }
    expect((await send('POST', 'user/bulk-update', bulk)).text).not.toContain('"isDone":true')
    expect((await send('DELETE', `timekeeper/${walled}`)).status).toBeGreaterThanOrEqual(400)
  })

  test('cannot undo the change by which they became a timekeeper', async () => {
    await send('PUT', `user/${users().Manager}`, { timekeeper_id: null }, 'Administrator')
    const given = await send('PUT', `user/${users().Manager}`, { timekeeper_id: walled }, 'Administrator')
    const undone = await send('POST', `undo/${given.headers['x-undo-id']}`)
    expect(undone.text).not.toContain('"done":1')
    expect((await rowOf('user', users().Manager)).timekeeper_id).toBe(walled)
  })

  test('cannot take over an account or address that the wall lets through', async () => {
    const user = { email: `${newId()}@mine.example`, full_name: 'New', security_role_id: weak }
    expect(codes(await send('POST', 'user', user))).toContain('email freed_of_wall')
    expect((await send('POST', 'user', { ...user, timekeeper_id: walled })).status).toBe(201)
    await api.giveRole('View Only', weak)
    const taken = await send('PUT', `user/${users()['View Only']}`, { email: `${newId()}@mine.example` })
    expect(codes(taken)).toEqual(['email freed_of_wall'])
    expect(codes(await send('PUT', `timekeeper/${free}`, { email: 'r@mine.example' }))).toEqual(['email freed_of_wall'])
    expect(codes(await send('POST', 'timekeeper', { full_name: 'X', email: 'r@mine.example' }))).toEqual([
      'email freed_of_wall',
    ])
    expect((await send('PUT', `timekeeper/${free}`, { title: 'Of counsel' })).status).toBe(200)
  })
})
