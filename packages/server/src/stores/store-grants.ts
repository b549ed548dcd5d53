import { setTimeout as sleep } from 'node:timers/promises'
import type { Problem } from '@courtcrier/connectors/connector.ts'
import { problemError, StoreProblemError } from '@courtcrier/connectors/problems.ts'
import type { GrantPlace, Grants, Renewed } from '@courtcrier/connectors/ways/grants.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { hashToken } from '@courtcrier/lib/secret-token.ts'
import { sql } from 'kysely'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { keepTrying } from '../base/db/keep-trying.ts'
import { isLeaseOver } from '../base/db/lease-end.ts'
import { enteredToken, grantPlace } from './grant-place.ts'
import { readSettingsIn } from './read-settings.ts'

interface Keeping {
  database: Database
  secrets: SealingBox
}

/** How long a renewal may take before another process may try, in seconds: longer than any answer is waited for. */
const leaseSeconds = 90
/** How often a process that waits for another's renewal looks, in milliseconds. */
const lookMs = 250

/**
 * Keeps the refresh tokens of credentials. The database isn't held while a service is asked: the one that asks has a
 * lease, and the others wait for its end.
 */
export function openStoreGrants({ database, secrets }: Keeping): Grants {
  return {
    async renew(place, ask) {
      const lease = newId()
      const { refreshToken, stored, sealedFor } = await leased(database, { place, lease, secrets })
      try {
        const renewed = await ask(refreshToken)
        // The one that was used may work no more: this one must not be lost.
        await keepTrying(() =>
          withFirm(database, place.firmId, (trx) => keep(trx, { place, stored, renewed, sealedFor, secrets })),
        )
        return renewed
      } catch (error) {
        await withFirm(database, place.firmId, (trx) => endLease(trx, place, lease))
        throw error
      }
    },
  }
}

const notSignedIn: Problem = {
  problem: 'auth',
  sentence: "Not signed in yet. Sign in on the credential's page.",
  inTest: 'Not signed in yet. Sign in first.',
}
const unreadable = 'The sign-in cannot be read with the key of this server, or was for other settings. Sign in again.'

interface Leasing {
  place: GrantPlace
  lease: string
  secrets: SealingBox
}

interface Leased {
  refreshToken: string
  /** As it is on record. */
  stored: Uint8Array
  /** What the token is encrypted for, and the next one will be. */
  sealedFor: string
}

async function leased(database: Database, leasing: Leasing): Promise<Leased> {
  for (;;) {
    const taken = await withFirm(database, leasing.place.firmId, (trx) => takeLease(trx, leasing))
    if (taken) return taken
    await sleep(lookMs)
  }
}

/** Undefined while another renewal is under way. Throws a problem if there is no refresh token. */
async function takeLease(trx: Trx, { place, lease, secrets }: Leasing): Promise<Leased | undefined> {
  const { firmId, credentialId } = place
  const { entered, sealedFor } = await readEntered(trx, { place, secrets })
  if (entered !== null) await keepEntered(trx, { place, entered, sealedFor, secrets })
  // What came of a token that was entered counts only as long as that one is there.
  const counts = sql`firm_id = ${firmId} and credential_id = ${credentialId}::uuid
    and entered_hash is not distinct from ${entered === null ? null : hashToken(entered)}::text`
  const { rows } = await sql<{ sealed: Uint8Array }>`
    update store_grants set lease = ${lease}::uuid, leased_until = now() + make_interval(secs => ${leaseSeconds})
    where ${counts} and ${isLeaseOver(sql`leased_until`)}
    returning refresh_token as sealed`.execute(trx)
  const [row] = rows
  if (row) return { refreshToken: opened(secrets, row.sealed, sealedFor), stored: row.sealed, sealedFor }
  const { rows: others } = await sql`select 1 from store_grants where ${counts}`.execute(trx)
  if (others.length === 0) throw new StoreProblemError(notSignedIn)
  return undefined
}

function opened(secrets: SealingBox, sealed: Uint8Array, sealedFor: string): string {
  try {
    return secrets.open(sealed, sealedFor)
  } catch {
    // With another key, or after a backup was restored.
    throw problemError('auth', unreadable)
  }
}

/** Reads the refresh token that was entered, and what grants are encrypted for. No one else signs in meanwhile. */
async function readEntered(
  trx: Trx,
  { place, secrets }: Pick<Leasing, 'place' | 'secrets'>,
): Promise<{ entered: string | null; sealedFor: string }> {
  const { rows } = await sql<{ kind: string }>`select kind from credentials
    where firm_id = ${place.firmId} and id = ${place.credentialId}::uuid for update`.execute(trx)
  const key = { ...place, kind: rows[0]?.kind ?? '' }
  const settings = await readSettingsIn(trx, secrets, key)
  if (!settings) throw new StoreProblemError(notSignedIn)
  if ('problem' in settings) throw new StoreProblemError(settings)
  return { entered: settings[enteredToken(key.kind)], sealedFor: grantPlace(key, settings) }
}

interface Entered {
  place: GrantPlace
  entered: string
  sealedFor: string
  secrets: SealingBox
}

/** Another token that was entered replaces what came of the earlier one, or of a sign-in. */
async function keepEntered(trx: Trx, { place, entered, sealedFor, secrets }: Entered): Promise<void> {
  const sealed = Buffer.from(secrets.seal(entered, sealedFor))
  await sql`insert into store_grants as g (firm_id, credential_id, entered_hash, refresh_token)
    values (${place.firmId}, ${place.credentialId}::uuid, ${hashToken(entered)}, ${sealed}::bytea)
    on conflict (firm_id, credential_id) do update
      set entered_hash = excluded.entered_hash, refresh_token = excluded.refresh_token,
        signed_in_as = null, signed_in_at = null, lease = null, leased_until = null
      where g.entered_hash is distinct from excluded.entered_hash`.execute(trx)
}

interface Keep extends Omit<Entered, 'entered'> {
  /** The token that was used, as it was on record. */
  stored: Uint8Array
  renewed: Renewed
}

/**
 * Another token may have been entered meanwhile; then what was given for the old one isn't kept. That the lease has ended,
 * as while the database was away, is no reason.
 */
async function keep(trx: Trx, { place, stored, renewed: { refreshToken }, sealedFor, secrets }: Keep): Promise<void> {
  const { firmId, credentialId } = place
  const rotated =
    refreshToken === undefined ? sql`refresh_token` : sql`${Buffer.from(secrets.seal(refreshToken, sealedFor))}::bytea`
  await sql`update store_grants set refresh_token = ${rotated}, lease = null, leased_until = null
    where firm_id = ${firmId} and credential_id = ${credentialId}::uuid
      and refresh_token = ${Buffer.from(stored)}::bytea`.execute(trx)
}

async function endLease(trx: Trx, { firmId, credentialId }: GrantPlace, lease: string): Promise<void> {
  await sql`update store_grants set lease = null, leased_until = null
    where firm_id = ${firmId} and credential_id = ${credentialId}::uuid and lease = ${lease}::uuid`.execute(trx)
}
