import { sql } from 'kysely'
import type { Database } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { recordEvent } from '../../records/audit.ts'
import type { FoundKey } from './find-key.ts'

interface Used {
  firmId: number
  key: FoundKey
  address: string
  now: Date
}

/** Records when and from where a key was last used, at most once a minute. */
export async function noteKeyUse(database: Database, { firmId, key, address, now }: Used): Promise<void> {
  await withFirm(database, firmId, (trx) =>
    sql`update api_keys set last_used_at = ${now}::timestamptz, last_used_network = ${address}
      where firm_id = ${firmId}::integer and id = ${key.id}::uuid
        and (last_used_at is null or last_used_at <= ${now}::timestamptz - interval '1 minute')`.execute(trx),
  )
}

/**
 * Records a refusal in the firm's log, once per key and hour: a program repeats its requests for days. Secrets that
 * are no key's aren't logged, or a stranger could fill the log.
 */
export async function noteKeyRefusal(
  database: Database,
  { firmId, key, address, now, why }: Used & { why: string },
): Promise<void> {
  await withFirmWrite(database, firmId, async (trx) => {
    const { rows } = await sql`update api_keys set refused_at = ${now}::timestamptz
      where firm_id = ${firmId}::integer and id = ${key.id}::uuid
        and (refused_at is null or refused_at <= ${now}::timestamptz - interval '1 hour') returning 1`.execute(trx)
    if (rows.length === 0) return
    const { user } = key.owner ?? {}
    await recordEvent(trx, {
      ...{ firmId, level: 'WARNING', type: 'other', action: 'api_key_refused' },
      sentence: `The API key "${key.name}" was refused, from ${address}. ${why}`,
      ...(user
        ? { entity: 'user', entityId: user.id, recordTitle: user.fullName }
        : { entity: 'firm', entityId: String(firmId) }),
      facts: { key: key.name, network: address, why },
    })
  })
}
