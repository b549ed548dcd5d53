import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { consoleUser, openScim, type ScimClient } from '../../testing/scim.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let scim: ScimClient

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  scim = await openScim(api, {
    group_roles: ['Partners = Manager', 'obj-7 = Docketing', 'Admins = Administrator'],
  })
})
afterAll(() => api.close())

const roleOf = async (id: unknown) => {
  const { security_role_id } = await consoleUser(api, id)
  return Object.entries(api.firms[1].roleIds).find(([, role]) => role === security_role_id)?.[0]
}
const member = (op: 'add' | 'remove', value: unknown) => ({ op, path: 'members', value: [{ value }] })

test('joining and leaving a group moves the role at once; the first mapping that applies counts', async () => {
  const { id } = await scim.addUser('moves@one.example')
  const clerks = await scim.addGroup('Clerks', [String(id)], { externalId: 'obj-7' })
  expect(await roleOf(id)).toBe('Docketing')
  const partners = await scim.addGroup('Partners')
  await scim.patch(`/Groups/${partners.id}`, member('add', id))
  expect(await roleOf(id)).toBe('Manager')
  await scim.patch(`/Groups/${partners.id}`, { op: 'replace', path: 'displayName', value: 'Others' })
  expect(await roleOf(id)).toBe('Docketing')
  await scim.send('DELETE', `/Groups/${clerks.id}`)
  expect(await roleOf(id)).toBe('View Only')
  const url = '/api/v1/system_event/search?sort=-created_at&max=50'
  const log = (await api.call({ as: 'Administrator', url })).text
  expect(log).toContain('The group \\"Clerks\\" was created by provisioning with the token \\"Directory token\\".')
  expect(log).toContain('1 joined, 0 left.')
})

test('a change of the mapping moves the roles of everyone in the groups', async () => {
  const { id } = await scim.addUser('mapped@one.example')
  await scim.addGroup('Paralegals', [String(id)])
  expect(await roleOf(id)).toBe('View Only')
  const url = `/api/v1/identity_provider/${scim.providerId}`
  const group_roles = ['Paralegals = Docketing', 'Admins = Administrator', 'Partners = Manager']
  const put = await api.call({ as: 'Administrator', method: 'PUT', url, body: { group_roles } })
  expect(put.status, put.text).toBe(200)
  expect(await roleOf(id)).toBe('Docketing')
})

test('a mapping that is sent again as it is leaves a role that was given by hand', async () => {
  const { id } = await scim.addUser('by-hand@one.example')
  await scim.addGroup('Partners of old', [String(id)])
  const user = { as: 'Administrator' as const, method: 'PUT' as const, url: `/api/v1/user/${id}` }
  const given = await api.call({ ...user, body: { security_role_id: api.firms[1].roleIds.Manager } })
  expect(given.status, given.text).toBe(200)
  const url = `/api/v1/identity_provider/${scim.providerId}`
  const { group_roles, default_role_id } = (await api.call({ as: 'Administrator', url })).json()
  const body = { name: 'Directory, renamed', group_roles, default_role_id }
  const put = await api.call({ as: 'Administrator', method: 'PUT', url, body })
  expect(put.status, put.text).toBe(200)
  expect(await roleOf(id)).toBe('Manager')
})

test('a group that someone named as the ID of another one gives nobody the role of that one', async () => {
  const { id } = await scim.addUser('namer@one.example')
  const { id: member } = await scim.addUser('of-the-group@one.example')
  const ofId = 'b6d9c1f2-1c1e-4a53-9d0e-6f1f4c2f7a10'
  const url = `/api/v1/identity_provider/${scim.providerId}`
  const group_roles = (await api.call({ as: 'Administrator', url })).json().group_roles as readonly string[]
  const body = { group_roles: [...group_roles, `${ofId} = Administrator`, 'okta-00g7 = Administrator'] }
  expect((await api.call({ as: 'Administrator', method: 'PUT', url, body })).status).toBe(200)
  // The group that has the ID may come later.
  const forged = await scim.addGroup(ofId, [String(id)], { externalId: '0d0b6a36-31d2-4f7c-8a0e-70e6a7b9d001' })
  expect(await roleOf(id)).toBe('View Only')
  const own = await scim.addGroup('Directors', [String(member)], { externalId: ofId })
  expect([await roleOf(id), await roleOf(member)]).toEqual(['View Only', 'Administrator'])
  await scim.addGroup('Heads', [], { externalId: 'okta-00g7' })
  await scim.addGroup('okta-00g7', [String(id)])
  expect(await roleOf(id)).toBe('View Only')
  // As other directories form IDs, of groups that aren't there yet.
  const others = ['00g1abcdefGHIJKLM5d7', '03x8tuzt3hqm5wz', '5f1c2d3e4a5b6c7d8e9f0a1b', 'S-1-5-21-1-2-3-512']
  const mapped = { group_roles: [...body.group_roles, ...others.map((each) => `${each} = Administrator`)] }
  expect((await api.call({ as: 'Administrator', method: 'PUT', url, body: mapped })).status).toBe(200)
  for (const each of others) await scim.addGroup(each, [String(id)], { externalId: `own-of-${each}` })
  expect(await roleOf(id)).toBe('View Only')
  const shown = (await api.call({ as: 'Administrator', url: `${url}/provisioning` })).json().groups as readonly AnyRow[]
  expect(Object.fromEntries(shown.map(({ name, role }) => [String(name), role]))).toMatchObject({
    ...{ [ofId]: 'View Only', 'okta-00g7': 'View Only', Directors: 'Administrator', Heads: 'Administrator' },
  })
  for (const group of [forged, own]) await scim.send('DELETE', `/Groups/${group.id}`)
  expect(await roleOf(member)).toBe('View Only')
  await api.call({ as: 'Administrator', method: 'PUT', url, body: { group_roles } })
})

