import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, testEmail } from '../../testing/api.ts'
import {
  acsUrl,
  bringBack,
  cookiesAfter,
  lastReason,
  otherSigner,
  postResponse,
  sentTo,
} from '../../testing/saml-browser.ts'
import {
  addSamlify,
  exclusive,
  inclusive,
  rsaSha256,
  rsaSha512,
  type SamlifyAnswer,
  samlifyProvider,
  type WantedProvider,
} from '../../testing/samlify-provider.ts'
import { collect } from '../../testing/sign-on-browser.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let ownMetadata: string

beforeAll(async () => {
  api = await openTestApi({ environment: { COURTCRIER_URL: 'https://one.example' }, register: productRoutes })
  ownMetadata = (await api.call({ url: '/api/v1/sso/saml/metadata' })).text
})
afterAll(() => api.close())
afterEach(() =>
  withFirm(api.services.database, 1, async (trx) => {
    for (const table of ['sign_on_links', 'login_failures']) await sql`delete from ${sql.table(table)}`.execute(trx)
  }),
)

const honest = { nameId: 'docketing-1', email: testEmail('Docketing') }

const add = (wanted?: WantedProvider) => addSamlify(api, ownMetadata, wanted)
type Added = Awaited<ReturnType<typeof add>>

async function visit(id: string) {
  const started = await api.call({ url: `/api/v1/sso/${id}/start?return_to=/inbox` })
  const address = String(started.headers.location)
  return { address, visit: sentTo(address, started) }
}

async function signIn(provider: Added, answer: SamlifyAnswer, change: (xml: string) => string = (xml) => xml) {
  const { address, visit: begun } = await visit(provider.id)
  return bringBack(api, begun, change(await provider.answer(address, answer)))
}

async function begin(provider: Added, answer: SamlifyAnswer, relayState = '') {
  const posted = await postResponse(api, await provider.begin(answer), relayState)
  return {
    posted,
    answer: await collect(api, String(posted.headers.location), { cookie: cookiesAfter(posted), firm: 1 }),
  }
}

test.each([
  ['RSA with SHA-256', { algorithm: rsaSha256 }],
  ['RSA with SHA-512', { algorithm: rsaSha512 }],
  ['comments kept in what is signed', { canonicalization: `${exclusive}WithComments` }],
  ['namespaces of the surroundings in what is signed', { canonicalization: inclusive }],
])('someone signs in by another implementation, from the console and from the provider, by %s', async (_, wanted) => {
  const provider = await add({ ...wanted, accepts: true })
  const fromHere = await signIn(provider, honest)
  expect(fromHere.status, fromHere.text).toBe(200)
  expect(fromHere.json().user).toMatchObject({ id: api.userIds[1].Docketing })
  const fromThere = await begin(provider, honest)
  expect(fromThere.answer.status, fromThere.answer.text).toBe(200)
  expect(fromThere.answer.json().user).toMatchObject({ id: api.userIds[1].Docketing })
})

const victim = testEmail('Administrator')
const before = (change: (xml: string) => string): SamlifyAnswer => ({ ...honest, beforeSigning: change })
const isoIn = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

