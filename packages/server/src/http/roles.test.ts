import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestApi, type TestApi, type TestRole, testRoles } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'
import { importRoutes } from './transfer/import.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
    },
  })
})
afterAll(() => api.close())
afterEach(async () => {
  for (const role of testRoles) await api.giveRole(role, api.firms[1].roleIds[role])
})

const users = () => api.userIds[1]
const roles = () => api.firms[1].roleIds
let count = 0
const post = (body: AnyRow, as: TestRole = 'Administrator') => {
  count += 1
  return api.call({ as, method: 'POST', url: '/api/v1/user_security_role', body: { name: `Role ${count}`, ...body } })
}
const put = (id: unknown, body: AnyRow, as: TestRole = 'Administrator') =>
  api.call({ as, method: 'PUT', url: `/api/v1/user_security_role/${id}`, body })
const get = async (id: unknown) =>
  (await api.call({ as: 'Administrator', url: `/api/v1/user_security_role/${id}` })).json()

describe('the users of a role', () => {
  test('get it when the role is created or saved with them, and this is logged', async () => {
    const made = await post({ name: 'Calendar', case_access: 'READ', user_ids: [users().Docketing] })
    expect([made.status, made.json().user_ids], made.text).toEqual([201, [users().Docketing]])
    const { id } = made.json()
    const saved = await put(id, { user_ids: [users().Docketing, users()['View Only']] })
    expect((saved.json().user_ids as string[]).toSorted()).toEqual([users().Docketing, users()['View Only']].toSorted())
    await expect
      .poll(async () => (await api.call({ as: 'View Only', url: '/api/v1/auth/me.json' })).json().security_role_id)
      .toBe(id)
    expect((await api.call({ as: 'View Only', url: '/api/v1/client/search' })).status).toBe(403)
    const filters = encodeURIComponent(JSON.stringify([{ field: 'entity_id', in: [users()['View Only']] }]))
    const log = await api.call({ as: 'Administrator', url: `/api/v1/system_event/search?filters=${filters}` })
    expect(log.text).toContain('was given the role \\"Calendar\\".')
  })

  test('are logged with the role they had', async () => {
    const id = (await post({ name: 'Intake', case_access: 'READ', user_ids: [users().Docketing] })).json().id
    expect((await put(id, { user_ids: [users().Docketing, users().Manager] })).status).toBe(200)
    const filters = JSON.stringify([{ field: 'entity_id', in: [users().Manager] }])
    const log = await api.call({
      as: 'Administrator',
      url: `/api/v1/system_event/search?${new URLSearchParams({ filters, max: '1' })}`,
    })
    const [event] = log.json().system_events as AnyRow[]
    expect(event).toMatchObject({ action: 'role_given', facts: { role: 'Intake' } })
    expect(JSON.parse(String(event?.details))).toEqual({ security_role_id: { from: roles().Manager, to: id } })
  })

  test('can join a predefined role too, without any other change to it', async () => {
    const before = await get(roles().Manager)
    const saved = await put(roles().Manager, { ...before, user_ids: [users().Manager, users().Docketing] })
    expect([saved.status, (saved.json().user_ids as string[]).length], saved.text).toEqual([200, 2])
  })

  test('are required for every role but a predefined one', async () => {
    const none = await post({ user_ids: [] })
    expect(none.json().errors).toMatchObject([{ field: 'user_ids', message: 'At least one item is required.' }])
    expect((await post({})).text).toContain('At least one item is required.')
    const id = (await post({ user_ids: [users().Docketing] })).json().id
    await api.giveRole('Docketing', roles().Docketing)
    expect((await put(id, { case_access: 'READ' })).text).toContain('At least one item is required.')
    expect((await put(id, {})).status, 'which changes nothing').toBe(200)
    await api.giveRole('Docketing', roles().Manager)
    expect((await put(roles().Docketing, await get(roles().Docketing))).status).toBe(200)
  })

  test('are not left without a role', async () => {
    const id = (await post({ user_ids: [users().Docketing, users().Manager] })).json().id
    const refused = await put(id, { user_ids: [users().Docketing] })
    expect(refused.json().errors).toMatchObject([
      {
        field: 'user_ids',
        message: 'Every user has exactly one role. Assign another role to the users you remove.',
      },
    ])
  })

  test("are assigned only by callers who may change users' roles", async () => {
    const body = { user_security_role_access: 'FULL', user_access: 'FULL', user_ids: [users().Manager] }
    await post({ ...body, user_permissions: { security_role_id: 'READ' } })
    const known = async () => (await post({ user_ids: [users().Docketing] }, 'Manager')).json().errors
    await expect.poll(known).toMatchObject([{ field: 'user_ids', code: 'forbidden_field' }])
  })

  test('of another firm are not found', async () => {
    const answer = await post({ user_ids: [api.userIds[2].Manager] })
    expect(answer.json().errors).toMatchObject([{ field: 'user_ids', code: 'not_reference' }])
  })
})

