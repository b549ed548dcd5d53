import type { EventAction } from '@courtcrier/contract/event-actions.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Caller } from '../../records/caller.ts'
import { sessionEntity } from '../authenticate.ts'
import { beginChallenge, endChallenge, lockChallenge } from './challenges.ts'
import { endDuty, isFactorRequired } from './duty.ts'
import type { FactorDeps } from './factor-deps.ts'
import { type FactorOwner, findFactors, hasFactor } from './find-factors.ts'
import { hasRoomForPasskey, keepPasskey, registrationOptions, type WebAuthnJson } from './passkeys.ts'
import { dropRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { findRelyingParty } from './relying-party.ts'
import { beginTotpSecret, checkPendingTotp, keepTotp } from './totp.ts'

/** The recovery codes of a first factor; null if the user has some. */
interface Added {
  recoveryCodes: string[] | null
}

/** Begins to add an authenticator app. */
export async function beginOwnTotp(deps: FactorDeps, { firmId, userId, user }: Caller) {
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const { rows } = await sql<{ name: string }>`select name from firms where id = ${firmId}::integer`.execute(trx)
    const firmName = rows[0]?.name ?? ''
    return beginTotpSecret(trx, { firmId, userId, email: user.email, firmName, secrets: deps.secrets })
  })
}

/** Confirms the authenticator app by a code. */
export async function confirmOwnTotp(
  deps: FactorDeps,
  caller: Caller,
  code: string,
): Promise<'not_begun' | 'wrong' | Added> {
  const { firmId, userId, user } = caller
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const now = deps.now()
    const checked = await checkPendingTotp(trx, { firmId, userId, code, now, secrets: deps.secrets })
    if (!checked) return 'not_begun'
    if (checked.step === undefined) return 'wrong'
    await keepTotp(trx, { firmId, userId, now, step: checked.step })
    await note(trx, caller, { sentence: `${user.fullName} added an authenticator app.`, action: 'totp_added' })
    return added(trx, caller)
  })
}

/** Begins to add a passkey. */
export async function beginOwnPasskey(
  deps: FactorDeps,
  { firmId, userId, sessionId, user }: Caller,
): Promise<'no_host' | 'too_many' | { challenge: string; options: WebAuthnJson }> {
  const begun = await withFirmWrite(deps.database, firmId, async (trx) => {
    const party = await findRelyingParty(trx, { firmId, publicUrl: deps.config.publicUrl })
    const { passkeys: existing } = await findFactors(trx, { firmId, userId })
    if (!party) return 'no_host'
    if (!hasRoomForPasskey(existing)) return 'too_many'
    return { party, existing, ...(await beginChallenge(trx, { firmId, userId, sessionId, now: deps.now() })) }
  })
  if (typeof begun === 'string') return begun
  return { challenge: begun.id, options: await registrationOptions({ ...begun, user }) }
}

/** Adds the passkey that the browser made. */
export async function addOwnPasskey(
  deps: FactorDeps,
  caller: Caller,
  { challenge: id, name, passkey }: { challenge: string; name: string; passkey: WebAuthnJson },
): Promise<'late' | 'wrong' | Added> {
  const { firmId, userId, sessionId, user } = caller
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const now = deps.now()
    const asked = await lockChallenge(trx, { firmId, id, by: { sessionId }, now })
    const party = await findRelyingParty(trx, { firmId, publicUrl: deps.config.publicUrl })
    // One that names no user asked the session to confirm, which anyone who has the session can begin.
    if (asked?.userId !== userId || !party) return 'late'
    await endChallenge(trx, { firmId, id })
    const made = { firmId, userId, party, challenge: asked.challenge, name, answer: passkey, now, log: deps.log }
    if (!(await keepPasskey(trx, made))) return 'wrong'
    await note(trx, caller, {
      sentence: `${user.fullName} added the passkey "${name}".`,
      action: 'passkey_added',
      facts: { name },
    })
    return added(trx, caller)
  })
}

