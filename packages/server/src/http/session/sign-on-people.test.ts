import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { testEmail } from '../../testing/api.ts'
import { openSignOnApi } from '../../testing/sign-on-api.ts'
import { addProvider, collect, comeBack, signInBy, visitProvider } from '../../testing/sign-on-browser.ts'

let { api, server, close } = {} as Awaited<ReturnType<typeof openSignOnApi>>
let provider: string
let count = 0

beforeAll(async () => {
  ;({ api, server, close } = await openSignOnApi())
})
beforeEach(async () => {
  count += 1
  provider = await addProvider(api, server, { name: `Login ${count}` })
})
afterAll(() => close())

const signedInAs = async (subject: string, claims: object) => {
  server.signInAs(subject, { ...claims })
  return signInBy(api, provider)
}

test('an account once linked is known by its subject, whatever address the provider gives it later', async () => {
  const first = await signedInAs('s-1', { email: testEmail('Manager'), email_verified: true })
  expect(first.json().user).toMatchObject({ id: api.userIds[1].Manager })
  const renamed = await signedInAs('s-1', { email: testEmail('Administrator'), email_verified: true })
  expect(renamed.json().user).toMatchObject({ id: api.userIds[1].Manager })
})

test('a linked account stays its user’s while a new address at the provider waits to be verified', async () => {
  await signedInAs('s-8', { email: testEmail('Manager'), email_verified: true })
  const unverified = await signedInAs('s-8', { email: 'married@one.example', email_verified: false })
  expect(unverified.json().user, unverified.text).toMatchObject({ id: api.userIds[1].Manager })
})

test('another account with the address of a linked user is refused, until the user has a new address here', async () => {
  await signedInAs('s-1', { email: testEmail('Docketing'), email_verified: true })
  const claims = { email: testEmail('Docketing'), email_verified: true }
  expect((await signedInAs('s-2', claims)).text).toContain('belongs to another account')
  const url = `/api/v1/user/${api.userIds[1].Docketing}`
  await api.call({ as: 'Administrator', method: 'PUT', url, body: { email: 'new@one.example' } })
  const again = await signedInAs('s-2', { ...claims, email: 'new@one.example' })
  expect(again.json().user).toMatchObject({ id: api.userIds[1].Docketing })
  await api.call({ as: 'Administrator', method: 'PUT', url, body: { email: testEmail('Docketing') } })
})

test.each([
  ['says that it is not verified', false],
  ['says so in words', 'false'],
  ['says nothing about it', undefined],
])('an address signs no one in if the provider %s', async (_, verified) => {
  const answer = await signedInAs('s-3', { email: testEmail('Manager'), email_verified: verified })
  expect(answer.status).toBe(401)
  expect(answer.text).toContain('does not confirm your email address')
})

test('a provider trusted for a domain vouches for its addresses, and for no others', async () => {
  const url = `/api/v1/identity_provider/${provider}`
  await api.call({ as: 'Administrator', method: 'PUT', url, body: { trusted_domains: ['one.example'] } })
  expect((await signedInAs('s-4', { email: 'view-only@one.example.elsewhere.example' })).status).toBe(401)
  expect((await signedInAs('s-4', { email: testEmail('View Only') })).status).toBe(200)
  expect((await signedInAs('s-5', { email: testEmail('Manager'), email_verified: false })).status).toBe(401)
})

test('a provider is trusted for no domain where anyone can get an address, and for no directory but one', async () => {
  const url = `/api/v1/identity_provider/${provider}`
  const put = (body: object) => api.call({ as: 'Administrator', method: 'PUT', url, body })
  expect((await put({ trusted_domains: ['gmail.com'] })).text).toContain('Anyone can get an address at gmail.com')
  const issuer = 'https://login.microsoftonline.com/common/v2.0'
  expect((await put({ issuer, client_secret: 'x' })).text).toContain('Must name one directory')
  expect((await put({ scopes: 'email' })).text).toContain('Must include openid')
})

