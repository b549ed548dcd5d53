import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { testEmail } from '../../testing/api.ts'
import { lastReason } from '../../testing/saml-browser.ts'
import { openSignOnApi } from '../../testing/sign-on-api.ts'
import { addProvider, collect, comeBack, signInBy, visitProvider } from '../../testing/sign-on-browser.ts'

let { api, server, forget, close } = {} as Awaited<ReturnType<typeof openSignOnApi>>
let provider: string

beforeAll(async () => {
  ;({ api, server, forget, close } = await openSignOnApi())
  provider = await addProvider(api, server)
})
afterEach(() => forget())
afterAll(() => close())

const docketing = { email: testEmail('Docketing'), email_verified: true, name: 'A Docketing' }

function expectRefusal(answer: { status: number; text: string }): void {
  expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('Single sign-on did not succeed.')])
}

test.each([
  ['ends within a character where it is cut', `${'a'.repeat(299)}😀`],
  ['is long', 'why '.repeat(1000)],
])('what a provider says of a refusal is logged though it %s', async (_, said) => {
  server.signInAs('docketing-1', docketing)
  const visit = await visitProvider(api, provider)
  const refused = new URLSearchParams({ error: 'server_error', error_description: said })
  const callback = visit.callback.replace(/code=[^&]+/, refused.toString())
  expectRefusal(await collect(api, await comeBack(api, { ...visit, callback }), visit))
  expect(await lastReason(api)).toContain('The provider refuses the sign-in (server_error)')
})

const strangeSubjects = [
  ['none', ''],
  ['a text with NUL', 'a\0b'],
  ['more than the database finds again', 'ab%'.repeat(1000)],
] as const

test.each(strangeSubjects)('someone to whom the provider gives %s as their ID is not signed in', async (_, sub) => {
  server.signInAs('docketing-1', docketing)
  server.tamper((claims) => ({ ...claims, sub }))
  expectRefusal(await signInBy(api, provider))
  expect(await lastReason(api)).toContain('The ID that the provider gives this person')
})

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const withMac = (claims: object, key: string | Buffer) => {
  const signed = `${encoded({ alg: 'HS256', kid: 'one' })}.${encoded(claims)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

test.each<readonly [string, NonNullable<Parameters<typeof server.replace>[0]>]>([
  ['is signed by no one (alg none)', (claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`],
  ['has no signature', (claims) => `${encoded({ alg: 'RS256', kid: 'one' })}.${encoded(claims)}.`],
  ['is keyed with the public key', (claims, key) => withMac(claims, key.export({ type: 'spki', format: 'pem' }))],
  ['is keyed with the secret of the application', (claims) => withMac(claims, server.client.clientSecret)],
  [
    'brings its own key',
    (claims) => `${encoded({ alg: 'RS256', jwk: { kty: 'RSA', n: 'AQAB', e: 'AQAB' } })}.${encoded(claims)}.AQ`,
  ],
  ['is not JSON', () => `${Buffer.from('x').toString('base64url')}.x.x`],
])('an ID token that %s signs no one in', async (_, replacement) => {
  server.signInAs('docketing-1', docketing)
  server.replace(replacement)
  expectRefusal(await signInBy(api, provider))
  expect(await lastReason(api)).toContain("The provider's answer can't be accepted")
})

test('a code of one provider is worth nothing in a sign-in at another, even if both are the same server', async () => {
  server.signInAs('docketing-1', docketing)
  const other = await addProvider(api, server, { name: 'Login Two' })
  const [own, foreign] = [await visitProvider(api, provider), await visitProvider(api, other)]
  const state = new URLSearchParams(foreign.callback.split('?')[1]).get('state') ?? ''
  const callback = own.callback.replace(/state=[^&]+/, `state=${state}`)
  expectRefusal(await collect(api, await comeBack(api, { ...foreign, callback }), foreign))
})
