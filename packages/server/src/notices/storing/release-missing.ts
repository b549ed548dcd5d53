import { credentialKinds } from '@courtcrier/contract/credential-kinds.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import type { Services } from '../../base/services.ts'

interface Missing {
  firmId: number
  /** Which copies `d`; `c` is the case that they are saved for, `m` its matter, `p` their policy. */
  where: RawBuilder<boolean>
  /** Whether they wait as long as at first if it is still missing. */
  isAnew?: boolean
}

/** Has copies tried at once that wait for something missing in the DMS. Returns how many. */
export async function releaseMissing(trx: Trx, jobs: JobQueue, missing: Missing): Promise<number> {
  const { firmId, where, isAnew = false } = missing
  const { rows } = await sql<{ id: string }>`
    update document_copies k set waits_for = 'retry', due_at = null, updated_at = now(),
      missing_since = case when not ${isAnew}::boolean then k.missing_since end
    where k.firm_id = ${firmId}::integer and k.status = 'delayed' and k.waits_for = 'missing' and k.id in (
      select d.id from document_copies d
        join storage_policies p on p.firm_id = d.firm_id and p.id = d.storage_policy_id
        join envelopes e on e.firm_id = d.firm_id and e.id = d.envelope_id
        left join cases c on c.firm_id = d.firm_id and c.id = coalesce(d.case_id, e.case_id)
        left join matters m on m.firm_id = d.firm_id and m.id = c.matter_id
      where d.firm_id = ${firmId}::integer and d.waits_for = 'missing' and ${where})
    returning k.id`.execute(trx)
  await jobs.enqueue(
    trx,
    'copy',
    rows.map(({ id }) => ({ firmId, id })),
  )
  return rows.length
}

/** Where the ID of a record is that decides where a copy goes. */
const placeRecords: ReadonlyMap<string, RawBuilder<unknown>> = new Map([
  [courtCase.name, sql`c.id`],
  [matter.name, sql`m.id`],
  [client.name, sql`m.client_id`],
  [storagePolicy.name, sql`p.id`],
  // It may create folders now, or have another root.
  ...credentialKinds.map((kind) => [kind, sql`p.dms_credential_id`] as const),
])

/** Releases such copies whenever someone changes what decides where they go, such as the number of their matter. */
export function releaseOnOtherPlace(services: Services): () => void {
  const { database, jobs, log } = services
  return services.feed.subscribe(({ entity, firmId, ids }) => {
    const id = placeRecords.get(entity)
    if (!id || ids.length === 0) return
    const where = sql<boolean>`${id} = any(${[...ids]}::uuid[])`
    withFirm(database, firmId, (trx) => releaseMissing(trx, jobs, { firmId, where })).catch((err: unknown) =>
      log.error({ err, firm: firmId }, 'waiting copies could not be resumed'),
    )
  })
}
