import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { numberedRows } from '../../base/db/json-rows.ts'
import { together } from '../../base/db/together.ts'
import { releaseHeld } from '../../delivery/release-held.ts'
import type { Recorded, Recording } from '../recording.ts'
import type { CopyPlan } from '../stage.ts'

/** One copy for each document and policy, once for the filing however many notices announce it. */
export async function recordCopies(trx: Trx, recording: Recording<'store'>): Promise<Recorded> {
  const recorded = await addCopies(trx, recording)
  const { work, jobs } = recording
  // Nothing may be left to wait for: no policy applies, or the documents were stored before.
  if (work.firm.waitForDmsAttemptToNotify && work.envelopeId)
    await releaseHeld(trx, jobs, { firmId: work.firmId, envelopeIds: [work.envelopeId] })
  return recorded
}

async function addCopies(trx: Trx, { work, result, jobs }: Recording<'store'>): Promise<Recorded> {
  const { copies } = result
  if (copies.length === 0) return {}
  const rows = await insertCopies(trx, { ...work, copies })
  const known = copies.length - rows.length
  const sentence = known > 0 ? { sentence: `${rows.length} copies are being stored; ${known} were stored before.` } : {}
  await jobs.enqueue(
    trx,
    'copy',
    rows.map(({ id }) => ({ firmId: work.firmId, id })),
  )
  return sentence
}

interface Plan {
  firmId: number
  itemId: string
  envelopeId: string | undefined
  copies: readonly CopyPlan[]
}

/** The copies that each plan added. */
const insertCopies = together(async (trx: Trx, plans: readonly Plan[]) => {
  const [{ firmId } = { firmId: 0 }] = plans
  const { rows } = await sql<{ id: string; itemId: string }>`
    insert into document_copies (firm_id, id, envelope_id, inbox_item_id, document_id, storage_policy_id, file_id, copy_key, attempts)
    select distinct on (r.copy_key) ${firmId}::integer, r.id, r.envelope_id, r.inbox_item_id, r.document_id, r.storage_policy_id,
      r.file_id, r.copy_key, 0
    from jsonb_to_recordset(${numberedRows(plans.flatMap(rowsOf))}::text::jsonb) as r (n int, id uuid, envelope_id uuid,
      inbox_item_id uuid, document_id uuid, storage_policy_id uuid, file_id text, copy_key text)
    where not exists (
      -- Meeting the row in the index would wait for whoever is storing it.
      select from document_copies c where c.firm_id = ${firmId} and c.copy_key = r.copy_key
        and c.status not in ('failed', 'canceled')
    )
    order by r.copy_key, r.n
    on conflict (firm_id, copy_key) do update set status = 'new', attempts = 0, inbox_item_id = excluded.inbox_item_id, updated_at = now()
    where document_copies.status in ('failed', 'canceled')
    returning id, inbox_item_id as "itemId"`.execute(trx)
  const added = Map.groupBy(rows, ({ itemId }) => itemId)
  return plans.map(({ itemId }) => added.get(itemId) ?? [])
})

function rowsOf({ itemId, envelopeId, copies }: Plan) {
  return copies.map((copy) => ({
    id: newId(),
    envelope_id: envelopeId,
    inbox_item_id: itemId,
    document_id: copy.documentId ?? null,
    storage_policy_id: copy.storagePolicyId,
    file_id: copy.fileId,
    copy_key: copy.copyKey,
  }))
}