test.each<readonly [string, SamlifyAnswer, RegExp]>([
  [
    'the provider says that it failed',
    before((xml) => xml.replace('status:Success', 'status:Responder')),
    /its status is .*Responder/,
  ],
  [
    'the response has no status',
    before((xml) => xml.replace(/<samlp:Status>.*?<\/samlp:Status>/, '')),
    /its status is missing/,
  ],
  [
    'the response is of another version',
    before((xml) => xml.replace('Version="2.0"', 'Version="1.1"')),
    /version 1\.1/,
  ],
  [
    'the assertion is of another version',
    before((xml) => xml.replace(/(<saml:Assertion[^>]* Version=)"2\.0"/, '$1"3.0"')),
    /version 3\.0/,
  ],
  [
    'one of two restrictions is for another service',
    before((xml) =>
      xml.replace(
        '</saml:Conditions>',
        '<saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction></saml:Conditions>',
      ),
    ),
    /for another service/,
  ],
  [
    'the audience only begins as this service',
    before((xml) => xml.replace('</saml:Audience>', '.evil.example</saml:Audience>')),
    /for another service/,
  ],
  [
    'the recipient only begins as this service',
    before((xml) => xml.replaceAll(`Recipient="${acsUrl}"`, `Recipient="${acsUrl}.evil.example"`)),
    /Compare the assertion consumer service/,
  ],
  [
    'the confirmation has a beginning',
    before((xml) => xml.replace(' Recipient=', ` NotBefore="${isoIn(-60)}" Recipient=`)),
    /not valid yet/,
  ],
  [
    'the confirmation has expired, though the conditions have not',
    before((xml) => xml.replace(/NotOnOrAfter="[^"]+" Recipient/, `NotOnOrAfter="${isoIn(-300)}" Recipient`)),
    /expired/,
  ],
  [
    'the conditions have expired, though the confirmation has not',
    before((xml) => xml.replace(/(<saml:Conditions[^>]*) NotOnOrAfter="[^"]+"/, `$1 NotOnOrAfter="${isoIn(-300)}"`)),
    /expired/,
  ],
])('a response that is signed signs no one in when %s', async (_, answer, why) => {
  const provider = await add({ canonicalization: `${exclusive}WithComments` })
  const refused = await signIn(provider, { ...answer, email: 'nobody@one.example' })
  expect(refused.status, refused.text).toBe(401)
  expect(await lastReason(api)).toMatch(why)
})

test.each(['<!-- -->', '<![CDATA[]]>', '<?cut here?>'])(
  '%s cuts neither an address nor a name ID short',
  async (cut) => {
    const provider = await add({ canonicalization: `${exclusive}WithComments` })
    const cutShort = before((xml) => xml.replaceAll('MARK', cut))
    const evil = { ...cutShort, nameId: `${victim}MARK.evil.example`, email: `${victim}MARK.evil.example` }
    expect((await signIn(provider, evil)).status).toBe(401)
  },
)

test('an encrypted assertion is refused with what to do, signed around it or not', async () => {
  const provider = await add({ isEncrypted: true })
  for (const change of [
    (xml: string) => xml,
    (xml: string) => xml.replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/, ''),
  ]) {
    const refused = await signIn(provider, honest, change)
    expect(refused.status, refused.text).toBe(401)
  }
  await withFirm(api.services.database, 1, (trx) => sql`delete from login_failures`.execute(trx))
  await signIn(provider, honest)
  expect(await lastReason(api)).toMatch(/Turn its encryption off/)
})

test('a response from the provider works once, and not for a request', async () => {
  const provider = await add({ accepts: true })
  const xml = await provider.begin(honest)
  const send = async (relayState: string) => {
    const posted = await postResponse(api, xml, relayState)
    return collect(api, String(posted.headers.location), { cookie: cookiesAfter(posted), firm: 1 })
  }
  expect((await send('')).status).toBe(200)
  expect((await send('')).status).toBe(401)
  const { address, visit: begun } = await visit(provider.id)
  // Begun here, and answered with what no one asked for.
  expect((await bringBack(api, begun, await provider.begin(honest))).status).toBe(401)
  // Asked for, and sent as what no one asked for.
  const posted = await postResponse(api, await provider.answer(address, honest), 'https://one.example/inbox')
  const answer = await collect(api, String(posted.headers.location), { cookie: cookiesAfter(posted), firm: 1 })
  expect(answer.status).toBe(401)
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '/inbox?x=1'])(
  'a relay state of %s leads to the login page alone',
  async (relayState) => {
    const { posted, answer } = await begin(await add({ accepts: true }), honest, relayState)
    expect(posted.headers.location).toMatch(/^\/login\?sso=[\da-f-]{36}$/)
    expect(answer.status).toBe(200)
  },
)

test('an assertion of another provider of the firm, or of another firm, signs no one in', async () => {
  const [one, two] = [await add({ accepts: true }), await add({ accepts: true })]
  const { address, visit: begun } = await visit(one.id)
  expect((await bringBack(api, begun, await two.answer(address, honest))).status).toBe(401)
  // In the name of the first, with a key that isn't its own.
  const inItsName = samlifyProvider({ ...one.setup, signer: otherSigner })
  const next = await visit(one.id)
  expect((await bringBack(api, next.visit, await inItsName.answer(next.address, honest))).status).toBe(401)
  const theirs = (await api.call({ firm: 2, url: '/api/v1/sso/saml/metadata' })).text
  const ofTheirs = samlifyProvider({ ...one.setup, ownMetadata: theirs })
  const posted = await postResponse(api, await ofTheirs.begin(honest), '')
  const answer = await collect(api, String(posted.headers.location), { cookie: cookiesAfter(posted), firm: 1 })
  expect(answer.status).toBe(401)
})

test('a certificate that was rolled over counts with the next one, and no longer without it', async () => {
  const provider = await add()
  const after = samlifyProvider({ ...provider.setup, signer: otherSigner })
  const certificateOf = (metadata: string) =>
    /<KeyDescriptor use="signing">.*?<\/KeyDescriptor>/s.exec(metadata)?.[0] ?? ''
  const save = async (metadata: string) => {
    const url = `/api/v1/identity_provider/${provider.id}`
    const saved = await api.call({ as: 'Administrator', method: 'PUT', url, body: { metadata } })
    expect(saved.status, saved.text).toBe(200)
  }
  const statuses = async () => {
    const [old, next] = [await visit(provider.id), await visit(provider.id)]
    const byOld = await bringBack(api, old.visit, await provider.answer(old.address, honest))
    const byNext = await bringBack(api, next.visit, await after.answer(next.address, honest))
    return [byOld.status, byNext.status]
  }
  expect(await statuses()).toEqual([200, 401])
  const old = certificateOf(provider.metadata)
  await save(provider.metadata.replace(old, () => old + certificateOf(after.metadata)))
  expect(await statuses()).toEqual([200, 200])
  await save(after.metadata)
  expect(await statuses()).toEqual([401, 200])
})
