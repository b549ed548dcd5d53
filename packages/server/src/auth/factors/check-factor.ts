import type { FactorWay } from '@courtcrier/contract/calls/factor-challenge.ts'
import type { Trx } from '../../base/db/database.ts'
import type { FactorDeps } from './factor-deps.ts'
import type { FactorOwner } from './find-factors.ts'
import { findSigningPasskey, usePasskey, type WebAuthnJson } from './passkeys.ts'
import { findRecoveryCode, useRecoveryCode } from './recovery-codes.ts'
import { findRelyingParty } from './relying-party.ts'
import { findTotpStep, useTotpStep } from './totp.ts'

/** What someone answered. */
export interface FactorAnswer {
  way: FactorWay
  code?: string | undefined
  passkey?: WebAuthnJson | undefined
}

interface Checking extends FactorOwner {
  answer: FactorAnswer
  /** What a passkey must have signed. */
  challenge: string
  now: Date
}

/**
 * Checks a user's second factor. Undefined if it is wrong; otherwise what marks it as used, to be called if the attempt is
 * accepted: a pause must not use up a code.
 */
export async function checkFactor(
  trx: Trx,
  deps: Pick<FactorDeps, 'secrets' | 'config' | 'log'>,
  { firmId, userId, answer, challenge, now }: Checking,
): Promise<(() => Promise<void>) | undefined> {
  const { way, code = '', passkey = {} } = answer
  if (way === 'totp') {
    const step = await findTotpStep(trx, { firmId, userId, code, now, secrets: deps.secrets })
    return step === undefined ? undefined : () => useTotpStep(trx, { firmId, userId, step })
  }
  if (way === 'recovery') {
    const id = await findRecoveryCode(trx, { firmId, userId, code })
    return id === undefined ? undefined : () => useRecoveryCode(trx, { firmId, id, now })
  }
  const party = await findRelyingParty(trx, { firmId, publicUrl: deps.config.publicUrl })
  const signed = { firmId, userId, challenge, answer: passkey, log: deps.log }
  const key = party && (await findSigningPasskey(trx, { ...signed, party }))
  return key && (() => usePasskey(trx, { firmId, key, now }))
}
