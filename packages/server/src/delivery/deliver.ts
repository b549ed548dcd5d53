import { isEmail } from '@courtcrier/contract/fields/email.ts'
import { publicLinkPath } from '../auth/public-link.ts'
import { inBatches } from '../base/db/batches.ts'
import { withFirmAtWork } from '../base/db/firm-transaction.ts'
import { isUnsureOfOthers, lookAgainIfSending } from '../base/db/in-other-hands.ts'
import type { ClaimedJob } from '../base/db/job.ts'
import { untilWritten } from '../base/db/patience.ts'
import type { FolderBlobStore } from '../base/lib/blob-store.ts'
import type { Services } from '../base/services.ts'
import { settleItems } from '../pipeline/settle.ts'
import { cancelUnseen } from './cancel-unseen.ts'
import { combineForMail, type ForMail } from './combine-for-mail.ts'
import { type ComposedMail, composeFilingMail, type MailAttachment } from './compose.ts'
import { type DeliveryResult, type Ended, recordDeliveries } from './delivery-result.ts'
import { type DeliveryRow, startDeliveries } from './delivery-row.ts'
import { fillTemplate } from './fill-template.ts'
import type { MailFile } from './mail.ts'
import type { OutgoingMail } from './outgoing-mail.ts'
import type { SendResult } from './send-failure.ts'

/**
 * Sends one delivery: marks it, sends it, records what came of it. A crash after the mail server took the mail
 * and before that was recorded sends it once more, with the same Message-ID; nothing else can. While the database is
 * away, what came of it waits to be recorded.
 */
export async function deliver(services: Services, mail: OutgoingMail, job: ClaimedJob): Promise<void> {
  const { firmId } = job.data
  const row = await start(services, firmId, job.data)
  if (!row) return lookAgainIfSending(services, { queue: 'delivery', data: job.data })
  if (row.wasInterrupted) services.metrics.deliveries.inc({ status: 'repeated' })
  const attempted = await attempt(services, mail, row)
  // The mail is out: what is not written down now would be sent again.
  const status = await untilWritten(() => end(services, firmId, { id: row.id, row, ...attempted }))
  services.metrics.deliveries.inc({ status })
}

const start = inBatches((services: Services, firmId, asked: readonly { id: string }[]) =>
  withFirmAtWork(services.database, firmId, async (trx) => {
    const ids = asked.map(({ id }) => id)
    const leavesOthers = isUnsureOfOthers(services.database)
    const rows = await startDeliveries(trx, firmId, ids, { leavesOthers })
    const canceled = await cancelUnseen(
      trx,
      firmId,
      rows.filter((row) => row !== undefined),
    )
    if (canceled.size > 0) services.metrics.deliveries.inc({ status: 'canceled' }, canceled.size)
    return rows.map((row) => (row && canceled.has(row.id) ? undefined : row))
  }),
)

const end = inBatches((services: Services, firmId, ended: readonly (Ended & { id: string })[]) =>
  withFirmAtWork(services.database, firmId, async (trx) => {
    const statuses = await recordDeliveries(services, trx, { firmId, ended })
    await settleItems(
      trx,
      firmId,
      ended.map(({ row }) => row.itemId),
    )
    return statuses
  }),
)

type Attempted = Omit<Ended, 'row'>

async function attempt(services: Services, mail: OutgoingMail, row: DeliveryRow): Promise<Attempted> {
  const { email } = row.mail.delivery
  if (!isEmail(email)) return { result: { failed: `"${email}" is not an e-mail address.` } }
  try {
    const together = await combineForMail(services.blobs, row.mail)
    const whole = await sendOnce(services, mail, { row, together })
    const linksBecause = reasonForLinks(whole.answer)
    if (!linksBecause) return resultOf(row, whole)
    return resultOf(row, await sendOnce(services, mail, { row, linksBecause }))
  } catch (error) {
    return { result: unexpected(services, row, error) }
  }
}

