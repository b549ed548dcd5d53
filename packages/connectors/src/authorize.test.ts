import { calculatePKCECodeChallenge, randomPKCECodeVerifier } from 'openid-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { authorizeUrl, exchangeCode, readAccount } from './authorize.ts'
import type { Authorization } from './connector-kind.ts'
import { connectorKinds } from './registry.ts'
import { openFakeAuthorize } from './testing/fake-authorize.ts'
import { type FakeAnswer, type FakeService, startFakeService } from './testing/fake-service.ts'
import { settingsWith, testWays } from './testing/store-settings.ts'

const redirectUri = 'https://one.example/api/v1/dms-sign-in/callback'
const settings = settingsWith({ clientId: 'app', clientSecret: 'right' })
let service: FakeService
let whoAnswer: FakeAnswer
beforeEach(async () => {
  whoAnswer = { status: 200, json: { email: 'dana@firm.example' } }
  const authorize = openFakeAuthorize({ clientId: 'app', redirectUris: [redirectUri] })
  service = await startFakeService((request) => {
    if (request.path === '/authorize') return authorize.page(request)
    if (request.path === '/me') return request.headers.authorization === 'Bearer a' ? whoAnswer : { status: 401 }
    if (!authorize.takesCode(request)) return { status: 400, json: { error: 'invalid_grant' } }
    return { status: 200, json: { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 } }
  })
})
afterEach(() => service.close())

function authorizationWith(more: Partial<Authorization>): Authorization {
  const base = `http://127.0.0.1:${service.port}`
  return {
    provider: 'Files',
    url: () => `${base}/authorize`,
    hasPkce: true,
    tokens: ({ clientId, clientSecret }) => ({
      ...{ url: `${base}/token`, clientId: clientId ?? '', clientSecret, parameters: {}, advice: 'Sign in again.' },
    }),
    account: {
      method: 'POST',
      url: () => `${base}/me`,
      nameIn: (answer) => (answer as { email?: string } | undefined)?.email,
    },
    ...more,
  }
}

const reaching = () => ({ http: testWays().http, place: { firmId: 1, credentialId: 'c', settings } })

async function visit(authorization: Authorization) {
  const verifier = randomPKCECodeVerifier()
  const challenge = await calculatePKCECodeChallenge(verifier)
  const url = authorizeUrl(authorization, settings, { redirectUri, state: 's', challenge })
  const { headers } = await fetch(url, { redirect: 'manual' })
  const back = new URL(headers.get('location') ?? '')
  expect(back.searchParams.get('state')).toBe('s')
  return { code: back.searchParams.get('code') ?? '', redirectUri, verifier, url }
}

test.each([true, false])('a code is exchanged once, with PKCE where the service knows it (%s)', async (hasPkce) => {
  const authorization = authorizationWith({ hasPkce })
  const { url, ...returned } = await visit(authorization)
  expect(url.searchParams.has('code_challenge')).toBe(hasPkce)
  const renewed = await exchangeCode(authorization, reaching(), returned)
  expect(renewed).toMatchObject({ accessToken: 'a', refreshToken: 'r' })
  await expect(exchangeCode(authorization, reaching(), returned)).rejects.toThrow(/invalid_grant.*Sign in again/)
})

test('with PKCE, a code is worth nothing to someone without the verifier', async () => {
  const authorization = authorizationWith({})
  const returned = await visit(authorization)
  const stolen = { ...returned, verifier: randomPKCECodeVerifier() }
  await expect(exchangeCode(authorization, reaching(), stolen)).rejects.toThrow(/invalid_grant/)
})

test('what a service wants besides is asked for, such as offline access', () => {
  const authorization = authorizationWith({ parameters: { token_access_type: 'offline' } })
  const url = authorizeUrl(authorization, settings, { redirectUri, state: 's', challenge: 'c' })
  expect(Object.fromEntries(url.searchParams)).toEqual({
    ...{ client_id: 'app', response_type: 'code', redirect_uri: redirectUri, state: 's' },
    ...{ code_challenge: 'c', code_challenge_method: 'S256', token_access_type: 'offline' },
  })
})

test('who signed in is told if the service says so, and nothing fails if it does not', async () => {
  const renewed = { accessToken: 'a', endsAt: Date.now() + 3_600_000 }
  expect(await readAccount(authorizationWith({}), reaching(), renewed)).toBe('dana@firm.example')
  whoAnswer = { status: 403, json: {} }
  expect(await readAccount(authorizationWith({}), reaching(), renewed)).toBeUndefined()
  const { account: _, ...silent } = authorizationWith({})
  expect(await readAccount(silent, reaching(), renewed)).toBeUndefined()
})

test.each(
  connectorKinds.flatMap(({ credential, authorization }) => (authorization ? [[credential, authorization]] : [])) as [
    string,
    Authorization,
  ][],
)('a %s asks at https addresses only', (_, authorization) => {
  for (const region of [null, 'US', 'CA', 'EU', 'AU']) {
    const placed = settingsWith({ clientId: 'app', clientSecret: 'x', region })
    for (const address of [
      authorization.url(placed),
      authorization.tokens(placed).url,
      authorization.account?.url(placed) ?? 'https://none.example',
    ])
      expect(new URL(address).protocol).toBe('https:')
  }
})
