import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import type { OwnTitlesPlan, Work } from '../pipeline/stage.ts'
import { findDocumentProcessing } from '../preferences/notice-preference.ts'

/**
 * Whether the filing's documents are titled as they title themselves, and which preference says so. Undefined if the
 * firm doesn't want that, or no document was read.
 */
export async function planOwnTitles(trx: Trx, work: Work): Promise<OwnTitlesPlan | undefined> {
  const notice = work.results.parse?.notice
  const { firmId, envelopeId } = work
  if (!notice || !envelopeId || !(await mayRead(trx, { firmId, envelopeId }))) return undefined
  const { processing, preference } = (await findDocumentProcessing(trx, { firmId, notice })) ?? {}
  if (!processing?.extractionEnabled) return undefined
  return {
    processingId: processing.id,
    because: `"${processing.name}" of the jurisdiction preference "${preference?.description}" says so.`,
  }
}

interface Question {
  firmId: number
  envelopeId: string
}

/** Answered for many notices at once, because most firms read no titles. */
const mayRead = statement<Question, { isOpen: boolean }, boolean>({
  columns: 'envelope_id uuid',
  row: ({ envelopeId }) => ({ envelope_id: envelopeId }),
  write: ({ firmId, rows }) => sql`
    select r.n, exists (select from document_processings where firm_id = ${firmId} and extraction_enabled)
      and exists (select from document_titles t where t.firm_id = ${firmId} and t.envelope_id = r.envelope_id) as "isOpen"
    from ${rows}`,
  answer: ([row]) => row?.isOpen ?? false,
})
