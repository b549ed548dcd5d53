import { sql } from 'kysely'
import type { Trx } from '../../../base/db/database.ts'
import { newId } from '../../../base/db/ids.ts'
import { statement } from '../../../base/db/statement.ts'
import { orSaveAgain } from '../../../records/outgoing/set-copy-status.ts'
import { releaseHeld } from '../../release-held.ts'
import { stampWaitMs } from '../../stamps/start-wait.ts'
import { withdrawCopies } from '../../withdraw-former.ts'
import type { Recorded, Recording } from '../recording.ts'
import type { CopyPlan } from '../stage.ts'

/**
 * Adds one copy per document, policy and case, once per filing however many notices announce it. Those of a former plan that
 * wait are withdrawn.
 */
export async function recordCopyJobs(trx: Trx, recording: Recording<'store'>): Promise<Recorded> {
  const { work, result, jobs } = recording
  await takeOver(trx, work.firmId, result.copies)
  const note = await withdrawCopies(trx, { ...work, copyKeys: result.copies.map(({ copyKey }) => copyKey) })
  const recorded = await addCopies(trx, recording)
  // There may be nothing to wait for: no policy applies, or the documents were saved before.
  if (work.firm.waitForDmsAttemptToNotify && work.envelopeId)
    await releaseHeld(trx, jobs, { firmId: work.firmId, envelopeIds: [work.envelopeId] })
  return { ...recorded, note }
}

/** Copies of a former case, in the place that one of a new case would have, become that one. */
async function takeOver(trx: Trx, firmId: number, copies: readonly CopyPlan[]): Promise<void> {
  for (const { takesOver, copyKey, caseId, storagePolicyId } of copies) {
    if (takesOver === undefined) continue
    await sql`
      update document_copies c set copy_key = ${copyKey}, case_id = ${caseId ?? null}::uuid,
        storage_policy_id = ${storagePolicyId}::uuid, known_as = coalesce(c.known_as, c.copy_key), updated_at = now()
      where c.firm_id = ${firmId} and c.id = ${takesOver}::uuid and not exists (
        select from document_copies o where o.firm_id = c.firm_id and o.copy_key = ${copyKey})`.execute(trx)
  }
}

async function addCopies(trx: Trx, { work, result, jobs }: Recording<'store'>): Promise<Recorded> {
  const { copies } = result
  if (copies.length === 0) return {}
  const rows = await insertCopies(trx, { ...work, copies })
  const waitMs = work.results.deliver?.stampWait ? await stampWaitMs(trx, work) : undefined
  const known = copies.length - rows.length
  await jobs.enqueue(
    trx,
    'copy',
    rows.map(({ id }) => ({ firmId: work.firmId, id })),
    waitMs === undefined ? {} : { afterMs: waitMs },
  )
  return known > 0 ? { sentence: savedBefore(rows.length, known) } : {}
}

function savedBefore(saving: number, known: number): string {
  const before = known === 1 ? '1 was' : `${known} were`
  return `${saving} ${saving === 1 ? 'copy is' : 'copies are'} being saved to the DMS; ${before} saved before.`
}

interface Plan {
  firmId: number
  itemId: string
  envelopeId: string | undefined
  copies: readonly CopyPlan[]
}

/** Returns the copies that a plan added. */
const insertCopies = statement<Plan, { id: string }, readonly { id: string }[]>({
  columns: 'item_id uuid, envelope_id uuid, copies jsonb',
  row: planRow,
  write: ({ firmId, rows }) => sql`
    with r as (
      select r.n, r.item_id, r.envelope_id, c.*
      from ${rows} cross join jsonb_to_recordset(r.copies)
        as c (id uuid, document_id uuid, storage_policy_id uuid, case_id uuid, file_id text, copy_key text)
    ), added as (
    insert into document_copies (firm_id, id, envelope_id, inbox_item_id, document_id, storage_policy_id, case_id,
      file_id, copy_key, attempts)
    select distinct on (r.copy_key) ${firmId}::integer, r.id, r.envelope_id, r.item_id, r.document_id, r.storage_policy_id,
      r.case_id, r.file_id, r.copy_key, 0
    from r
    where (
      -- Meeting the row in the index would wait for the transaction that is storing it. As a value it is looked up for each
      -- copy; "not exists" is joined, which reads every copy of the firm.
      select true from document_copies c where c.firm_id = ${firmId} and c.copy_key = r.copy_key
        and c.status not in ('failed', 'canceled') limit 1
    ) is null
    order by r.copy_key, r.n
    ${orSaveAgain}
    returning id, copy_key, inbox_item_id
    )
    select r.n, added.id from added join r on r.copy_key = added.copy_key and r.item_id = added.inbox_item_id`,
  answer: (rows) => rows,
})

function planRow({ itemId, envelopeId, copies }: Plan) {
  const rows = copies.map((copy) => ({
    id: newId(),
    document_id: copy.documentId ?? null,
    storage_policy_id: copy.storagePolicyId,
    case_id: copy.caseId ?? null,
    file_id: copy.fileId,
    copy_key: copy.copyKey,
  }))
  return { item_id: itemId, envelope_id: envelopeId, copies: rows }
}