test('administrators are made only by a mapping, and the last one stays whatever the groups say', async () => {
  const { id } = await scim.addUser('boss@one.example', { roles: [{ value: 'Administrator' }] })
  expect(await roleOf(id)).toBe('View Only')
  const admins = await scim.addGroup('Admins', [String(id)])
  expect(await roleOf(id)).toBe('Administrator')
  const partners = await scim.addGroup('Partners', [api.userIds[1].Administrator])
  expect(await roleOf(api.userIds[1].Administrator)).toBe('Administrator')
  const url = '/api/v1/system_event/search?sort=-created_at&max=50'
  expect((await api.call({ as: 'Administrator', url })).text).toContain('but the role was left as it is')
  await scim.send('DELETE', `/Groups/${partners.id}`)
  await scim.patch(`/Groups/${admins.id}`, member('remove', id))
  expect(await roleOf(id)).toBe('View Only')
})

test('only users of the firm can be members, and a refused change changes nothing', async () => {
  const { id } = await scim.addUser('alone@one.example')
  const group = await scim.addGroup('Strict')
  const others = [api.userIds[2].Manager, group.id, 'no-id', '00000000-0000-4000-8000-000000000000']
  for (const other of others) {
    const answer = await scim.patch(`/Groups/${group.id}`, member('add', id), member('add', other))
    expect([answer.status, answer.json().scimType, answer.json().detail]).toEqual([
      400,
      'invalidValue',
      `There is no user with the ID ${other}. Only users can be members.`,
    ])
  }
  expect((await scim.send('GET', `/Groups/${group.id}`)).json().members).toEqual([])
  expect((await scim.patch(`/Groups/${group.id}`, member('remove', api.userIds[2].Manager))).status).toBe(204)
})

test('another firm sees and changes nothing, neither with its own token nor with this one', async () => {
  const two = await openScim(api, { firm: 2, name: 'Two' })
  const { id } = await scim.addUser('mine@one.example')
  const group = await scim.addGroup('Mine', [String(id)])
  const off = { Operations: [{ op: 'replace', value: { active: false, displayName: 'X' } }] }
  for (const path of [`/Users/${id}`, `/Groups/${group.id}`])
    for (const [method, body] of [['GET'], ['PUT', { displayName: 'X' }], ['PATCH', off], ['DELETE']] as const)
      expect((await two.send(method, path, body)).status).toBe(404)
  const filter = encodeURIComponent('userName eq "mine@one.example"')
  expect((await two.send('GET', `/Users?filter=${filter}`)).json().totalResults).toBe(0)
  expect((await two.send('GET', '/Groups')).json().totalResults).toBe(0)
  const made = await two.addUser('mine@one.example')
  expect(made.id).not.toBe(id)
  const headers = { host: 'two.example' }
  expect((await scim.send('GET', '/Users', undefined, { headers })).status).toBe(401)
})

test('a group of a thousand members is changed, fifty of them get another role, and ten thousand are answered', {
  timeout: 120_000,
}, async () => {
  const group = await scim.addGroup('Everyone')
  const role = api.firms[1].roleIds['View Only']
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ id: string }>`
      insert into users (firm_id, id, email, full_name, security_role_id)
      select 1, gen_random_uuid(), 'many' || n || '@one.example', 'Many ' || n, ${role}::uuid
      from generate_series(1, 1000) n returning id`.execute(trx),
  )
  const value = rows.map(({ id }) => ({ value: id, display: 'Someone' }))
  const added = await scim.patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value })
  expect(added.status, added.text).toBe(204)
  const partners = await scim.addGroup(
    'Partners',
    rows.slice(0, 50).map(({ id }) => id),
  )
  expect(await roleOf(rows[49]?.id)).toBe('Manager')
  expect(await roleOf(rows[50]?.id)).toBe('View Only')
  const read = (await scim.send('GET', `/Groups/${group.id}`)).json() as { members: unknown[] }
  expect(read.members).toHaveLength(1000)
  expect((await scim.send('GET', `/Groups/${group.id}?excludedAttributes=members`)).text).not.toContain('"members"')
  const most = (await scim.send('GET', '/Users?count=999')).json()
  expect(most).toMatchObject({ itemsPerPage: 200, totalResults: expect.any(Number) })
  const many = Array.from({ length: 10_000 }, () => ({ value: crypto.randomUUID() }))
  const unknown = await scim.patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: many })
  expect([unknown.status, unknown.json().scimType]).toEqual([400, 'invalidValue'])
  const removed = await scim.patch(
    `/Groups/${group.id}`,
    ...rows.map(({ id }) => ({ op: 'remove', path: `members[value eq "${id}"]` })),
  )
  expect(removed.status, removed.text).toBe(204)
  await scim.send('DELETE', `/Groups/${partners.id}`)
  expect(await roleOf(rows[0]?.id)).toBe('View Only')
})
