import { longestUploadDays, type UploadKey, type Uploads } from '@courtcrier/connectors/ways/uploads.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import { sql } from 'kysely'
import type { Database } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'

interface Keeping {
  database: Database
  secrets: SealingBox
}

/** Keeps uploads of several steps in the database, sealed for their credential and copy. */
export function openStoreUploads({ database, secrets }: Keeping): Uploads {
  return {
    find: (key) =>
      withFirm(database, key.firmId, async (trx) => {
        const { rows } = await sql<{ state: Uint8Array }>`
          select state from store_uploads where ${isOf(key)} and kept_at > now() - make_interval(days => ${longestUploadDays})`.execute(
          trx,
        )
        return rows[0] && opened(secrets, rows[0].state, key)
      }),
    keep: (key, state) =>
      withFirm(database, key.firmId, async (trx) => {
        const { firmId, credentialId, idempotencyKey } = key
        const sealed = Buffer.from(secrets.seal(JSON.stringify(state), sealFor(key)))
        await sql`delete from store_uploads
          where firm_id = ${firmId} and kept_at < now() - make_interval(days => ${longestUploadDays})`.execute(trx)
        await sql`insert into store_uploads (firm_id, credential_id, upload_key, state)
          values (${firmId}, ${credentialId}::uuid, ${idempotencyKey}, ${sealed}::bytea)
          on conflict (firm_id, credential_id, upload_key) do update set state = excluded.state, kept_at = now()`.execute(
          trx,
        )
      }),
    forget: (key) =>
      withFirm(database, key.firmId, async (trx) => {
        await sql`delete from store_uploads where ${isOf(key)}`.execute(trx)
      }),
  }
}

/** Undefined if it was sealed with a key that this server no longer has: the upload is begun again. */
function opened(secrets: SealingBox, state: Uint8Array, key: UploadKey): unknown {
  try {
    return JSON.parse(secrets.open(state, sealFor(key)))
  } catch {
    return undefined
  }
}

function isOf({ firmId, credentialId, idempotencyKey }: UploadKey) {
  return sql`firm_id = ${firmId} and credential_id = ${credentialId}::uuid and upload_key = ${idempotencyKey}`
}

function sealFor({ firmId, credentialId, idempotencyKey }: UploadKey): string {
  return JSON.stringify(['store_upload', firmId, credentialId, idempotencyKey])
}
