import { ApiError } from '@courtcrier/contract/errors.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import { generateSecret, generateURI, verify } from 'otplib'
import type { Trx } from '../../base/db/database.ts'
import type { FactorOwner } from './find-factors.ts'

/** A clock may be off by one step in either direction. In seconds. */
const toleranceSeconds = 30

/** Begins to add an authenticator app, and returns its secret. A former one counts until a code confirms the new one. */
export async function beginTotpSecret(
  trx: Trx,
  { firmId, userId, email, firmName, secrets }: FactorOwner & { email: string; firmName: string; secrets: SealingBox },
): Promise<{ secret: string; uri: string }> {
  const secret = generateSecret()
  const sealed = Buffer.from(secrets.seal(secret, sealedForTotp({ firmId, userId })))
  await sql`insert into totp_factors (firm_id, id, pending) values (${firmId}::integer, ${userId}::uuid, ${sealed}::bytea)
    on conflict (firm_id, id) do update set pending = excluded.pending`.execute(trx)
  return { secret, uri: generateURI({ issuer: `Courtcrier, ${firmName}`, label: email, secret }) }
}

interface Given extends FactorOwner {
  code: string
  now: Date
  secrets: SealingBox
}

/** Makes the new authenticator app count if the code is one of it; undefined if none was begun. */
export async function checkPendingTotp(trx: Trx, given: Given): Promise<{ step: number | undefined } | undefined> {
  const { firmId, userId } = given
  const { rows } = await sql<{ pending: Uint8Array }>`
    select pending from totp_factors where firm_id = ${firmId} and id = ${userId}::uuid and pending is not null
    for update`.execute(trx)
  const [found] = rows
  if (!found) return undefined
  const secret = opened(found.pending, given)
  return { step: await stepOf(secret, given) }
}

/** Makes the new authenticator app count. */
export async function keepTotp(trx: Trx, { firmId, userId, now, step }: FactorOwner & { now: Date; step: number }) {
  await sql`update totp_factors set secret = pending, pending = null, confirmed_at = ${now}::timestamptz,
      last_step = ${step}::bigint
    where firm_id = ${firmId} and id = ${userId}::uuid`.execute(trx)
}

/** Returns the time step of a right code that wasn't used before. Locks the row until the transaction ends. */
export async function findTotpStep(trx: Trx, given: Given): Promise<number | undefined> {
  const { firmId, userId } = given
  const { rows } = await sql<{ secret: Uint8Array; lastStep: string | number | null }>`
    select secret, last_step as "lastStep" from totp_factors
    where firm_id = ${firmId} and id = ${userId}::uuid and secret is not null for update`.execute(trx)
  const [found] = rows
  if (!found) return undefined
  const secret = opened(found.secret, given)
  return stepOf(secret, { ...given, ...(found.lastStep === null ? {} : { after: Number(found.lastStep) }) })
}

/** Marks a time step as used. */
export async function useTotpStep(trx: Trx, { firmId, userId, step }: FactorOwner & { step: number }): Promise<void> {
  await sql`update totp_factors set last_step = ${step}::bigint
    where firm_id = ${firmId} and id = ${userId}::uuid`.execute(trx)
}

async function stepOf(secret: string, { code, now, after }: { code: string; now: Date; after?: number }) {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const epoch = Math.floor(now.getTime() / 1000)
  // A step that was used before makes the library throw if it is later than the tolerance allows, so it is compared here.
  const result = await verify({ secret, token, epoch, epochTolerance: toleranceSeconds })
  if (!result.valid) return undefined
  const step = Math.floor(epoch / 30) + result.delta
  return after !== undefined && step <= after ? undefined : step
}

/** Throws an `ApiError` with what to do for a secret of another key, as after a backup was restored without its own. */
function opened(sealed: Uint8Array, { secrets, ...owner }: Given): string {
  try {
    return secrets.open(Buffer.from(sealed), sealedForTotp(owner))
  } catch (cause) {
    throw new ApiError('invalid_input', { sentence: unreadable, cause })
  }
}

const unreadable =
  "Your authenticator app can't be checked, because this server has another secret key than when you added it. Use a recovery code or a passkey, or let an administrator remove your second factors."

/** A secret opens only for its user. */
export function sealedForTotp({ firmId, userId }: FactorOwner): string {
  return `totp ${firmId} ${userId}`
}
