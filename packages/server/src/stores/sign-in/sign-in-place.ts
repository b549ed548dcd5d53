import type { Problem } from '@courtcrier/connectors/connector.ts'
import type { Authorization, PlaceSettings } from '@courtcrier/connectors/connector-kind.ts'
import { findConnectorKind } from '@courtcrier/connectors/registry.ts'
import type { GrantPlace } from '@courtcrier/connectors/ways/grants.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { openAttempts } from '../../records/sign-ins/attempts.ts'
import { findCredential } from '../find-credential.ts'
import { grantPlace } from '../grant-place.ts'
import { readSettingsIn } from '../read-settings.ts'

/** The sign-ins to a DMS that are under way. */
export const dmsAttempts = openAttempts('dms_sign_in_attempts', ['credential_id'])

/** A credential that a person signs in to, as it is now. */
export interface SignInPlace {
  kind: string
  name: string
  authorization: Authorization
  settings: PlaceSettings
  /** What a grant for it is encrypted for. */
  sealedFor: string
}

/** Returns a credential to sign in to: a problem if that can't be, undefined if there is none with the ID. */
export async function findSignInPlace(
  trx: Trx,
  secrets: Pick<SealingBox, 'open'>,
  place: GrantPlace,
): Promise<SignInPlace | Problem | undefined> {
  const found = await findCredential(trx, place)
  if (!found) return undefined
  const { kind, name } = found
  const authorization = findConnectorKind(found)?.authorization
  if (!authorization) return nothingToSignInTo
  const settings = await readSettingsIn(trx, secrets, { ...place, kind })
  if (!settings || 'problem' in settings) return settings
  return { kind, name, authorization, settings, sealedFor: grantPlace({ ...place, kind }, settings) }
}

const nothingToSignInTo: Problem = {
  problem: 'rejected',
  sentence: 'No one signs in with such a credential: what it needs is in its settings.',
}

/**
 * Keeps anyone from changing a credential's settings until the transaction ends. First its own row, as a save locks
 * them, so that neither waits for the other.
 */
export async function lockCredential(trx: Trx, { firmId, credentialId }: GrantPlace, kind: string): Promise<void> {
  for (const table of [tableOf(getResource(kind)), 'credentials'])
    await sql`select 1 from ${sql.table(table)}
      where firm_id = ${firmId} and id = ${credentialId}::uuid for update`.execute(trx)
}