/** Gives a passkey another name. */
export async function renameOwnPasskey(
  deps: FactorDeps,
  caller: Caller,
  { id, name }: { id: string; name: string },
): Promise<'absent' | 'renamed'> {
  const { firmId, user } = caller
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const { passkeys } = await lockFactors(trx, caller)
    const renamed = passkeys.find((passkey) => passkey.id === id)
    if (!renamed) return 'absent'
    const { name: former } = renamed
    if (name === former) return 'renamed'
    await sql`update passkeys set name = ${name} where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
    await note(trx, caller, {
      sentence: `${user.fullName} renamed the passkey "${former}" to "${name}".`,
      action: 'passkey_renamed',
      facts: { former, name },
    })
    return 'renamed'
  })
}

/** `last` if the role demands a second factor and there would be none. */
type Removed = 'absent' | 'last' | { name: string }

/** Removes the authenticator app. */
export async function removeOwnTotp(deps: FactorDeps, caller: Caller): Promise<Removed> {
  const { firmId, userId, user } = caller
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const factors = await lockFactors(trx, caller)
    if (!factors.totpSince) return 'absent'
    const rest = { ...factors, totpSince: null }
    if (!hasFactor(rest) && (await isFactorRequired(trx, caller))) return 'last'
    await sql`delete from totp_factors where firm_id = ${firmId} and id = ${userId}::uuid`.execute(trx)
    await note(trx, caller, { sentence: `${user.fullName} removed the authenticator app.`, action: 'totp_removed' })
    if (!hasFactor(rest)) await dropRecoveryCodes(trx, caller)
    return { name: '' }
  })
}

/** Removes a passkey. */
export async function removeOwnPasskey(deps: FactorDeps, caller: Caller, id: string): Promise<Removed> {
  const { firmId, user } = caller
  return withFirmWrite(deps.database, firmId, async (trx) => {
    const factors = await lockFactors(trx, caller)
    const removed = factors.passkeys.find((passkey) => passkey.id === id)
    if (!removed) return 'absent'
    const rest = { ...factors, passkeys: factors.passkeys.filter((passkey) => passkey !== removed) }
    if (!hasFactor(rest) && (await isFactorRequired(trx, caller))) return 'last'
    await sql`delete from passkeys where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
    const { name } = removed
    await note(trx, caller, {
      sentence: `${user.fullName} removed the passkey "${name}".`,
      action: 'passkey_removed',
      facts: { name },
    })
    if (!hasFactor(rest)) await dropRecoveryCodes(trx, caller)
    return { name }
  })
}

/** Replaces the recovery codes; undefined for someone without a factor, who needs none. */
export async function replaceOwnCodes(deps: FactorDeps, caller: Caller): Promise<string[] | undefined> {
  return withFirmWrite(deps.database, caller.firmId, async (trx) => {
    if (!hasFactor(await lockFactors(trx, caller))) return undefined
    const codes = await replaceRecoveryCodes(trx, caller)
    await note(trx, caller, {
      sentence: `${caller.user.fullName} created new recovery codes.`,
      action: 'recovery_made',
    })
    return codes
  })
}

/** Changes wait for each other: two removals at once must not leave a user without the factor that their role demands. */
async function lockFactors(trx: Trx, { firmId, userId }: FactorOwner) {
  await sql`select from users where firm_id = ${firmId}::integer and id = ${userId}::uuid for update`.execute(trx)
  return findFactors(trx, { firmId, userId })
}

async function added(trx: Trx, { firmId, userId }: Caller): Promise<Added> {
  await endDuty(trx, { firmId, userId })
  await announce(trx, { firmId, entity: sessionEntity, ids: [userId] })
  const { recoveryCodesLeft } = await findFactors(trx, { firmId, userId })
  return { recoveryCodes: recoveryCodesLeft > 0 ? null : await replaceRecoveryCodes(trx, { firmId, userId }) }
}

async function note(
  trx: Trx,
  { firmId, userId, user }: Caller,
  line: { sentence: string; action: EventAction; facts?: Readonly<Record<string, string>> },
): Promise<void> {
  await recordEvent(trx, {
    ...{ firmId, level: 'AUDIT', type: 'other', userId, entity: 'user', entityId: userId },
    recordTitle: user.fullName,
    ...line,
  })
}
