import { sql } from 'kysely'
import type { Trx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import type { JobQueue } from '../../db/jobs.ts'
import { commitStep } from '../commit.ts'
import type { Recorded, Recording } from '../records.ts'
import type { Work } from '../stage.ts'
import { titleOf } from '../stages/prepare.ts'

/** The filing's documents as they were had, and the links that are spent by it. */
export async function recordDocuments(trx: Trx, { work, result, jobs }: Recording<'retrieve'>): Promise<Recorded> {
  if (result.documents.length === 0 && result.keys.length === 0)
    return { columns: await countKept(trx, work.firmId, work.envelopeId) }
  const notice = work.results.parse?.notice
  const documents = result.documents.map((document) => ({
    id: newId(),
    position: document.position,
    number: document.number ?? null,
    title: (notice ? titleOf(notice, document.position, document.title) : document.title).slice(0, 1000),
    verdict: document.verdict,
    sentence: document.sentence.slice(0, 1000),
    file_id: document.fileId ?? null,
    size: document.size ?? null,
    pages: document.pages ?? null,
    sealed: document.verdict === 'sealed',
    court_document_id: document.courtDocumentId ?? null,
  }))
  await sql`
    with docs as (
      insert into documents (firm_id, id, envelope_id, position, number, title, verdict, sentence, file_id, size, pages, sealed, court_document_id, fetched_at)
      select ${work.firmId}, d.id, ${work.envelopeId}::uuid, d.position, d.number, d.title, d.verdict, d.sentence, d.file_id,
        d.size, d.pages, d.sealed, d.court_document_id, case when d.file_id is null then null else now() end
      from jsonb_to_recordset(${JSON.stringify(documents)}::text::jsonb) as d (id uuid, position int, number text, title text,
        verdict text, sentence text, file_id text, size int, pages int, sealed boolean, court_document_id text)
      on conflict (firm_id, envelope_id, position) do update set verdict = excluded.verdict, sentence = excluded.sentence,
        file_id = excluded.file_id, size = excluded.size, pages = excluded.pages, sealed = excluded.sealed,
        fetched_at = excluded.fetched_at, updated_at = now()
      where documents.file_id is null
    )
    update links set requested_at = now() where firm_id = ${work.firmId} and link_key = any(${result.keys}::text[])`.execute(
    trx,
  )
  if (documents.length > 0 && result.gap === '') await reviveSiblings(trx, { work, jobs })
  return { columns: await countKept(trx, work.firmId, work.envelopeId) }
}

/** Notices of the same filing that ended without a document go on: this one's link had it. */
async function reviveSiblings(trx: Trx, { work, jobs }: { work: Work; jobs: JobQueue }): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select i.id from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where i.firm_id = ${work.firmId} and i.envelope_id = ${work.envelopeId}::uuid and i.id <> ${work.itemId}::uuid
      and i.status = 'Action Required' and p.outcomes #>> '{retrieve,result,gap}' <> ''`.execute(trx)
  for (const { id } of rows) {
    await commitStep(trx, {
      firmId: work.firmId,
      itemId: id,
      lines: [
        {
          stage: 'retrieve',
          outcome: 'requeued',
          sentence: "The missing document came with another recipient's notice.",
        },
      ],
      expected: ['Action Required'],
      columns: { status: 'New', reason: null, action_required: 'NONE', next_stage: 'retrieve' },
      forget: ['retrieve', 'prepare', 'match', 'address', 'deliver', 'store'],
    })
  }
  await jobs.enqueue(
    trx,
    'notice',
    rows.map(({ id }) => ({ firmId: work.firmId, id })),
  )
}

async function countKept(trx: Trx, firmId: number, envelopeId: string | undefined): Promise<Record<string, number>> {
  const { rows } = await sql<{ total: number; kept: number }>`
    select count(*)::int as total, count(file_id)::int as kept from documents
    where firm_id = ${firmId} and envelope_id = ${envelopeId}::uuid`.execute(trx)
  return { document_count: rows[0]?.total ?? 0, documents_kept: rows[0]?.kept ?? 0 }
}
