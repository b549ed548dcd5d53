import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirmAtWork } from '../../base/db/firm-transaction.ts'
import type { ClaimedJob, JobData } from '../../base/db/job.ts'
import type { Services } from '../../base/services.ts'
import { locateTitle, textOfPage } from '../../courts/titles/locate-title.ts'
import { readFirstPage } from '../../retrieval/pdf.ts'
import { applyOwnTitles } from './apply-titles.ts'
import { askService } from './ask-service.ts'
import { isForService } from './leave-to-service.ts'

/**
 * Asks the operator's service for the title of a document that Courtcrier's own reader left open. Its answer counts only
 * if it is printed on the page like that; what the service doesn't answer stays as it is.
 */
export async function askForTitle(services: Services, { data }: ClaimedJob): Promise<void> {
  const { config, database, blobs, log } = services
  if (!config.titleService) return
  const open = await withFirmAtWork(database, data.firmId, (trx) => findOpen(trx, data))
  if (!open) return
  const page = await readFirstPage(await blobs.get(open.fileId))
  if (!page) return
  const answer = await askService(config.titleService, {
    text: textOfPage(page),
    customerId: open.isBilledToFirm ? (open.customerId ?? undefined) : undefined,
    queueName: open.queueName ?? undefined,
  })
  if ('problem' in answer) log.warn({ problem: answer.problem, documentId: data.id }, 'title service')
  const title = 'title' in answer ? locateTitle(page, answer.title) : undefined
  if (!title) return
  await withFirmAtWork(database, data.firmId, async (trx) => {
    await sql`
      update document_titles set reading = ${JSON.stringify({ title })}::text::jsonb, source = 'DOCUMENT_AI',
        updated_at = now()
      where firm_id = ${data.firmId} and document_id = ${data.id}::uuid`.execute(trx)
    await applyOwnTitles(trx, { firmId: data.firmId, envelopeId: open.envelopeId })
  })
}

interface Open {
  fileId: string
  envelopeId: string
  customerId: string | null
  queueName: string | null
  isBilledToFirm: boolean
}

/** The document, if a service is still to be asked: not if the firm's settings changed in between, or it was sealed. */
async function findOpen(trx: Trx, { firmId, id }: JobData): Promise<Open | undefined> {
  const { rows } = await sql<Open>`
    select d.file_id as "fileId", d.envelope_id as "envelopeId", p.customer_id as "customerId",
      p.queue_name as "queueName", p.billing_party = 'PROVIDER' as "isBilledToFirm"
    from document_titles t
      join documents d on d.firm_id = t.firm_id and d.id = t.document_id
      join envelopes e on e.firm_id = d.firm_id and e.id = d.envelope_id
      join document_processings p on p.firm_id = t.firm_id and p.id = t.document_processing_id
      join firms f on f.firm_id = t.firm_id
    where t.firm_id = ${firmId} and t.document_id = ${id}::uuid and d.file_id is not null and not d.sealed and not e.is_sealed
      and ${isForService}`.execute(trx)
  return rows[0]
}
