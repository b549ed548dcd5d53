import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demandFresh } from '../../auth/sign-on/fresh.ts'
import type { Identity } from '../../auth/sign-on/identity.ts'
import { type ApiAnswer, openTestApi, type TestApi, testEmail } from '../../testing/api.ts'
import { type IdentityServer, startIdentityServer } from '../../testing/identity-server.ts'
import { addSamlProvider, bringBack, responseTo, visitSaml } from '../../testing/saml-browser.ts'
import {
  addProvider,
  beginAt,
  collect,
  comeBack,
  redirectUris,
  signInBy,
  signInThere,
} from '../../testing/sign-on-browser.ts'
import { productRoutes } from '../routes.ts'

let api: TestApi
let server: IdentityServer
let provider: string
let saml: string

beforeAll(async () => {
  server = await startIdentityServer({ redirectUris })
  const environment = { COURTCRIER_URL: 'https://one.example', COURTCRIER_ALLOW_PRIVATE_SIGN_ON: 'loopback' }
  api = await openTestApi({ environment, register: productRoutes })
  provider = await addProvider(api, server)
  saml = await addSamlProvider(api)
  server.signInAs('administrator-1', { email: testEmail('Administrator'), email_verified: true })
})
afterEach(() => server.tamper(undefined))
afterAll(async () => {
  await api.close()
  await server.stop()
})

const minute = 60
const now = () => Math.floor(api.clock.now.getTime() / 1000)
const loggedIn = (secondsAgo: number) => server.tamper((claims) => ({ ...claims, auth_time: now() - secondsAgo }))
const samlPerson = { nameId: 'administrator-1', attributes: { email: [testEmail('Administrator')] } }

/** What happens to a change of roles in the session that was collected. */
async function changeRole(collected: ApiAnswer): Promise<unknown> {
  expect(collected.status, collected.text).toBe(200)
  const headers = { authorization: `Bearer ${collected.json().access_token}` }
  const url = `/api/v1/user_security_role/${api.firms[1].roleIds.Manager}`
  const body = { requires_second_factor: false }
  const changed = await api.call({ method: 'PUT', url, headers, body })
  return changed.status === 200 ? 'changed' : changed.json().code
}

test('a sign-in by the session that the provider still has is not enough to change roles', async () => {
  server.tamper(({ auth_time: _, ...claims }) => claims)
  expect(await changeRole(await signInBy(api, provider))).toBe('confirmation_required')
  loggedIn(16 * minute)
  expect(await changeRole(await signInBy(api, provider))).toBe('confirmation_required')
  loggedIn(5 * minute)
  expect(await changeRole(await signInBy(api, provider))).toBe('changed')
})

test('a sign-in that asks the provider for a new login is enough for a quarter of an hour', async () => {
  const { address } = await beginAt(api, provider, { isFresh: true })
  const { searchParams } = new URL(address)
  expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0'])
  const { searchParams: usual } = new URL((await beginAt(api, provider)).address)
  expect([usual.has('prompt'), usual.has('max_age')]).toEqual([false, false])
  expect(await changeRole(await signInBy(api, provider, { isFresh: true }))).toBe('changed')
})

test('anyone who takes the wish for a new login out of the address gets in neither with an old login nor with none', async () => {
  for (const claims of [{ auth_time: now() - 2 * minute }, { auth_time: undefined }]) {
    server.tamper((given) => ({ ...given, ...claims }))
    const { address, cookie } = await beginAt(api, provider, { isFresh: true })
    const url = new URL(address)
    url.searchParams.delete('prompt')
    url.searchParams.delete('max_age')
    const visit = { callback: await signInThere(url.href), cookie, firm: 1 as const }
    const answer = await collect(api, await comeBack(api, visit), visit)
    expect([answer.status, answer.json().detail]).toEqual([
      401,
      expect.stringContaining('did not have you log in again'),
    ])
  }
})

test('of a provider that never says when someone logged in, the wish is all there is', () => {
  const identity = { authenticatedAt: undefined, saysWhen: false } as Identity
  expect(() => demandFresh(identity, { begunAt: new Date() })).not.toThrow()
  expect(() => demandFresh({ ...identity, saysWhen: true }, { begunAt: new Date() })).toThrow('auth_time')
})

test('SAML asks for a new login by ForceAuthn, and goes by when the statement says that it was', async () => {
  expect((await visitSaml(api, saml)).request).not.toContain('ForceAuthn="true"')
  const visit = await visitSaml(api, saml, { isFresh: true })
  expect(visit.request).toContain('ForceAuthn="true"')
  expect(await changeRole(await bringBack(api, visit, responseTo(visit, samlPerson)))).toBe('changed')
  const anHourAgo = new Date(api.clock.now.getTime() - 3600_000).toISOString()
  const beforeSigning = (xml: string) => xml.replace(/AuthnInstant="[^"]*"/, `AuthnInstant="${anHourAgo}"`)
  const old = { ...samlPerson, beforeSigning }
  const stale = await visitSaml(api, saml, { isFresh: true })
  expect((await bringBack(api, stale, responseTo(stale, old))).status).toBe(401)
  const usual = await visitSaml(api, saml)
  expect(await changeRole(await bringBack(api, usual, responseTo(usual, old)))).toBe('confirmation_required')
})
