import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { newJobs } from '../../db/job-insert.ts'
import type { Recorded, Recording } from '../records.ts'

/** One copy for each document and policy, once for the filing however many notices announce it. */
export async function recordCopies(trx: Trx, { work, result, jobs }: Recording<'store'>): Promise<Recorded> {
  if (result.copies.length === 0) return {}
  const rows = result.copies.map((copy) => ({
    id: newId(),
    document_id: copy.documentId ?? null,
    storage_policy_id: copy.storagePolicyId,
    file_id: copy.fileId,
    copy_key: copy.copyKey,
  }))
  const inserted = await sql<{ id: string }>`
    insert into document_copies (firm_id, id, envelope_id, inbox_item_id, document_id, storage_policy_id, file_id, copy_key, attempts)
    select ${work.firmId}, r.id, ${work.envelopeId}::uuid, ${work.itemId}::uuid, r.document_id, r.storage_policy_id, r.file_id, r.copy_key, 0
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r (id uuid, document_id uuid, storage_policy_id uuid, file_id text, copy_key text)
    where not exists (
      -- Meeting the row in the index would wait for whoever is storing it.
      select from document_copies c where c.firm_id = ${work.firmId} and c.copy_key = r.copy_key
        and c.status not in ('failed', 'canceled')
    )
    on conflict (firm_id, copy_key) do update set status = 'new', attempts = 0, inbox_item_id = excluded.inbox_item_id, updated_at = now()
    where document_copies.status in ('failed', 'canceled')
    returning id`.execute(trx)
  const added = inserted.rows.length
  const known = result.copies.length - added
  const sentence = known > 0 ? { sentence: `${added} copies are being stored; ${known} were stored before.` } : {}
  if (added === 0) return sentence
  const statement = await jobs.plan(
    'copy',
    inserted.rows.map(({ id }) => ({ firmId: work.firmId, id })),
  )
  return { ...sentence, along: [{ statement, change: newJobs('copy') }] }
}
