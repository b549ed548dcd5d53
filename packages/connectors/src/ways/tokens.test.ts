import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type FakeAnswer,
  type FakeRequest,
  type FakeService,
  formOf,
  startFakeService,
} from '../testing/fake-service.ts'
import { testWays } from '../testing/store-settings.ts'
import { openTokens, type TokenRequest } from './tokens.ts'

let service: FakeService
let answer: ((request: FakeRequest) => FakeAnswer) | undefined
let asked: FakeRequest[]
beforeEach(async () => {
  answer = undefined
  asked = []
  service = await startFakeService((request) => {
    asked.push(request)
    return answer?.(request) ?? given()
  })
})
afterEach(() => service.close())

const given = (more: object = {}): FakeAnswer => ({
  status: 200,
  json: { access_token: randomUUID(), token_type: 'Bearer', expires_in: 3600, ...more },
})

function open(more: Partial<TokenRequest> = {}) {
  return openTokens(
    { http: testWays().http, place: { firmId: 1, credentialId: 'c' } },
    {
      url: `http://127.0.0.1:${service.port}/token`,
      clientId: 'id',
      clientSecret: 'a+b/c=',
      grant: 'client_credentials',
      parameters: { scope: 'full' },
      advice: 'Enter another secret.',
      ...more,
    },
  )
}

test('simultaneous calls ask once, and later ones until shortly before the end', async () => {
  const signIn = open()
  const [one, other] = await Promise.all([signIn.headers(), signIn.headers()])
  expect(one).toEqual(other)
  expect(await signIn.headers()).toEqual(one)
  expect(asked).toHaveLength(1)
  expect(Object.fromEntries(formOf(asked[0] as FakeRequest))).toMatchObject({
    grant_type: 'client_credentials',
    client_id: 'id',
    client_secret: 'a+b/c=',
    scope: 'full',
  })
})

test('a token that the service rejected is replaced', async () => {
  const signIn = open()
  const first = await signIn.headers()
  signIn.forget(first)
  expect(await signIn.headers()).not.toEqual(first)
})

test('calls that the service rejected together replace its token once', async () => {
  const signIn = open()
  const [one, other, last] = await Promise.all([signIn.headers(), signIn.headers(), signIn.headers()])
  signIn.forget(one)
  const replaced = signIn.headers()
  // The new one is on its way, and then it is there.
  signIn.forget(other)
  expect(await signIn.headers()).toEqual(await replaced)
  signIn.forget(last)
  expect(await signIn.headers()).toEqual(await replaced)
  expect(asked).toHaveLength(2)
})

test('an end that is told as text counts', async () => {
  answer = () => given({ expires_in: '3600' })
  const signIn = open()
  await signIn.headers()
  await signIn.headers()
  expect(asked).toHaveLength(1)
})

test.each([
  ['says no type', { json: { access_token: 'token', expires_in: 1800, refresh_token: 'refresh' } }],
  ['has nulls', { json: { access_token: 'token', token_type: null, refresh_token: null, scope: null } }],
  ['has a list of scopes', { json: { access_token: 'token', token_type: 'bearer', scope: ['full'] } }],
  ['has an ID token', { json: { access_token: 'token', token_type: 'Bearer', id_token: 'of.another.issuer' } }],
  [
    'is no JSON by its type',
    { bytes: Buffer.from('{"access_token":"token"}'), headers: { 'content-type': 'text/plain' } },
  ],
] as const)('a token whose answer %s counts', async (_, given) => {
  answer = () => ({ status: 200, ...given })
  const signIn = open()
  expect(await signIn.headers()).toEqual({ authorization: 'Bearer token' })
  await signIn.headers()
  expect(asked).toHaveLength(1)
})

test.each([
  [
    'a refusal',
    { status: 400, json: { error: 'invalid_client', error_description: 'Unknown' } },
    'auth',
    /invalid_client: Unknown.*Enter another secret/,
  ],
  [
    'a refusal beside a challenge',
    { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' }, json: { error: 'invalid_client' } },
    'auth',
    /invalid_client.*Enter another secret/,
  ],
  [
    'a refusal that looks like a success',
    { status: 200, json: { error: 'invalid_grant', error_description: 'Expired' } },
    'auth',
    /invalid_grant: Expired.*Enter another secret/,
  ],
  ['a challenge', { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } }, 'auth', /Enter another secret/],
  ['a page', { status: 200, bytes: Buffer.from('<html>') }, 'auth', /can't be read/],
  ['too many requests', { status: 429, headers: { 'retry-after': '7' } }, 'throttled', /busy/],
  ['a failure', { status: 500 }, 'transient', /failed/],
  ['a request that took too long', { status: 408 }, 'transient', /failed/],
  [
    'a service that is out of order',
    { status: 400, json: { error: 'temporarily_unavailable', error_description: 'Busy' } },
    'transient',
    /gives no token for the moment \(temporarily_unavailable\)\.$/,
  ],
] as const)('%s is a problem that says what to do', async (_, given, problem, sentence) => {
  answer = () => given
  await expect(open().headers()).rejects.toMatchObject({
    problem: { problem, sentence: expect.stringMatching(sentence) },
  })
})

test.each<Partial<TokenRequest>>([{ clientId: '' }, { clientSecret: '' }, { clientSecret: null }])(
  'without its %o, nothing is asked',
  async (more) => {
    await expect(open(more).headers()).rejects.toMatchObject({
      problem: { problem: 'auth', sentence: expect.stringContaining('lacks its client ID or its client secret') },
    })
    expect(asked).toEqual([])
  },
)

test('after a failure the next call asks again', async () => {
  answer = () => ({ status: 500 })
  const signIn = open()
  await expect(signIn.headers()).rejects.toThrow()
  answer = undefined
  expect(await signIn.headers()).toHaveProperty('authorization')
})
