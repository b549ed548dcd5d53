import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { firmUrl } from '../../base/firm-url.ts'
import { endedOnce } from '../../testing/end-once.ts'
import {
  answerStep,
  codeAt,
  dropFactors,
  enrolPasskey,
  enrolTotp,
  enterPassword,
  logIn,
} from '../../testing/factors.ts'
import { makePasskeyDevice } from '../../testing/passkey-device.ts'
import { openSignOnApi } from '../../testing/sign-on-api.ts'
import { addProvider, collect, comeBack, visitProvider } from '../../testing/sign-on-browser.ts'

/** What someone shows to sign in works once: they couldn't try again if the database ended a transaction for good. */
let { api, server, close } = {} as Awaited<ReturnType<typeof openSignOnApi>>
beforeAll(async () => {
  ;({ api, server, close } = await openSignOnApi())
})
afterEach(async () => {
  api.clock.advance(60_000)
  await dropFactors(api, 'Docketing')
  // The helper of the tests signs in again after half an hour.
  api.clock.advance(31 * 60_000)
})
afterAll(() => close())

const ended = <T>(table: string, run: () => Promise<T>) => endedOnce(api.services.database, table, run)

test('a session is renewed, although the database ended the transaction for a deadlock', async () => {
  const { refresh_token } = (await logIn(api, 'Docketing')).json()
  const body = { refresh_token, grant_type: 'refresh_token' }
  const renew = () => api.call({ method: 'POST', url: '/api/v1/oauth/access_token', body })
  const renewed = await ended('sessions', renew)
  expect(renewed.status, renewed.text).toBe(200)
  expect(renewed.json().refresh_token).not.toBe(refresh_token)
})

test('a code signs in, although the database ended the transaction for a deadlock', async () => {
  const { secret } = await enrolTotp(api, 'Docketing')
  api.clock.advance(60_000)
  const step = await ended('factor_challenges', () => enterPassword(api, 'Docketing'))
  const answer = { way: 'totp', code: codeAt(api, secret) }
  const signedIn = await ended('sign_ins', () => answerStep(api, step, answer))
  expect(signedIn.status, signedIn.text).toBe(200)
})

test('a passkey alone signs in, although the database ended the transaction for a deadlock', async () => {
  const device = makePasskeyDevice({ origin: firmUrl(api.services.config.publicUrl, ['one.example']) })
  await enrolPasskey(api, 'Docketing', { device })
  const begin = () => api.call({ method: 'POST', url: '/api/v1/auth/login/passkey' })
  const begun = await ended('factor_challenges', begin)
  const { challenge, passkey_options: options } = begun.json() as { challenge: string; passkey_options: object }
  const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? ''
  const body = { challenge, passkey: device.sign({ ...options }) }
  const url = '/api/v1/auth/login/passkey/finish'
  const signedIn = await ended('sign_ins', () => api.call({ method: 'POST', url, body, headers: { cookie } }))
  expect(signedIn.status, signedIn.text).toBe(200)
})

test('a provider signs in, although the database ended each of the transactions for a deadlock', async () => {
  const provider = await addProvider(api, server)
  server.signInAs('ended', { email: 'docketing@one.example', email_verified: true })
  const visit = await ended('sign_on_attempts', () => visitProvider(api, provider))
  const location = await ended('sign_on_attempts', () => comeBack(api, visit))
  const signedIn = await ended('sign_ins', () => collect(api, location, visit))
  expect(signedIn.status, signedIn.text).toBe(200)
})
