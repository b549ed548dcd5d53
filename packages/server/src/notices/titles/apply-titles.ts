import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { certainEnough } from '../../retrieval/scan-stamps.ts'

interface Filing {
  firmId: number
  envelopeId: string
}

/** Has the filing's documents titled as they title themselves, now and once their scans are read. */
export async function wantOwnTitles(
  trx: Trx,
  { firmId, envelopeId, processingId }: Filing & { processingId: string },
): Promise<void> {
  await sql`
    update document_titles set document_processing_id = ${processingId}::uuid, updated_at = now()
    where firm_id = ${firmId} and envelope_id = ${envelopeId}::uuid and document_processing_id is null`.execute(trx)
}

/**
 * Titles the filing's documents as they title themselves, where that is sure; what is not is only noted beside the title
 * that the notice gives. Returns how many were titled.
 */
export async function applyOwnTitles(trx: Trx, { firmId, envelopeId }: Filing): Promise<number> {
  const { rows } = await sql<{ id: string; isTitled: boolean }>`
    with read as (
      select t.document_id, t.source, t.reading #>> '{title,text}' as title, (t.reading #>> '{title,page}')::integer as page,
        concat_ws(' ', t.reading #>> '{title,box,left}', t.reading #>> '{title,box,top}',
          t.reading #>> '{title,box,right}', t.reading #>> '{title,box,bottom}') as box,
        (t.reading #>> '{title,isSure}')::boolean and coalesce(t.certainty >= ${certainEnough}, true) as "isSure"
      from document_titles t
      where t.firm_id = ${firmId} and t.envelope_id = ${envelopeId}::uuid and t.document_processing_id is not null
        and t.reading ? 'title'
    )
    update documents d set read_title = read.title, title_is_sure = read."isSure", title_page = read.page,
      title_box = read.box, updated_at = now(),
      notice_title = case when read."isSure" then coalesce(d.notice_title, d.title) else d.notice_title end,
      title_source = case when read."isSure" then read.source else d.title_source end,
      title = case when read."isSure" then read.title else d.title end
    from read
    where d.firm_id = ${firmId} and d.id = read.document_id and d.file_id is not null
      and (d.read_title, d.title_is_sure) is distinct from (read.title, read."isSure")
    returning d.id, read."isSure" as "isTitled"`.execute(trx)
  if (rows.length > 0) await announceLater(trx, { firmId, entity: 'document', ids: rows.map(({ id }) => id) })
  return rows.filter(({ isTitled }) => isTitled).length
}