test('someone unknown is refused, and a deactivated user too, also between coming back and collecting', async () => {
  const stranger = { email: 'stranger@one.example', email_verified: true }
  expect((await signedInAs('s-6', stranger)).text).toContain('There is no user here')
  const url = `/api/v1/user/${api.userIds[1]['View Only']}`
  const activate = (isActive: boolean) =>
    api.call({ as: 'Administrator', method: 'PUT', url, body: { is_active: isActive } })
  const claims = { email: testEmail('View Only'), email_verified: true }
  server.signInAs('s-7', claims)
  const visit = await visitProvider(api, provider)
  const location = await comeBack(api, visit)
  await activate(false)
  expect((await collect(api, location, visit)).text).toContain('is deactivated')
  expect((await signedInAs('s-7', claims)).text).toContain('is deactivated')
  await activate(true)
  expect((await signedInAs('s-7', claims)).status).toBe(200)
})

test('with a default role, someone new is created at the first sign-in, once', async () => {
  await admitNew({})
  const claims = { email: 'nora@one.example', email_verified: true, name: 'Nora New' }
  const first = await signedInAs('n-1', claims)
  expect(first.json().user, first.text).toMatchObject({
    email: 'nora@one.example',
    full_name: 'Nora New',
    security_role_id: api.firms[1].roleIds['View Only'],
  })
  const second = await signedInAs('n-1', claims)
  expect(second.json().user).toEqual(first.json().user)
  expect((await signedInAs('n-2', { ...claims, email: 'other@one.example', email_verified: false })).status).toBe(401)
})

test('someone new is the timekeeper with their address, so that ethical walls apply from the first sign-in', async () => {
  await admitNew({})
  const body = { full_name: 'Tina Held', email: 'Tina@one.example' }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
  const claims = { email: 'tina@one.example', email_verified: true, name: 'Tina Held' }
  const { id } = (await signedInAs('t-1', claims)).json().user as { id: string }
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql`select timekeeper_id as timekeeper from users where id = ${id}::uuid`.execute(trx),
  )
  expect(rows).toEqual([{ timekeeper: made.json().id }])
})

test('someone new who could be either of two timekeepers is not let in, and the log names the address', async () => {
  await admitNew({})
  for (const name of ['Twin One', 'Twin Two']) {
    const body = { full_name: name, email: 'Twin@one.example' }
    const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/timekeeper', body })
    expect(made.status, made.text).toBe(201)
  }
  const refused = await signedInAs('tw-1', { email: 'twin@one.example', email_verified: true, name: 'Twin' })
  expect(refused.status).toBe(401)
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ sentence: string }>`
      select sentence from system_events where sentence like '%twin@one.example%'`.execute(trx),
  )
  expect(rows.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('Several timekeepers have the address twin@one.example'),
  ])
})

test('groups give the role, the first that applies, and a change of groups another one at the next sign-in', async () => {
  await admitNew({ groups_claim: 'groups', group_roles: ['Docket staff = Docketing', 'cn=All,dc=one = Manager'] })
  const claims = { email: 'gil@one.example', email_verified: true, name: 'Gil' }
  const roleAfter = async (groups: readonly string[]) => {
    const answer = await signedInAs('g-1', { ...claims, groups })
    return (answer.json().user as { security_role_id: string }).security_role_id
  }
  const { roleIds } = api.firms[1]
  expect(await roleAfter(['cn=All,dc=one', 'Docket staff'])).toBe(roleIds.Docketing)
  expect(await roleAfter(['cn=All,dc=one'])).toBe(roleIds.Manager)
  expect(await roleAfter(['docket staff'])).toBe(roleIds['View Only'])
})

test('groups that the provider leaves out, or can’t be asked for, leave the role as it is', async () => {
  await admitNew({ groups_claim: 'groups', group_roles: ['Docket staff = Docketing'] })
  const claims = { email: 'gus@one.example', email_verified: true, name: 'Gus' }
  const { roleIds } = api.firms[1]
  const signIn = async (more: object) => (await signedInAs('g-2', { ...claims, ...more })).json().user
  expect(await signIn({ groups: ['Docket staff'] })).toMatchObject({ security_role_id: roleIds.Docketing })
  // Entra's form for people in more than 200 groups.
  server.tamper((token) => ({ ...token, _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } }))
  expect(await signIn({})).toMatchObject({ security_role_id: roleIds.Docketing })
  server.tamper(undefined)
  server.failUserinfo(true)
  expect(await signIn({})).toMatchObject({ security_role_id: roleIds.Docketing })
  server.failUserinfo(false)
  expect(await signIn({})).toMatchObject({ security_role_id: roleIds['View Only'] })
})

