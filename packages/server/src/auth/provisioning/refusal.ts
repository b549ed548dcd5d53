import { user as userResource } from '@courtcrier/contract/resources/user.ts'
import { sql } from 'kysely'
import type { Database } from '../../base/db/database.ts'
import { withFirmWrite } from '../../base/db/firm-write.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Provisioner } from './provisioner.ts'

/** The user whom a refused change was about. */
interface Refused {
  id: string
  fullName: string
}

/** Why a provider may not do something; its sentence is answered, and logged if it is about a user. */
export class ProvisioningRefusal extends Error {
  readonly kind: 'conflict' | 'forbidden' | 'taken' | 'unknown'
  readonly user: Refused | undefined

  constructor(kind: ProvisioningRefusal['kind'], sentence: string, user?: Refused) {
    super(sentence)
    this.kind = kind
    this.user = user
  }
}

/** Logs a refusal, once per user and day: a provider repeats what failed for weeks. */
export async function noteRefusal(
  database: Database,
  { provisioner: { firmId, key }, refusal, now }: { provisioner: Provisioner; refusal: ProvisioningRefusal; now: Date },
): Promise<void> {
  const { user, message } = refusal
  if (!user) return
  await withFirmWrite(database, firmId, async (trx) => {
    const { rows } = await sql<{ isDue: boolean }>`
      select refused_at is null or refused_at <= ${now}::timestamptz - interval '1 day' as "isDue"
      from provisioned_users where firm_id = ${firmId}::integer and id = ${user.id}::uuid for update`.execute(trx)
    if (rows[0]?.isDue === false) return
    await sql`update provisioned_users set refused_at = ${now}::timestamptz
      where firm_id = ${firmId}::integer and id = ${user.id}::uuid`.execute(trx)
    await recordEvent(trx, {
      ...{ firmId, level: 'WARNING', type: 'other', action: 'provisioning_refused' },
      sentence: `Provisioning with the token "${key.name}" was refused. ${message}`,
      ...{ entity: userResource.name, entityId: user.id, recordTitle: user.fullName },
      facts: { key: key.name, why: message },
    })
  })
}
