import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { expect } from 'vitest'
import { type ApiAnswer, type TestApi, type TestRole, testEmail, testPassword } from './api.ts'
import type { PasskeyDevice } from './passkey-device.ts'
import { totpCode } from './totp-code.ts'

/** The code that an authenticator app shows at the time of the test's clock, or so many seconds later. */
export function codeAt(api: TestApi, secret: string, later = 0): string {
  return totpCode(secret, new Date(api.clock.now.getTime() + later * 1000))
}

/** Adds an authenticator app, and returns its secret and the recovery codes. */
export async function enrolTotp(api: TestApi, as: TestRole): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await api.call({ as, method: 'POST', url: '/api/v1/auth/factors/totp' })).json()
  const body = { code: codeAt(api, String(secret)) }
  const confirmed = await api.call({ as, method: 'POST', url: '/api/v1/auth/factors/totp/confirm', body })
  expect(confirmed.status, confirmed.text).toBe(200)
  return { secret: String(secret), codes: (confirmed.json().recovery_codes ?? []) as string[] }
}

/** Adds a passkey. */
export async function enrolPasskey(
  api: TestApi,
  as: TestRole,
  { device, name = 'Phone' }: { device: PasskeyDevice; name?: string },
): Promise<ApiAnswer> {
  const begun = (await api.call({ as, method: 'POST', url: '/api/v1/auth/factors/passkeys/begin' })).json()
  const passkey = device.register(begun.passkey_options as AnyRow)
  const body = { challenge: begun.challenge, name, passkey }
  return api.call({ as, method: 'POST', url: '/api/v1/auth/factors/passkeys', body })
}

/** Removes all factors of a user, as an administrator. */
export async function dropFactors(api: TestApi, role: TestRole): Promise<void> {
  const url = `/api/v1/user/${api.userIds[1][role]}/factors`
  const answer = await api.call({ as: 'Administrator', method: 'DELETE', url })
  expect(answer.status, answer.text).toBe(204)
}

/** A sign-in whose password was right. */
export interface SecondStep {
  challenge: string
  ways: readonly string[]
  options: AnyRow | null
  cookie: string
  answer: ApiAnswer
}

/** Enters a user's password, and returns the question for the second factor. */
export async function enterPassword(api: TestApi, role: TestRole): Promise<SecondStep> {
  const answer = await logIn(api, role)
  const asked = answer.json().second_factor as AnyRow
  return {
    challenge: String(asked.challenge),
    ways: asked.ways as string[],
    options: asked.passkey_options as AnyRow | null,
    cookie: cookieOf(answer),
    answer,
  }
}

export function logIn(api: TestApi, role: TestRole, password = testPassword): Promise<ApiAnswer> {
  return api.call({ method: 'POST', url: '/api/v1/auth/login', body: { username: testEmail(role), password } })
}

/** Answers the question in the browser it was put to. */
export function answerStep(
  api: TestApi,
  { challenge, cookie }: Pick<SecondStep, 'challenge' | 'cookie'>,
  answer: { way: string; code?: string; passkey?: AnyRow },
): Promise<ApiAnswer> {
  const body = { challenge, ...answer }
  return api.call({ method: 'POST', url: '/api/v1/auth/login/second-factor', body, headers: { cookie } })
}

/** Returns the cookies that an answer set, as a browser sends them. */
export function cookieOf(answer: ApiAnswer): string {
  const set = [answer.headers['set-cookie'] ?? []].flat().map(String)
  return set.map((header) => header.split(';')[0]).join('; ')
}