test('no groups take the last administrator away', async () => {
  await admitNew({ groups_claim: 'groups', group_roles: ['Docket staff = Docketing'] })
  const answer = await signedInAs('a-1', { email: testEmail('Administrator'), email_verified: true, groups: [] })
  expect(answer.json().user).toMatchObject({ security_role_id: api.firms[1].roleIds.Administrator })
})

test('roles by group name roles that exist', async () => {
  const url = `/api/v1/identity_provider/${provider}`
  const put = (entry: string) =>
    api.call({ as: 'Administrator', method: 'PUT', url, body: { groups_claim: 'groups', group_roles: [entry] } })
  expect((await put('Staff')).text).toContain('Must be a group, an equals sign')
  expect((await put('Staff = Chief')).text).toContain('There is no role named Chief.')
})

test('a renamed role stays the one that groups give, whatever its name', async () => {
  const body = { name: 'Paralegal', user_ids: [api.userIds[1]['View Only']] }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body })
  expect(made.status, made.text).toBe(201)
  const id = String(made.json().id)
  await admitNew({ groups_claim: 'groups', group_roles: ['All = None = Paralegal', 'Docket staff = Docketing'] })
  const claims = { email: 'pat@one.example', email_verified: true, name: 'Pat', groups: ['All = None'] }
  expect((await signedInAs('p-1', claims)).json().user).toMatchObject({ security_role_id: id })
  const rename = async (name: string) => {
    const url = `/api/v1/user_security_role/${id}`
    const answer = await api.call({ as: 'Administrator', method: 'PUT', url, body: { name } })
    expect(answer.status, answer.text).toBe(200)
    const read = await api.call({ as: 'Administrator', url: `/api/v1/identity_provider/${provider}` })
    return read.json().group_roles
  }
  expect(await rename('Legal assistant')).toEqual(['All = None = Legal assistant', 'Docket staff = Docketing'])
  expect((await signedInAs('p-1', claims)).json().user).toMatchObject({ security_role_id: id })
  for (const name of ['Staff = Administrator', 'Staff = "Administrator"', '"Legal assistant"']) {
    const quoted = `All = None = "${name.replaceAll('"', '""')}"`
    expect(await rename(name)).toEqual([quoted, 'Docket staff = Docketing'])
    expect((await signedInAs('p-1', claims)).json().user).toMatchObject({ security_role_id: id })
    await admitNew({ groups_claim: 'groups', group_roles: [quoted, 'Docket staff = Docketing'] })
  }
  await api.giveRole('View Only', api.firms[1].roleIds['View Only'])
})

test('a role that a provider gives by group isn’t deleted, and the refusal names the provider', async () => {
  const body = { name: 'Clerk', user_ids: [api.userIds[1]['View Only']] }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body })
  expect(made.status, made.text).toBe(201)
  const id = String(made.json().id)
  await api.giveRole('View Only', api.firms[1].roleIds['View Only'])
  const remove = () => api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/user_security_role/${id}` })
  const { name } = (await api.call({ as: 'Administrator', url: `/api/v1/identity_provider/${provider}` })).json()
  await admitNew({ groups_claim: 'groups', group_roles: ['Desk = clerk', 'Docket staff = Docketing'] })
  const refused = await remove()
  const refusal = `The identity provider "${name}" gives this role. Choose another one there first.`
  expect([refused.status, refused.json().detail], refused.text).toEqual([409, refusal])
  await admitNew({ groups_claim: 'groups', group_roles: ['Docket staff = Docketing'] })
  expect((await remove()).status).toBe(204)
})

test('only administrators set a provider up', async () => {
  await withFirm(api.services.database, 1, (trx) =>
    sql`update user_security_roles set grants = grants || '{"credential_access": "FULL"}' where name = 'Manager'`.execute(
      trx,
    ),
  )
  const url = `/api/v1/identity_provider/${provider}`
  const refused = await api.call({ as: 'Manager', method: 'PUT', url, body: { default_role_id: null, name: 'Mine' } })
  expect(refused.status, refused.text).toBe(400)
  expect(refused.text).toContain('Only administrators can change this.')
  expect((await api.call({ as: 'Manager', method: 'POST', url: `${url}/test` })).status).toBe(403)
})

async function admitNew(more: object): Promise<void> {
  const body = { admits: 'CREATED', default_role_id: api.firms[1].roleIds['View Only'], ...more }
  const url = `/api/v1/identity_provider/${provider}`
  const answer = await api.call({ as: 'Administrator', method: 'PUT', url, body })
  expect(answer.status, answer.text).toBe(200)
}
