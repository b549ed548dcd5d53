import type { FactorWay } from '@courtcrier/contract/calls/factor-challenge.ts'
import type { Trx } from '../../base/db/database.ts'
import { beginChallenge, type NewChallenge } from './challenges.ts'
import { type FactorOwner, findFactors, hasFactor, type StoredPasskey, waysOf } from './find-factors.ts'

/** The question for a second factor, after a right password. */
export interface FactorAsked extends NewChallenge {
  ways: readonly FactorWay[]
  passkeys: readonly StoredPasskey[]
}

/** Asks a user whose password was right for their second factor; undefined if they have none. */
export async function askForFactor(
  trx: Trx,
  { firmId, userId, now }: FactorOwner & { now: Date },
): Promise<FactorAsked | undefined> {
  const factors = await findFactors(trx, { firmId, userId })
  if (!hasFactor(factors)) return undefined
  const challenge = await beginChallenge(trx, { firmId, userId, now })
  return { ...challenge, ways: waysOf(factors), passkeys: factors.passkeys }
}
