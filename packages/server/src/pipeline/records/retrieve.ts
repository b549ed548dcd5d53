import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import type { JobQueue } from '../../base/db/jobs.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import { together } from '../../base/db/together.ts'
import { noteHappening } from '../../webhooks/happenings.ts'
import { commitStep } from '../commit.ts'
import type { Recorded, Recording } from '../recording.ts'
import type { RetrieveResult, Work } from '../stage.ts'
import { titleOf } from '../stages/prepare.ts'

/** The filing's documents as they were had, and the links that are spent by it. */
export async function recordDocuments(trx: Trx, { work, result, jobs }: Recording<'retrieve'>): Promise<Recorded> {
  const { all, siblings } = await noteDocuments(trx, { work, result })
  if (siblings.length > 0 && result.documents.length > 0 && result.gap === '')
    await reviveSiblings(trx, { work, jobs, siblings })
  return kept(all)
}

interface Retrieved {
  work: Work
  result: RetrieveResult
}

const noteDocuments = together(async (trx: Trx, retrieved: readonly Retrieved[]) => {
  const [{ work } = { work: { firmId: 0 } }] = retrieved
  const { firmId } = work
  const keys = retrieved.flatMap(({ result }) => result.keys)
  const envelopeIds = retrieved.map(({ work }) => work.envelopeId)
  const { rows } = await sql<{
    itemId: string
    all: NonNullable<Work['documents']> | null
    siblings: string[] | null
    written: { id: string; isKept: boolean }[] | null
  }>`
    with r as (
      select * from jsonb_to_recordset(${jsonRows(retrieved.map(retrievedRow))}::text::jsonb)
        as r (item_id uuid, envelope_id uuid, documents jsonb)
    ), docs as (
      insert into documents (firm_id, id, envelope_id, position, number, title, verdict, sentence, file_id, size, pages, sealed, uploaded, court_document_id, fetched_at)
      select ${firmId}, d.id, r.envelope_id, d.position, d.number, d.title, d.verdict, d.sentence, d.file_id,
        d.size, d.pages, d.sealed, d.uploaded, d.court_document_id, case when d.file_id is null then null else now() end
      from r, jsonb_to_recordset(r.documents) as d (id uuid, position int, number text, title text,
        verdict text, sentence text, file_id text, size int, pages int, sealed boolean, uploaded boolean, court_document_id text)
      on conflict (firm_id, envelope_id, position) do update set verdict = excluded.verdict, sentence = excluded.sentence,
        file_id = excluded.file_id, size = excluded.size, pages = excluded.pages, sealed = excluded.sealed,
        uploaded = excluded.uploaded,
        fetched_at = excluded.fetched_at, updated_at = now()
      where documents.file_id is null
      returning id, envelope_id, position, file_id, verdict
    ), spent as (
      update links set requested_at = now() where firm_id = ${firmId} and link_key = any(${keys}::text[])
    ), every as (
      select id, envelope_id, position, file_id from docs
      union all
      select id, envelope_id, position, file_id from documents d
      where firm_id = ${firmId} and envelope_id = any(${envelopeIds}::uuid[])
        and not exists (select from docs where docs.envelope_id = d.envelope_id and docs.position = d.position)
    )
    select r.item_id as "itemId",
      (select json_agg(json_build_object('id', id, 'fileId', file_id) order by position)
        from every where every.envelope_id = r.envelope_id) as all,
      (select json_agg(json_build_object('id', id, 'isKept', file_id is not null))
        from docs where docs.envelope_id = r.envelope_id and docs.verdict <> 'none') as written,
      (select json_agg(i.id) from inbox_items i join item_progress p on p.firm_id = i.firm_id and p.id = i.id
        where i.firm_id = ${firmId} and i.envelope_id = r.envelope_id and i.id <> r.item_id
          and i.status = 'Action Required' and p.outcomes #>> '{retrieve,result,gap}' <> '') as siblings
    from r`.execute(trx)
  for (const { id, isKept } of rows.flatMap(({ written }) => written ?? []))
    noteHappening(trx, firmId, { event: isKept ? 'document.kept' : 'document.failed', ids: [id] })
  const found = new Map(rows.map((row) => [row.itemId, row]))
  return retrieved.map(({ work: { itemId } }) => {
    const row = found.get(itemId)
    return { all: row?.all ?? [], siblings: row?.siblings ?? [] }
  })
})

function retrievedRow({ work, result }: Retrieved): object {
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
    sealed: document.verdict === 'sealed' || document.sealed === true,
    uploaded: document.uploaded === true,
    court_document_id: document.courtDocumentId ?? null,
  }))
  return { item_id: work.itemId, envelope_id: work.envelopeId, documents }
}

/** Notices of the same filing that ended without a document go on: this one's link had it. */
async function reviveSiblings(
  trx: Trx,
  { work, jobs, siblings }: { work: Work; jobs: JobQueue; siblings: readonly string[] },
): Promise<void> {
  for (const id of siblings) {
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
    siblings.map((id) => ({ firmId: work.firmId, id })),
  )
}

function kept(documents: NonNullable<Work['documents']>): Recorded {
  const columns = { document_count: documents.length, documents_kept: documents.filter(({ fileId }) => fileId).length }
  return { columns, documents }
}
