import { withFirmWrite } from '../../base/db/firm-write.ts'
import { completeSignIn, type SignedIn } from '../complete-sign-in.ts'
import { originOf } from '../sign-ins/origin.ts'
import { hasSingleSignOn } from '../way-back-in.ts'
import { challengeCookieOf } from './challenge-cookie.ts'
import { beginChallenge, endChallenge, lockChallenge, type NewChallenge } from './challenges.ts'
import type { FactorDeps } from './factor-deps.ts'
import { findAccountById } from './finish-second-factor.ts'
import { findSigningPasskey, signingOptions, usePasskey, type WebAuthnJson } from './passkeys.ts'
import { findRelyingParty } from './relying-party.ts'

/** Asks a browser for any passkey it has for the firm; undefined where there can be none. */
export async function beginPasskeyOnly(
  deps: FactorDeps,
  firmId: number,
): Promise<{ asked: NewChallenge; options: WebAuthnJson } | undefined> {
  const begun = await withFirmWrite(deps.database, firmId, async (trx) => {
    const party = await findRelyingParty(trx, { firmId, publicUrl: deps.config.publicUrl })
    return party && { party, asked: await beginChallenge(trx, { firmId, now: deps.now() }) }
  })
  if (!begun) return undefined
  const { asked, party } = begun
  return { asked, options: await signingOptions({ party, challenge: asked.challenge }) }
}

interface Finishing {
  firmId: number
  id: string
  passkey: WebAuthnJson
  userAgent: string | undefined
  /** The network the request was sent from. */
  network: string
  cookies: string | undefined
}

/**
 * Signs a user in by a passkey alone, which has verified its user by a PIN or a finger. Nothing here can be guessed, so
 * nothing is counted. With single sign-on, only administrators get past it, as with a password.
 */
export async function finishPasskeyOnly(
  deps: FactorDeps,
  { firmId, id, passkey, userAgent, network, cookies }: Finishing,
): Promise<SignedIn | 'late' | 'wrong' | 'sign_on'> {
  const origin = await originOf({ network, userAgent })
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const now = deps.now()
    const asked = await lockChallenge(trx, { firmId, id, by: { browser: challengeCookieOf(cookies, id) }, now })
    const party = await findRelyingParty(trx, { firmId, publicUrl: deps.config.publicUrl })
    if (!asked || asked.userId !== null || !party) return 'late'
    await endChallenge(trx, { firmId, id })
    const { challenge } = asked
    const key = await findSigningPasskey(trx, { firmId, party, challenge, answer: passkey, log: deps.log })
    const account = key && (await findAccountById(trx, key.userId))
    if (!key || !account) return 'wrong'
    const hasSignOn = await hasSingleSignOn(trx, firmId)
    if (hasSignOn && !account.isAdministrator) return 'sign_on'
    await usePasskey(trx, { firmId, key, now })
    const { user } = account
    const sentence = `${user.fullName} signed in with a passkey.`
    const how = { way: 'PASSKEY', sentence, action: 'signed_in_passkey' } as const
    return completeSignIn(trx, deps, { firmId, user, userAgent, cookies, origin, hasSignOn, how })
  })
}
