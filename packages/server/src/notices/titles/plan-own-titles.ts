import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { OwnTitlesPlan, Work } from '../pipeline/stage.ts'
import type { Preference } from '../preferences/find-preference.ts'

/**
 * Whether the filing's documents are titled as they title themselves, by the preference that counts for it. Undefined if
 * that doesn't say so, or no document was read.
 */
export async function planOwnTitles(
  trx: Trx,
  { firmId, envelopeId }: Pick<Work, 'firmId' | 'envelopeId'>,
  preference: Pick<Preference, 'description' | 'documentProcessingId'> | undefined,
): Promise<OwnTitlesPlan | undefined> {
  const processingId = preference?.documentProcessingId
  if (!processingId || !envelopeId) return undefined
  const name = await findReading(trx, { firmId, envelopeId, processingId })
  if (name === undefined) return undefined
  return { processingId, because: `"${name}" of the jurisdiction preference "${preference.description}" says so.` }
}

interface Question {
  firmId: number
  envelopeId: string
  processingId: string
}

/** The name of the document processing, if it reads titles and there are any to read. */
const findReading = statement<Question, { name: string }, string | undefined>({
  columns: 'envelope_id uuid, processing_id uuid',
  row: ({ envelopeId, processingId }) => ({ envelope_id: envelopeId, processing_id: processingId }),
  write: ({ firmId, rows }) => sql`
    select r.n, p.name from ${rows}
      join document_processings p on p.firm_id = ${firmId} and p.id = r.processing_id and p.extraction_enabled
    where exists (select from document_titles t where t.firm_id = ${firmId} and t.envelope_id = r.envelope_id)`,
  answer: ([row]) => row?.name,
})
