import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { statement } from '../../base/db/statement.ts'
import { webLinkPosition } from '../pipeline/filing-documents.ts'
import type { StampWaitPlan, Work } from '../pipeline/stage.ts'
import { findDocumentProcessing } from '../preferences/notice-preference.ts'

/**
 * How long the filing's recipients wait for the court's stamp, and which preference says so. Undefined if the firm
 * doesn't wait, every document is stamped, or the filing already waited.
 */
export async function findStampWait(trx: Trx, work: Work): Promise<StampWaitPlan | undefined> {
  const notice = work.results.parse?.notice
  const { firmId, envelopeId } = work
  if (!notice || !envelopeId || !(await mayWait(trx, { firmId, envelopeId }))) return undefined
  const jurisdictionIds = await readJurisdictions(trx, firmId, work.results.match?.caseIds ?? [])
  const { processing, preference } = (await findDocumentProcessing(trx, { firmId, notice, jurisdictionIds })) ?? {}
  if (!processing?.waitForStamp || processing.maxMinutesWaitForStamp === null) return undefined
  const { id, name, maxMinutesWaitForStamp, minutesWaitBeforeUnstampedRelease } = processing
  const releaseMinutes = processing.releaseUnstampedWhileWaiting ? minutesWaitBeforeUnstampedRelease : null
  return {
    processingId: id,
    minutes: maxMinutesWaitForStamp,
    ...(releaseMinutes != null && { releaseMinutes }),
    because: `"${name}" of the jurisdiction preference "${preference?.description}" says so.`,
  }
}

async function readJurisdictions(trx: Trx, firmId: number, caseIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct jurisdiction_id as id from cases
    where firm_id = ${firmId} and id = any(${[...caseIds]}::uuid[]) and jurisdiction_id is not null`.execute(trx)
  return rows.map(({ id }) => id)
}

/**
 * A document `d` that the court has still to stamp. People's uploads, documents that the notice only links to and the
 * notice itself stay as they are, and sealed ones aren't read.
 */
export const isUnstamped = sql<boolean>`(d.file_id is not null and not coalesce(d.stamped_by_court, false)
  and not coalesce(d.uploaded, false) and not coalesce(d.sealed, false) and d.position < ${webLinkPosition})`

interface Question {
  firmId: number
  envelopeId: string
}

/** Answered for many notices at once, because most firms never wait. */
const mayWait = statement<Question, { isOpen: boolean }, boolean>({
  columns: 'envelope_id uuid',
  row: ({ envelopeId }) => ({ envelope_id: envelopeId }),
  write: ({ firmId, rows }) => sql`
    select r.n, exists (select from document_processings where firm_id = ${firmId} and wait_for_stamp)
      and exists (select from documents d where d.firm_id = ${firmId} and d.envelope_id = r.envelope_id and ${isUnstamped})
      and not exists (
        select from stamp_waits w
        where w.firm_id = ${firmId} and w.envelope_id = r.envelope_id and w.status not in ('waiting', 'released')
      ) as "isOpen"
    from ${rows}`,
  answer: ([row]) => row?.isOpen ?? false,
})
