import { setTimeout as sleep } from 'node:timers/promises'
import { problemError } from '@courtcrier/connectors/problems.ts'
import type { GrantPlace, Grants, Renewed } from '@courtcrier/connectors/ways/grants.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { hashToken } from '@courtcrier/lib/secret-token.ts'
import { sql } from 'kysely'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { readEnteredToken } from './read-settings.ts'

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
      const entered = await readEnteredToken({ database, secrets }, place)
      if (!entered) throw problemError('auth', notSignedIn)
      const lease = newId()
      const refreshToken = await leased(database, { place, lease, entered, secrets })
      try {
        const renewed = await ask(refreshToken)
        await withFirm(database, place.firmId, (trx) => keep(trx, { place, lease, renewed, secrets }))
        return renewed
      } catch (error) {
        await withFirm(database, place.firmId, (trx) => endLease(trx, place, lease))
        throw error
      }
    },
  }
}

const notSignedIn =
  'There is no refresh token yet, so no one has let Courtcrier in. Enter the one that the service gave, and test the credential.'

interface Leasing {
  place: GrantPlace
  lease: string
  entered: string
  secrets: SealingBox
}

async function leased(database: Database, leasing: Leasing): Promise<string> {
  for (;;) {
    const token = await withFirm(database, leasing.place.firmId, (trx) => takeLease(trx, leasing))
    if (token !== undefined) return token
    await sleep(lookMs)
  }
}

/** Undefined while another renewal is under way. */
async function takeLease(trx: Trx, { place, lease, entered, secrets }: Leasing): Promise<string | undefined> {
  const { firmId, credentialId } = place
  const sealed = Buffer.from(secrets.seal(entered, sealFor(place)))
  const enteredHash = hashToken(entered)
  // Another token that was entered replaces what came of the earlier one.
  await sql`insert into store_grants as g (firm_id, credential_id, entered_hash, refresh_token)
    values (${firmId}, ${credentialId}::uuid, ${enteredHash}, ${sealed}::bytea)
    on conflict (firm_id, credential_id) do update
      set entered_hash = excluded.entered_hash, refresh_token = excluded.refresh_token, lease = null, leased_until = null
      where g.entered_hash <> excluded.entered_hash`.execute(trx)
  const { rows } = await sql<{ sealed: Uint8Array }>`
    update store_grants set lease = ${lease}::uuid, leased_until = now() + make_interval(secs => ${leaseSeconds})
    where firm_id = ${firmId} and credential_id = ${credentialId}::uuid and (leased_until is null or leased_until < now())
    returning refresh_token as sealed`.execute(trx)
  return rows[0] && secrets.open(rows[0].sealed, sealFor(place))
}

interface Keep {
  place: GrantPlace
  lease: string
  renewed: Renewed
  secrets: SealingBox
}

/** Another token may have been entered meanwhile; then what was given for the old one isn't kept. */
async function keep(trx: Trx, { place, lease, renewed: { refreshToken }, secrets }: Keep): Promise<void> {
  const { firmId, credentialId } = place
  const rotated =
    refreshToken === undefined
      ? sql`refresh_token`
      : sql`${Buffer.from(secrets.seal(refreshToken, sealFor(place)))}::bytea`
  await sql`update store_grants set refresh_token = ${rotated}, lease = null, leased_until = null
    where firm_id = ${firmId} and credential_id = ${credentialId}::uuid and lease = ${lease}::uuid`.execute(trx)
}

async function endLease(trx: Trx, { firmId, credentialId }: GrantPlace, lease: string): Promise<void> {
  await sql`update store_grants set lease = null, leased_until = null
    where firm_id = ${firmId} and credential_id = ${credentialId}::uuid and lease = ${lease}::uuid`.execute(trx)
}

function sealFor({ firmId, credentialId }: GrantPlace): string {
  return JSON.stringify(['store_grant', firmId, credentialId])
}
