import type { Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { announceLater } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import type { ClaimedJob, JobData } from '../../base/db/job.ts'
import type { Services } from '../../base/services.ts'
import {
  certainEnough,
  readScannedPage,
  type ScannedPage,
  type ScannedStamps,
  type ScannedTitle,
} from '../../retrieval/scan-stamps.ts'
import { findStampContradiction, stampsOfNotice } from '../matching/stamp-contradiction.ts'
import { reopenAsFailed } from '../settle.ts'
import { applyOwnTitles } from '../titles/apply-titles.ts'
import { lookForStamp } from './start-wait.ts'

/** While a notice of the filing is still being processed, a contradiction waits this long to be reported. */
const againMs = 30_000

/**
 * Reads the stamp and the title of a scan from its picture. Runs beside the pipeline, so that no one is notified later
 * because of it; a certain reading that contradicts the notice then stops the notices of the filing afterward.
 */
export async function readScan(services: Services, { data }: ClaimedJob): Promise<void> {
  const { database, blobs } = services
  const scan = await withFirmAtWork(database, data.firmId, (trx) => findScan(trx, data))
  if (!scan) return
  const read = scan.isRead ? undefined : await readScannedPage(await blobs.get(scan.fileId), scan)
  await withFirmAtWork(database, data.firmId, async (trx) => {
    const isStamped = !scan.isRead && (await record(trx, { data, scan, read: read ?? nothing }))
    if (isStamped) await lookForStamp(trx, services.jobs, { firmId: data.firmId, envelopeId: scan.envelopeId })
    const isSettled = await reportContradiction(trx, { data, scan })
    if (!isSettled) await services.jobs.enqueue(trx, 'scan', [data], { afterMs: againMs })
  })
}

const nothing: ScannedPage = { stamps: [], certainty: 0 }

interface Scan {
  fileId: string
  envelopeId: string
  /** Of the filing's notices, any. */
  notice: Notice | null
  position: number
  isRead: boolean
  /** Whether the firm reads titles at all, which most don't, and its text doesn't have one. */
  withTitle: boolean
}

async function findScan(trx: Trx, { firmId, id }: JobData): Promise<Scan | undefined> {
  const { rows } = await sql<Scan>`
    select d.file_id as "fileId", d.envelope_id as "envelopeId", d.position, s.read_at is not null as "isRead",
      (select p.outcomes #> '{parse,result,notice}' from inbox_items i
          join item_progress p on p.firm_id = i.firm_id and p.id = i.id
        where i.firm_id = ${firmId} and i.envelope_id = d.envelope_id order by i.id limit 1) as notice,
      exists (select from document_processings where firm_id = ${firmId} and extraction_enabled)
        and exists (select from document_titles t
          where t.firm_id = ${firmId} and t.document_id = d.id and t.reading ->> 'reason' = 'no text') as "withTitle"
    from document_stamps s join documents d on d.firm_id = s.firm_id and d.id = s.document_id
    where s.firm_id = ${firmId} and s.document_id = ${id}::uuid and s.is_scan and d.file_id is not null`.execute(trx)
  return rows[0]
}

interface Read {
  data: JobData
  scan: Scan
  read: ScannedPage
}

/** Returns whether the court stamped it. */
async function record(trx: Trx, { data: { firmId, id }, scan, read }: Read): Promise<boolean> {
  await sql`
    update document_stamps set
      stamps = case when stamps = '[]' then ${JSON.stringify(read.stamps)}::text::jsonb else stamps end,
      certainty = case when stamps = '[]' then ${read.certainty}::integer end, read_at = now(), updated_at = now()
    where firm_id = ${firmId} and document_id = ${id}::uuid`.execute(trx)
  if (read.title) await recordTitle(trx, { data: { firmId, id }, scan, title: read.title })
  if (stampsOfNotice(read.stamps, scan.notice ?? undefined).length === 0) return false
  await sql`
    update documents set stamped_by_court = true, updated_at = now()
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  await announceLater(trx, { firmId, entity: 'document', ids: [id] })
  return true
}

async function recordTitle(
  trx: Trx,
  { data: { firmId, id }, scan, title }: Omit<Read, 'read'> & { title: ScannedTitle },
): Promise<void> {
  const { certainty, ...reading } = title
  await sql`
    update document_titles set reading = ${JSON.stringify(reading)}::text::jsonb, certainty = ${certainty}::integer,
      updated_at = now()
    where firm_id = ${firmId} and document_id = ${id}::uuid`.execute(trx)
  await applyOwnTitles(trx, { firmId, envelopeId: scan.envelopeId })
}

const working: readonly string[] = ['New', 'Started', 'Retry', 'Post Processing']

/** Returns false if a notice of the filing must be looked at again, because it is still being processed. */
async function reportContradiction(trx: Trx, { data, scan }: Omit<Read, 'read'>): Promise<boolean> {
  const { rows } = await sql<{ id: string; status: string; notice: Notice | null; stamps: ScannedStamps['stamps'] }>`
    select i.id, i.status, p.outcomes #> '{parse,result,notice}' as notice, s.stamps
    from document_stamps s
      join inbox_items i on i.firm_id = s.firm_id and i.envelope_id = s.envelope_id
      join item_progress p on p.firm_id = i.firm_id and p.id = i.id
    where s.firm_id = ${data.firmId} and s.document_id = ${data.id}::uuid and s.certainty >= ${certainEnough}
    order by i.id`.execute(trx)
  let isSettled = true
  for (const { id, status, notice, stamps } of rows) {
    const sentence = notice && findStampContradiction(notice, [{ position: scan.position, stamps }])
    if (!sentence) continue
    if (working.includes(status)) isSettled = false
    await reopenAsFailed(trx, { firmId: data.firmId, itemId: id, sentence })
  }
  return isSettled
}
