import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { firmUrl } from '../base/firm-url.ts'
import { type ApiCall, type TestApi, testPassword } from './api.ts'
import { codeAt, enrolTotp } from './factors.ts'
import { makePasskeyDevice } from './passkey-device.ts'

type Prepare = () => Promise<Partial<ApiCall>>

/** The user's own second factors; the last call leaves none, so that the password alone signs in again. */
export function factorCalls(api: TestApi): Readonly<Record<string, Prepare>> {
  const as = 'View Only'
  const passkey = async () => {
    const { origin } = new URL(firmUrl(api.services.config.publicUrl, ['one.example']))
    const device = makePasskeyDevice({ origin })
    const begun = (await api.call({ as, method: 'POST', url: '/api/v1/auth/factors/passkeys/begin' })).json()
    return { challenge: begun.challenge, name: 'Phone', passkey: device.register(begun.passkey_options as AnyRow) }
  }
  const ofPasskey = async () => {
    const { passkeys } = (await api.call({ as, url: '/api/v1/auth/factors' })).json()
    return `/api/v1/auth/factors/passkeys/${(passkeys as { id: string }[])[0]?.id}`
  }
  return {
    'POST /auth/factors/totp/confirm': async () => {
      const { secret } = (await api.call({ as, method: 'POST', url: '/api/v1/auth/factors/totp' })).json()
      return { as, body: { code: codeAt(api, String(secret)) } }
    },
    'POST /auth/confirmation': async () => ({ as, body: { way: 'password', password: testPassword } }),
    'DELETE /auth/factors/totp': async () => {
      await enrolTotp(api, as)
      return { as }
    },
    'POST /auth/factors/passkeys': async () => ({ as, body: await passkey() }),
    'PUT /auth/factors/passkeys/{id}': async () => ({ as, url: await ofPasskey(), body: { name: 'Office phone' } }),
    'DELETE /auth/factors/passkeys/{id}': async () => ({ as, url: await ofPasskey() }),
    'POST /auth/factors/recovery-codes': async () => {
      await enrolTotp(api, as)
      return { as }
    },
    'DELETE /user/{id}/factors': async () => ({ url: `/api/v1/user/${api.userIds[1][as]}/factors` }),
  }
}
