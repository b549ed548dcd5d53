import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, testEmail } from '../../testing/api.ts'
import {
  acsUrl,
  addSamlProvider,
  bringBack,
  cookiesAfter,
  idpEntityId,
  idpSignInUrl,
  postResponse,
  responseTo,
  sentTo,
  signer,
  signInBySaml,
  spEntityId,
  visitSaml,
} from '../../testing/saml-browser.ts'
import { samlMetadata } from '../../testing/saml-response.ts'
import { collect } from '../../testing/sign-on-browser.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let provider: string

beforeAll(async () => {
  api = await openTestApi({ environment: { COURTCRIER_URL: 'https://one.example' }, register: productRoutes })
  provider = await addSamlProvider(api)
})
afterAll(() => api.close())

const remove = (id: string) =>
  api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/identity_provider/${id}` })
const docketing = { nameId: 'docketing-1', attributes: { email: [testEmail('Docketing')] } }

test('a user signs in by the provider, with the session a password gives', async () => {
  const saved = await api.call({ as: 'Administrator', url: `/api/v1/identity_provider/${provider}` })
  expect(saved.json().protocol).toBe('SAML')
  const started = await api.call({ url: `/api/v1/sso/${provider}/start?return_to=/inbox` })
  const visit = sentTo(String(started.headers.location), started)
  expect(String(started.headers.location)).toMatch(/^https:\/\/idp\.example\/saml\/sign-in\?/)
  expect(visit.request).toContain(`AssertionConsumerServiceURL="${acsUrl}"`)
  expect(visit.request).toContain(spEntityId)
  const posted = await postResponse(api, responseTo(visit, docketing), visit.relayState)
  expect(posted.headers.location).toMatch(/^\/login\?sso=[\da-f-]{36}&from=%2Finbox$/)
  expect(String(posted.headers['set-cookie'])).toMatch(
    /^courtcrier_sso_[\da-f]{32}_back=[\w-]{43}; Path=\/api\/v1\/sso; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
  )
  const cookie = cookiesAfter(posted, visit.cookie)
  const answer = await collect(api, String(posted.headers.location), { cookie, firm: 1 })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.json().user).toMatchObject({ id: api.userIds[1].Docketing })
  const headers = { authorization: `Bearer ${answer.json().access_token}` }
  expect((await api.call({ url: '/api/v1/auth/me.json', headers })).json().id).toBe(api.userIds[1].Docketing)
})

test('once linked, the name ID decides, whatever the address', async () => {
  await signInBySaml(api, provider, docketing)
  const moved = { ...docketing, attributes: { email: [testEmail('Manager')] } }
  expect((await signInBySaml(api, provider, moved)).json().user).toMatchObject({ id: api.userIds[1].Docketing })
})

test.each([
  ['http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress'],
  ['urn:oid:0.9.2342.19200300.100.1.3'],
  ['mail'],
  ['Email'],
])('the address is found in the attribute %s', async (name) => {
  const values = { nameId: `manager by ${name}`, attributes: { [name]: [testEmail('Manager')] } }
  const id = await addSamlProvider(api, { name: `By ${name}`.slice(0, 60) })
  expect((await signInBySaml(api, id, values)).json().user).toMatchObject({ id: api.userIds[1].Manager })
  await remove(id)
})

test('a name ID that is an address counts as one, of a trusted domain only', async () => {
  const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
  const id = await addSamlProvider(api, { name: 'By address' })
  const values = { nameId: testEmail('Manager'), nameIdFormat }
  expect((await signInBySaml(api, id, values)).json().user).toMatchObject({ id: api.userIds[1].Manager })
  const distrusted = await addSamlProvider(api, { name: 'Not trusted', trusted_domains: [] })
  const refused = await signInBySaml(api, distrusted, values)
  expect(refused.status).toBe(401)
  expect(refused.text).toContain('does not confirm your email address')
  for (const each of [id, distrusted]) await remove(each)
})

test('groups give the role, and someone new is created with it', async () => {
  const id = await addSamlProvider(api, {
    ...{ name: 'With groups', admits: 'CREATED', groups_claim: 'memberOf', group_roles: ['Clerks = Docketing'] },
    default_role_id: await roleId('View Only'),
  })
  const attributes = {
    ...{ email: ['ada@one.example'], givenname: ['Ada'], surname: ['Lovelace'] },
    memberof: ['Other', 'Clerks'],
  }
  const answer = await signInBySaml(api, id, { nameId: 'ada', attributes })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.json().user).toMatchObject({
    ...{ full_name: 'Ada Lovelace', email: 'ada@one.example' },
    security_role_id: await roleId('Docketing'),
  })
  await remove(id)
})

test('groups that Entra leaves out leave the role as it is', async () => {
  const groups = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups'
  const id = await addSamlProvider(api, {
    ...{ name: 'Many groups', admits: 'CREATED', groups_claim: groups, group_roles: ['Clerks = Docketing'] },
    default_role_id: await roleId('View Only'),
  })
  const signIn = async (attributes: Readonly<Record<string, readonly string[]>>) => {
    const values = { nameId: 'mae', attributes: { email: ['mae@one.example'], ...attributes } }
    return (await signInBySaml(api, id, values)).json().user
  }
  expect(await signIn({ [groups]: ['Clerks'] })).toMatchObject({ security_role_id: await roleId('Docketing') })
  const link = 'https://graph.windows.net/one/users/mae/getMemberObjects'
  const left = await signIn({ 'http://schemas.microsoft.com/claims/groups.link': [link] })
  expect(left).toMatchObject({ security_role_id: await roleId('Docketing') })
  expect(await signIn({})).toMatchObject({ security_role_id: await roleId('View Only') })
  await remove(id)
})

test('a sign-in begun at the provider is refused unless it is accepted, and then works once', async () => {
  const visit = { requestId: '' }
  const refused = await postResponse(api, responseTo(visit, docketing), '')
  expect(refused.headers.location).toBe('/login?sso=late')
  const entityId = 'https://portal.example'
  const metadata = samlMetadata(entityId, idpSignInUrl, [signer])
  const id = await addSamlProvider(api, { name: 'Portal', accepts_unsolicited: true, metadata })
  const response = responseTo(visit, { ...docketing, entityId })
  const accepted = await postResponse(api, response, 'https://elsewhere.example')
  const cookie = cookiesAfter(accepted)
  const answer = await collect(api, String(accepted.headers.location), { cookie, firm: 1 })
  expect(answer.json().user, answer.text).toMatchObject({ id: api.userIds[1].Docketing })
  const again = await postResponse(api, response, '')
  const repeated = await collect(api, String(again.headers.location), {
    cookie: cookiesAfter(again),
    firm: 1,
  })
  expect(repeated.status).toBe(401)
  await remove(id)
})

test('an administrator tests the provider, and then turns single sign-on by SAML on', async () => {
  const url = '/api/v1/firm/1'
  const turnOn = () => api.call({ as: 'Administrator', method: 'PUT', url, body: { signon_type: 'saml' } })
  expect((await turnOn()).text).toContain('sign_on_untested')
  const tried = `/api/v1/identity_provider/${provider}`
  const began = await api.call({ as: 'Administrator', method: 'POST', url: `${tried}/test` })
  const visit = sentTo(String(began.json().url), began)
  const administrator = { nameId: 'admin', attributes: { email: [testEmail('Administrator')] } }
  const posted = await postResponse(api, responseTo(visit, administrator), visit.relayState)
  expect(posted.headers.location).toBe(`/identity-providers?id=${provider}`)
  expect((await api.call({ as: 'Administrator', url: tried })).json().sentence).toContain('turn single sign-on on')
  expect((await turnOn()).status).toBe(200)
  const body = { username: testEmail('Docketing'), password: 'wrong password' }
  const login = await api.call({ method: 'POST', url: '/api/v1/auth/login', body })
  expect(login.text).toContain('single sign-on')
  await api.call({ as: 'Administrator', method: 'PUT', url, body: { signon_type: 'local' } })
})

test("Courtcrier's own metadata name the entity and where responses go", async () => {
  const answer = await api.call({ url: '/api/v1/sso/saml/metadata' })
  expect(answer.headers['content-type']).toContain('application/samlmetadata+xml')
  expect(answer.text).toContain(`entityID="${spEntityId}"`)
  expect(answer.text).toContain(`Location="${acsUrl}"`)
  const shown = await api.call({ as: 'Administrator', url: '/api/v1/sso/redirect-uri' })
  expect(shown.json()).toMatchObject({ entity_id: spEntityId, acs_url: acsUrl })
})

test('without metadata, or with something else, a provider is not saved', async () => {
  const save = (values: object) =>
    api.call({
      ...{ as: 'Administrator', method: 'POST', url: '/api/v1/identity_provider' },
      body: { name: 'Wrong', protocol: 'SAML', ...values },
    })
  expect((await save({})).json().errors).toMatchObject([{ field: 'metadata_url', code: 'metadata_required' }])
  const sp = (await api.call({ url: '/api/v1/sso/saml/metadata' })).text
  for (const metadata of ['not XML', sp, samlMetadata(idpEntityId, idpSignInUrl, []), '<a/>'])
    expect((await save({ metadata })).json().errors).toMatchObject([{ field: 'metadata', code: 'not_saml_metadata' }])
  const script = samlMetadata(idpEntityId, 'javascript:alert(1)', [signer])
  expect((await save({ metadata: script })).status).toBe(400)
})

test("a role's second factor is left to the provider: who signs in by it is asked for none", async () => {
  const url = `/api/v1/user_security_role/${await roleId('Docketing')}`
  const demand = (is: boolean) =>
    api.call({
      ...{ as: 'Administrator', method: 'PUT', url },
      body: { requires_second_factor: is, second_factor_grace_days: 0 },
    })
  expect((await demand(true)).status).toBe(200)
  const answer = await signInBySaml(api, provider, docketing)
  expect(answer.status, answer.text).toBe(200)
  expect(answer.json()).not.toHaveProperty('second_factor_due')
  const headers = { authorization: `Bearer ${answer.json().access_token}` }
  expect((await api.call({ url: '/api/v1/case/search', headers })).status).toBe(200)
  expect((await demand(false)).status).toBe(200)
})

test('the response of another browser signs no one in', async () => {
  const visit = await visitSaml(api, provider)
  const other = await visitSaml(api, provider)
  const answer = await bringBack(api, { ...visit, cookie: other.cookie }, responseTo(visit, docketing))
  expect(answer.status).toBe(401)
})

test('an assertion that is confirmed twice does not work again once the first confirmation has ended', async () => {
  const url = `/api/v1/identity_provider/${provider}`
  const accept = (accepts_unsolicited: boolean) =>
    api.call({ as: 'Administrator', method: 'PUT', url, body: { accepts_unsolicited } })
  await accept(true)
  const soon = new Date(api.clock.now.getTime() + 120_000).toISOString()
  const twice = (xml: string) =>
    xml.replace(
      /<saml:SubjectConfirmation .*?<\/saml:SubjectConfirmation>/,
      (all) => all.replace(/NotOnOrAfter="[^"]+"/, `NotOnOrAfter="${soon}"`) + all,
    )
  const values = { nameId: 'twice', attributes: { email: [testEmail('View Only')] }, until: 3000, beforeSigning: twice }
  const xml = responseTo({ requestId: '' }, values)
  const send = async () => {
    const posted = await postResponse(api, xml, '')
    return collect(api, String(posted.headers.location), { cookie: cookiesAfter(posted), firm: 1 })
  }
  const first = await send()
  expect(first.status, first.text).toBe(200)
  api.clock.advance(10 * 60_000)
  expect((await send()).status).toBe(401)
  await accept(false)
})

async function roleId(name: string): Promise<string> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ id: string }>`select id from user_security_roles where name = ${name}`.execute(trx),
  )
  return rows[0]?.id ?? ''
}