interface Sent {
  composed: ComposedMail
  /** `unreadable`: a document that was to be attached could not be read. */
  answer: SendResult | 'unreadable'
}

async function sendOnce(
  { blobs, config, log, publicLinks }: Services,
  mail: OutgoingMail,
  { row, linksBecause, together }: { row: DeliveryRow; linksBecause?: string; together?: ForMail },
): Promise<Sent> {
  const { publicUrl, mailFrom } = config
  const now = new Date()
  const publicPathOf = (documentId: string) =>
    publicLinkPath(publicLinks.issue({ firmId: row.firmId, documentId }, now))
  const filled = row.mail.template && (await fillTemplate(row.mail.template))
  const options = { publicUrl, mailFrom, publicPathOf, together, filled, ...(linksBecause ? { linksBecause } : {}) }
  const composed = composeFilingMail(row.mail, options)
  const missing = await findMissing(blobs, composed.attachments)
  if (missing === undefined) return { composed, answer: await send(blobs, mail, composed) }
  log.error({ fileId: missing, deliveryId: row.id }, 'a document of a filing is missing from the store')
  return { composed, answer: 'unreadable' }
}

async function findMissing(blobs: FolderBlobStore, attachments: readonly MailAttachment[]) {
  for (const attachment of attachments)
    if ('fileId' in attachment && !(await blobs.has(attachment.fileId))) return attachment.fileId
  return undefined
}

/** People are told without delay, if need be without the documents. */
function reasonForLinks(answer: Sent['answer']): string | undefined {
  if (answer === 'unreadable')
    return 'A document could not be read from the store of Courtcrier, so it could not be attached.'
  if (!('rejected' in answer && answer.isTooLarge)) return undefined
  return 'The mail server refused the documents as too large, so they are behind links.'
}

function resultOf(row: DeliveryRow, sent: Sent): Attempted {
  return { result: answerOf(row, sent), templateProblem: sent.composed.templateProblem }
}

function answerOf(row: DeliveryRow, { composed, answer }: Sent): DeliveryResult {
  const { attachments, attachedDocuments: count, linkedDocuments, templateProblem } = composed
  if (answer === 'unreadable') return { retry: 'A document is missing from the store of this server.' }
  if ('retry' in answer) return answer
  if ('rejected' in answer) return { failed: answer.rejected }
  const asOne = attachments.length < count ? ' as one PDF' : ''
  const linked =
    linkedDocuments > 0 ? ` and ${linkedDocuments} behind ${linkedDocuments === 1 ? 'a link' : 'links'}` : ''
  const documents =
    count === 0 ? '' : ` with ${count} ${count === 1 ? 'document' : 'documents'} attached${asOne}${linked}`
  const doubt = row.wasInterrupted
    ? ' An earlier try was interrupted, so it may have arrived before, under the same Message-ID.'
    : ''
  const template = templateProblem ? ` ${templateProblem.sentence}` : ''
  return { sent: `Sent to ${row.mail.delivery.email}${documents}.${doubt}${template}`, attached: count }
}

/** Whatever else goes wrong may be mended, so it is tried again like a mail server that is away; and it is logged. */
function unexpected({ log, metrics }: Services, row: DeliveryRow, error: unknown): DeliveryResult {
  log.error({ err: error, deliveryId: row.id }, 'a delivery could not be sent')
  metrics.jobErrors.inc()
  return { retry: 'Something unexpected kept it from being sent; the log of this server says what.' }
}

function send(blobs: FolderBlobStore, mail: OutgoingMail, composed: ComposedMail): Promise<SendResult> {
  return mail.send({ ...composed, attachments: composed.attachments.map((attachment) => fileOf(blobs, attachment)) })
}

function fileOf(blobs: FolderBlobStore, attachment: MailAttachment): MailFile {
  const { fileName: filename } = attachment
  const contentType = filename.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream'
  if ('content' in attachment) return { filename, contentType, content: attachment.content }
  return { filename, contentType, content: { path: blobs.path(attachment.fileId) } }
}