describe('a field of a role', () => {
  const refused: readonly (readonly [AnyRow, string, string])[] = [
    [{ case_access: 'READ', case_permissions: { name: 'FULL' } }, 'case_permissions', 'exceeds_record'],
    [{ case_permissions: { name: 'READ' } }, 'case_permissions', 'exceeds_record'],
    [{ case_access: 'FULL', case_permissions: { shoe_size: 'READ' } }, 'case_permissions', 'unknown_field'],
    [{ case_access: 'FULL', case_permissions: { name: 'WRITE' } }, 'case_permissions', 'not_choice:READ, FULL, DENY'],
    [{ case_access: 'WRITE' }, 'case_access', 'not_choice:READ, FULL, DENY'],
  ]
  test.each(refused)('%j is refused', async (body, field, code) => {
    const answer = await post({ ...body, user_ids: [users().Docketing] })
    expect(answer.status).toBe(400)
    expect(answer.json().errors).toMatchObject([{ field, code }])
  })

  test('of the dashboard, and of a resource that another one governs, can be denied', async () => {
    const answer = await post({
      dashboard_access: 'READ',
      dashboard_permissions: { top_client: 'DENY' },
      credential_access: 'FULL',
      credential_permissions: { driver: 'READ' },
      user_ids: [users().Docketing],
    })
    expect(answer.status, answer.text).toBe(201)
  })

  test('does not stay open when its record is denied', async () => {
    const body = { case_access: 'FULL', case_permissions: { name: 'FULL' }, user_ids: [users().Docketing] }
    const { id } = (await post(body)).json()
    expect((await put(id, { case_access: 'READ' })).text).toContain('exceeds_record')
    expect((await put(id, { case_access: 'READ', case_permissions: {} })).status).toBe(200)
  })
})

describe('a predefined role', () => {
  test.each(testRoles)('%s is neither renamed, emptied, removed nor overwritten by an import', async (name) => {
    const id = roles()[name]
    for (const body of [{ name: 'Mine' }, { case_access: 'DENY' }, { case_permissions: { name: 'DENY' } }]) {
      // Each body is a change: the administrator has FULL access to cases, and no other role is denied it.
      const answer = await put(id, body)
      expect([answer.status, answer.text]).toEqual([
        400,
        expect.stringContaining('Predefined roles cannot be changed.'),
      ])
    }
    expect((await put(id, { is_system_defined: false })).text).toContain('read_only_field')
    expect(
      (await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/user_security_role/${id}` })).status,
    ).toBe(409)
    const imported = await importing('user_security_role', [`Id,Name`, `${id},Mine`])
    expect(imported.text).toContain('Predefined roles cannot be changed.')
    expect((await get(id)).name).toBe(name)
  })
})

describe('the last administrator', () => {
  const message = 'The firm would have no administrator left.'
  const admin = () => `/api/v1/user/${users().Administrator}`
  const isThere = async () => {
    const row = (await api.call({ as: 'Administrator', url: admin() })).json()
    expect([row.is_active, row.security_role_id]).toEqual([true, roles().Administrator])
  }

  test("is not moved to another role by setting that role's users", async () => {
    expect((await post({ user_ids: [users().Administrator] })).text).toContain(message)
    const added = [users().Manager, users().Administrator]
    expect((await put(roles().Manager, { user_ids: added })).text).toContain(message)
    await isThere()
  })

  test.each([
    ['Role', 'View Only'],
    ['May sign in', 'false'],
  ])('is not demoted by an import that sets %s', async (column, value) => {
    const answer = await importing('user', [`Id,${column}`, `${users().Administrator},${value}`])
    expect(answer.text).toContain(message)
    await isThere()
  })

  test('is not removed by an import that deletes records missing from the file', async () => {
    const url = 'delete_missing=true'
    const answer = await importing('user', ['Id,Full name', `${users().Manager},Manager`], url)
    expect(answer.text).toContain('The last administrator cannot be removed.')
    await isThere()
  })

  test('stays when one import demotes all of several at once', async () => {
    await api.giveRole('Manager', roles().Administrator)
    const both = [users().Administrator, users().Manager].map((id) => `${id},false`)
    const answer = await importing('user', ['Id,May sign in', ...both])
    expect(answer.text).toContain(message)
    await isThere()
  })
})

function importing(entity: string, lines: readonly string[], query = '') {
  return api.call({
    as: 'Administrator',
    method: 'POST',
    url: `/api/v1/${entity}/import?mode=commit&${query}`,
    headers: { 'content-type': 'text/csv' },
    body: lines.join('\n'),
  })
}
