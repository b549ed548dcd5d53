import type { Feature } from '@courtcrier/contract/features.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { JobQueue } from '../../base/db/jobs.ts'

const feature: Feature = 'title_extraction'

/**
 * A reading `t` with document processing `p` of the firm `f` that a service is asked about: its own reader found
 * something that isn't sure, or nothing on a page with a caption. Scans, letters and sealed documents are never sent.
 */
export const isForService: RawBuilder<boolean> = sql`(p.extraction_enabled and p.extraction_provider = 'FAI'
  and ${feature} = any(f.entitled_features) and t.source = 'DOCUMENT'
  and coalesce(t.reading #>> '{title,isSure}', 'false') = 'false' and t.certainty is null
  and coalesce(t.reading ->> 'reason', '') not in ('no text', 'letter'))`

/** Leaves the filing's documents to the service whose titles Courtcrier's own reader left open, beside the pipeline. */
export async function leaveToService(
  trx: Trx,
  jobs: JobQueue,
  { firmId, envelopeId }: { firmId: number; envelopeId: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select t.document_id as id from document_titles t
      join document_processings p on p.firm_id = t.firm_id and p.id = t.document_processing_id
      join firms f on f.firm_id = t.firm_id
    where t.firm_id = ${firmId} and t.envelope_id = ${envelopeId}::uuid and ${isForService}
    order by t.document_id limit ${mostOfFiling}`.execute(trx)
  await jobs.enqueue(
    trx,
    'title',
    rows.map(({ id }) => ({ firmId, id })),
  )
}

/** A service costs money, and a filing's later attachments are exhibits. */
const mostOfFiling = 5
