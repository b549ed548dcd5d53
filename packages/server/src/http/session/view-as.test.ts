import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ApiCall, openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { resourceRoutes } from '../resources.ts'

let api: TestApi
let clientId: string
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
  const body = { name: 'Meridian Freight Co.', number: 'C-1' }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/client', body })
  clientId = String(made.json().id)
})
afterAll(() => api.close())
afterEach(() => api.giveRole('Manager', api.firms[1].roleIds.Manager))

const roles = () => api.firms[1].roleIds
const viewing = (roleId: string | undefined, call: ApiCall) =>
  api.call({ as: 'Administrator', ...call, headers: { 'x-view-as': roleId ?? '', ...call.headers } })

async function newRole(body: AnyRow, user: TestRole = 'Docketing'): Promise<string> {
  const people = { user_ids: [api.userIds[1][user]] }
  const made = await api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/user_security_role',
    body: { ...body, ...people },
  })
  expect(made.status, made.text).toBe(201)
  return String(made.json().id)
}

describe('viewing as another role', () => {
  test('shows what that role sees', async () => {
    const role = roles()['View Only']
    expect((await viewing(role, { url: '/api/v1/user/search' })).status).toBe(403)
    expect((await viewing(role, { url: '/api/v1/client/search' })).text).toContain('Meridian')
    expect((await api.call({ as: 'Administrator', url: '/api/v1/user/search' })).status).toBe(200)
    const own = await viewing(role, { url: `/api/v1/user_security_role/${role}` })
    expect([own.status, own.json().name]).toEqual([200, 'View Only'])
  })

  test('hides the fields that the role does not see, in JSON and in bytes', async () => {
    const role = await newRole({ name: 'No numbers', client_access: 'FULL', client_permissions: { number: 'DENY' } })
    for (const accept of ['application/json', 'application/x-protobuf']) {
      const answer = await viewing(role, { url: `/api/v1/client/${clientId}`, accept })
      expect(answer.text).toContain('Meridian')
      expect(answer.text).not.toContain('C-1')
    }
    expect((await viewing(role, { url: '/api/v1/client/search?sort=number' })).status).toBe(400)
  })

  test.each([
    ['POST', '/api/v1/client', { name: 'X', number: 'Y' }],
    ['PUT', () => `/api/v1/client/${clientId}`, { name: 'X' }],
    ['DELETE', () => `/api/v1/client/${clientId}`, undefined],
    ['POST', '/api/v1/client/bulk-delete', { ids: [] }],
    ['PUT', '/api/v1/firm/1', { name: 'X' }],
    ['PUT', () => `/api/v1/auth/${api.userIds[1].Administrator}/change-password`, {}],
    ['POST', '/api/v1/firm/import-token', {}],
  ] as const)('refuses %s %s, even as a role that may', async (method, url, body) => {
    const path = typeof url === 'function' ? url() : url
    const answer = await viewing(roles().Administrator, { method, url: path, ...(body ? { body } : {}) })
    expect([answer.status, answer.json().code]).toEqual([403, 'viewing_role'])
    expect((await api.call({ as: 'Administrator', url: `/api/v1/client/${clientId}` })).json().name).toContain(
      'Meridian',
    )
  })

  test('is only for those who manage the roles, and never widens what they see', async () => {
    for (const as of ['Manager', 'View Only', 'Docketing'] as const) {
      const answer = await viewing(roles().Administrator, { as, url: '/api/v1/client/search' })
      expect(answer.status).toBe(403)
      expect(answer.text).not.toContain('Meridian')
    }
    await newRole(
      {
        name: 'Keeper of roles',
        user_security_role_access: 'FULL',
        client_access: 'READ',
        client_permissions: { number: 'DENY' },
      },
      'Manager',
    )
    const asAdministrator = (url: string) => viewing(roles().Administrator, { as: 'Manager', url })
    await expect.poll(async () => (await asAdministrator('/api/v1/client/search')).status).toBe(200)
    expect((await asAdministrator(`/api/v1/client/${clientId}`)).text).not.toContain('C-1')
    expect((await asAdministrator('/api/v1/user/search')).status).toBe(403)
    expect((await asAdministrator('/api/v1/matter/search')).status).toBe(403)
  })

  test.each([
    ['of another firm', () => api.firms[2].roleIds.Manager],
    ['that is none', () => 'nobody'],
  ])('is refused for a role %s', async (_, id) => {
    const answer = await viewing(id(), { url: '/api/v1/client/search' })
    expect([answer.status, answer.json().detail]).toEqual([404, 'The role you are viewing as no longer exists.'])
  })

  test('is logged when it begins and ends, and ends with the session', async () => {
    const role = roles()['View Only']
    const begun = await api.call({
      as: 'Administrator',
      method: 'POST',
      url: '/api/v1/view-as',
      body: { role_id: role },
    })
    expect(begun.status, begun.text).toBe(204)
    expect((await viewing(role, { method: 'DELETE', url: '/api/v1/view-as' })).status).toBe(204)
    const log = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?sort=-created_at&max=5' })
    expect(log.text).toContain('started viewing Courtcrier as \\"View Only\\".')
    expect(log.text).toContain('stopped viewing as \\"View Only\\".')
    const refused = await api.call({ as: 'Manager', method: 'POST', url: '/api/v1/view-as', body: { role_id: role } })
    expect(refused.status).toBe(403)
    const out = await viewing(role, { firm: 2, method: 'POST', url: '/api/v1/auth/logout' })
    expect([out.status, out.json().code]).toEqual([404, 'not_found'])
    const gone = await viewing(api.firms[2].roleIds.Manager, { firm: 2, method: 'POST', url: '/api/v1/auth/logout' })
    expect(gone.status, gone.text).toBe(204)
  })
})
