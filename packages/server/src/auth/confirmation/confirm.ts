import type { ConfirmationWay } from '@courtcrier/contract/calls/confirmation.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'
import { beginChallenge, endChallenge, lockChallenge } from '../factors/challenges.ts'
import { checkFactor } from '../factors/check-factor.ts'
import type { FactorDeps } from '../factors/factor-deps.ts'
import { findFactors } from '../factors/find-factors.ts'
import { factorAttempts } from '../factors/finish-second-factor.ts'
import { signingOptions, type WebAuthnJson } from '../factors/passkeys.ts'
import { findRelyingParty } from '../factors/relying-party.ts'
import { countAttempt } from '../lock-out.ts'
import { findAccount } from '../log-in.ts'
import { keepProof } from '../session-proof.ts'

/** Returns how a signed-in user can confirm that it is them. */
export async function beginConfirming(deps: FactorDeps, { firmId, userId, sessionId, user }: Caller) {
  const { publicUrl } = deps.config
  const found = await withFirmWrite(deps.database, firmId, async (trx) => {
    const account = await findAccount(trx, user.email)
    const { totpSince, passkeys } = await findFactors(trx, { firmId, userId })
    const party = await findRelyingParty(trx, { firmId, publicUrl })
    const asked =
      party && passkeys.length > 0
        ? // Names no user: its answer must not add a passkey, which takes a confirmation first.
          { party, ...(await beginChallenge(trx, { firmId, sessionId, now: deps.now() })) }
        : undefined
    return { hasPassword: account?.passwordHash !== undefined, hasTotp: totpSince !== null, passkeys, asked }
  })
  const { hasPassword, hasTotp, passkeys, asked } = found
  const ways: ConfirmationWay[] = [
    ...(hasPassword ? (['password'] as const) : []),
    ...(hasTotp ? (['totp'] as const) : []),
    ...(asked ? (['passkey'] as const) : []),
  ]
  const options = asked && (await signingOptions({ ...asked, among: passkeys }))
  return { ways, challenge: asked?.id ?? null, passkeyOptions: options ? { ...options } : null }
}

interface Given {
  way: ConfirmationWay
  password?: string | undefined
  code?: string | undefined
  challenge?: string | undefined
  passkey?: WebAuthnJson | undefined
}

/**
 * Notes that the session's user has just shown who they are. Wrong answers slow the next one down, so that a stolen
 * session can't be used to guess.
 */
export async function confirmCaller(
  deps: FactorDeps,
  caller: Caller,
  given: Given,
): Promise<'confirmed' | 'wrong' | { lockedUntil: Date }> {
  const { firmId, userId, user } = caller
  const isPassword = given.way === 'password'
  const account = await withFirm(deps.database, firmId, (trx) => findAccount(trx, user.email))
  // Between two transactions, because hashing takes a while.
  const isVerified = isPassword && (await deps.passwords.verify(account?.passwordHash, given.password ?? '', caller))
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const now = deps.now()
    const use = isPassword ? undefined : await checkByFactor(trx, deps, { caller, given, now })
    const email = isPassword ? user.email : factorAttempts(userId)
    const isRight = isVerified || use !== undefined
    const result = await countAttempt(trx, { firmId, email, from: { session: 'own' }, isRight, now })
    if (result !== 'accepted') {
      await note(trx, caller, 'confirmation_failed', `${user.fullName} couldn't confirm that it was them.`)
      return typeof result === 'object' ? result : 'wrong'
    }
    await use?.()
    await keepProof(trx, { ...caller, now })
    await note(trx, caller, 'confirmed', `${user.fullName} confirmed that it was them.`)
    return 'confirmed'
  })
}

async function checkByFactor(
  trx: Trx,
  deps: FactorDeps,
  { caller, given, now }: { caller: Caller; given: Given; now: Date },
): Promise<(() => Promise<void>) | undefined> {
  const { firmId, userId, sessionId } = caller
  const { way, code, passkey, challenge: id = '' } = given
  if (way === 'password') return undefined
  const asked = way === 'passkey' ? await lockChallenge(trx, { firmId, id, by: { sessionId }, now }) : undefined
  if (way === 'passkey' && !asked) return undefined
  if (asked) await endChallenge(trx, { firmId, id })
  const answer = { way, code, passkey }
  return checkFactor(trx, deps, { firmId, userId, answer, challenge: asked?.challenge ?? '', now })
}

async function note(
  trx: Trx,
  { firmId, userId, user }: Caller,
  action: 'confirmed' | 'confirmation_failed',
  sentence: string,
): Promise<void> {
  await recordEvent(trx, {
    ...{ firmId, type: 'other', userId, entity: 'user', entityId: userId, recordTitle: user.fullName },
    level: action === 'confirmed' ? 'AUDIT' : 'WARNING',
    ...{ sentence, action },
  })
}
