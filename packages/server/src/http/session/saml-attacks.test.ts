import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, testEmail } from '../../testing/api.ts'
import { attacker, changed, misdirected, unsigned, victim, wrapped } from '../../testing/saml-attacks.ts'
import {
  addSamlProvider,
  bringBack,
  cookiesAfter,
  idpSignInUrl,
  lastReason,
  otherSigner,
  postResponse,
  responseTo,
  signer,
  signInBySaml,
  visitSaml,
} from '../../testing/saml-browser.ts'
import { refused } from '../../testing/saml-refusals.ts'
import { samlMetadata } from '../../testing/saml-response.ts'
import { doubled, oddlySigned, withInfo } from '../../testing/saml-signature-attacks.ts'
import { collect } from '../../testing/sign-on-browser.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let provider: string

beforeAll(async () => {
  api = await openTestApi({ environment: { COURTCRIER_URL: 'https://one.example' }, register: productRoutes })
  provider = await addSamlProvider(api)
})
afterAll(() => api.close())
afterEach(async () => {
  // No attack may leave a link behind that a later one could use.
  await withFirm(api.services.database, 1, (trx) => sql`delete from sign_on_links`.execute(trx))
  // The log leaves out failures that repeat.
  await withFirm(api.services.database, 1, (trx) => sql`delete from login_failures`.execute(trx))
})

test.each([...unsigned, ...changed, ...wrapped, ...misdirected, ...oddlySigned, ...doubled, ...refused])(
  'no one is signed in when %s',
  async (_, values, why) => {
    const visit = await visitSaml(api, provider)
    const xml = responseTo(visit, { ...attacker, ...values })
    const answer = await bringBack(api, visit, xml)
    expect(answer.status, xml).toBe(401)
    expect(await lastReason(api)).toMatch(why)
  },
)

test('the same provider signs the attacker in as themselves, so that the attacks fail for their own reason', async () => {
  expect((await signInBySaml(api, provider, attacker)).json().user).toMatchObject({ id: api.userIds[1]['View Only'] })
})

test('what a provider signs again as it was signs the attacker in, so that the odd ways fail for their own reason', async () => {
  const answer = await signInBySaml(api, provider, { ...attacker, ...withInfo((info) => info) })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.json().user).toMatchObject({ id: api.userIds[1]['View Only'] })
})

test('a comment cuts neither an address nor a name ID short', async () => {
  // Signed by the provider for an account that someone may have made there.
  const evil = (text: string) => `${text}<!-- -->.evil.example`
  const values = { nameId: evil(victim), attributes: { email: [evil(victim)] } }
  expect((await signInBySaml(api, provider, values)).status).toBe(401)
  // The whole of it, which no one here has, and whose domain is not the firm's.
  expect(await lastReason(api)).toContain(`the address ${victim}.evil.example is verified`)
  const added = { afterSigning: (xml: string) => xml.replace(testEmail('View Only'), `${victim}<!---->`) }
  expect((await signInBySaml(api, provider, { ...attacker, ...added })).status).toBe(401)
  expect(await lastReason(api)).toMatch(/response is not signed/)
})

test('a response works once, for its own sign-in only', async () => {
  const visit = await visitSaml(api, provider)
  const xml = responseTo(visit, attacker)
  expect((await bringBack(api, visit, xml)).status).toBe(200)
  expect((await postResponse(api, xml, visit.relayState)).headers.location).toBe('/login?sso=late')
  const later = await visitSaml(api, provider)
  expect((await bringBack(api, later, xml)).status).toBe(401)
  expect(await lastReason(api)).toMatch(/answers another request/)
})

test('a response of one provider does not count for another of the firm', async () => {
  const metadata = samlMetadata('https://idp.example/second', idpSignInUrl, [signer])
  const second = await addSamlProvider(api, { name: 'Second', metadata })
  const visit = await visitSaml(api, second)
  expect((await bringBack(api, visit, responseTo(visit, attacker))).status).toBe(401)
  expect(await lastReason(api)).toContain('is from https://idp.example/saml, not from https://idp.example/second')
  await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/identity_provider/${second}` })
})

test('a response that the browser of someone else began leads nowhere', async () => {
  // The attacker begins, and makes the victim's browser post the response: that browser has no cookie of the sign-in.
  const visit = await visitSaml(api, provider)
  const posted = await postResponse(api, responseTo(visit, attacker), visit.relayState)
  const answer = await collect(api, String(posted.headers.location), { cookie: '', firm: 1 })
  expect(answer.status).toBe(401)
})

test('a session goes neither to the browser that only began the sign-in, nor to the one that only brought the response', async () => {
  // The attacker begins, and sends the address at the provider to a victim, whose browser posts the response by itself.
  const sessions = await count('sessions')
  const visit = await visitSaml(api, provider)
  const posted = await postResponse(api, responseTo(visit, attacker), visit.relayState)
  const location = String(posted.headers.location)
  for (const cookie of [visit.cookie, cookiesAfter(posted)]) {
    const answer = await collect(api, location, { cookie, firm: 1 })
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('another browser')])
    expect(answer.headers['set-cookie']).toBeUndefined()
  }
  const own = await visitSaml(api, provider)
  const ownPosted = await postResponse(api, responseTo(own, attacker), own.relayState)
  const [[name], [, value]] = [cookiesAfter(posted).split('='), cookiesAfter(ownPosted).split('=')]
  const cookie = `${visit.cookie}; ${name}=${value}`
  expect((await collect(api, location, { cookie, firm: 1 })).status).toBe(401)
  expect(await count('sessions')).toBe(sessions)
})

test('a browser with two sign-ins under way collects both', async () => {
  const [first, second] = [await visitSaml(api, provider), await visitSaml(api, provider)]
  let cookie = `${first.cookie}; ${second.cookie}`
  const pages: string[] = []
  for (const visit of [second, first]) {
    const posted = await postResponse(api, responseTo(visit, attacker), visit.relayState)
    cookie = cookiesAfter(posted, cookie)
    pages.push(String(posted.headers.location))
  }
  for (const page of pages) {
    const answer = await collect(api, page, { cookie, firm: 1 })
    expect(answer.json().user, answer.text).toMatchObject({ id: api.userIds[1]['View Only'] })
  }
})

test('only administrators change a provider, and nothing but a form is taken', async () => {
  const url = `/api/v1/identity_provider/${provider}`
  const metadata = samlMetadata('https://evil.example', idpSignInUrl, [otherSigner])
  expect((await api.call({ as: 'Manager', method: 'PUT', url, body: { metadata } })).status).toBeGreaterThanOrEqual(400)
  const json = await api.call({ method: 'POST', url: '/api/v1/sso/saml', body: { SAMLResponse: 'x' } })
  expect(json.status).toBe(415)
  const empty = { method: 'POST' as const, url: '/api/v1/sso/saml', body: 'RelayState=x' }
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await api.call({ ...empty, headers })).status).toBe(400)
  expect((await api.call({ ...empty, headers, body: `SAMLResponse=${'x'.repeat(64_000)}` })).status).toBe(413)
})

async function count(table: string): Promise<number> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(trx),
  )
  return rows[0]?.count ?? 0
}
