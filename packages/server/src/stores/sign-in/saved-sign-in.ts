import type { GrantPlace } from '@courtcrier/connectors/ways/grants.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { enteredToken } from '../grant-place.ts'

interface NewSignIn {
  place: GrantPlace
  kind: string
  sealedFor: string
  refreshToken: string
  signedInAs: string | undefined
  now: Date
}

/** Keeps what a person's sign-in gave, instead of any earlier refresh token or one that was entered. */
export async function saveSignIn(
  trx: Trx,
  secrets: Pick<SealingBox, 'seal'>,
  { place, kind, sealedFor, refreshToken, signedInAs, now }: NewSignIn,
): Promise<void> {
  const { firmId, credentialId } = place
  const sealed = Buffer.from(secrets.seal(refreshToken, sealedFor))
  await forgetSignIn(trx, place)
  await sql`insert into store_grants (firm_id, credential_id, entered_hash, refresh_token, signed_in_as, signed_in_at)
    values (${firmId}::integer, ${credentialId}::uuid, null, ${sealed}::bytea,
      ${signedInAs?.slice(0, 320) ?? null}::text, ${now}::timestamptz)`.execute(trx)
  // The change makes every process open the credential again, with the new token.
  await sql`update ${sql.table(tableOf(getResource(kind)))}
    set ${sql.ref(snakeCase(enteredToken(kind)))} = null, updated_at = now()
    where firm_id = ${firmId} and id = ${credentialId}::uuid`.execute(trx)
  await sql`update credentials set health = 'unknown', sentence = null, outage = null, checked_at = null, updated_at = now()
    where firm_id = ${firmId} and id = ${credentialId}::uuid`.execute(trx)
  await announce(trx, { firmId, entity: kind, ids: [credentialId] })
  // A worker that receives this announcement releases the copies waiting for the credential.
  await announce(trx, { firmId, entity: credential.name, ids: [credentialId] })
}

/** Forgets the refresh token on record. One that was entered is used again, as long as it is there. */
export async function forgetSignIn(trx: Trx, { firmId, credentialId }: GrantPlace): Promise<void> {
  await sql`delete from store_grants where firm_id = ${firmId} and credential_id = ${credentialId}::uuid`.execute(trx)
}

interface SavedSignIn {
  signedInAs: string | null
  signedInAt: Date | null
}

/** Returns who signed in and when; nothing of either if no one did, or a refresh token was entered since. */
export async function readSignIn(
  trx: Trx,
  { firmId, credentialId }: GrantPlace,
  { isEntered }: { isEntered: boolean },
): Promise<SavedSignIn> {
  const { rows } = await sql<SavedSignIn>`
    select signed_in_as as "signedInAs", signed_in_at as "signedInAt" from store_grants
    where firm_id = ${firmId} and credential_id = ${credentialId}::uuid and entered_hash is null`.execute(trx)
  return (isEntered ? undefined : rows[0]) ?? { signedInAs: null, signedInAt: null }
}
