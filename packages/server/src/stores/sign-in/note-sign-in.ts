import type { GrantPlace } from '@courtcrier/connectors/ways/grants.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { recordEvent } from '../../records/audit.ts'

interface SignedIn {
  place: GrantPlace
  userId: string
  result: string
}

/** Logs that someone signed in to the DMS of a credential. */
export async function noteSuccess(trx: Trx, signedIn: SignedIn): Promise<void> {
  const names = await namesOf(trx, signedIn)
  await recordEvent(trx, {
    ...eventOf(signedIn, names.credential),
    level: 'AUDIT',
    sentence: `${names.user} signed in with the credential "${names.credential}". ${signedIn.result}`,
    action: 'dms_signed_in',
  })
}

/** Logs why someone who wanted to sign in didn't. */
export async function noteFailure(trx: Trx, signedIn: SignedIn): Promise<void> {
  const names = await namesOf(trx, signedIn)
  await recordEvent(trx, {
    ...eventOf(signedIn, names.credential),
    level: 'WARNING',
    sentence: `${names.user} did not sign in with the credential "${names.credential}". ${signedIn.result}`,
    action: 'dms_sign_in_failed',
  })
}

function eventOf({ place, userId, result }: SignedIn, recordTitle: string) {
  return {
    firmId: place.firmId,
    type: 'other' as const,
    userId,
    entity: credential.name,
    entityId: place.credentialId,
    recordTitle,
    facts: { result: result.slice(0, 1000) },
  }
}

async function namesOf(trx: Trx, { place: { firmId, credentialId }, userId }: SignedIn) {
  const { rows } = await sql<{ credential: string; user: string }>`
    select c.name as credential, u.full_name as user from credentials c, users u
    where c.firm_id = ${firmId} and c.id = ${credentialId}::uuid and u.firm_id = ${firmId} and u.id = ${userId}::uuid`.execute(
    trx,
  )
  return rows[0] ?? { credential: '', user: '' }
}
