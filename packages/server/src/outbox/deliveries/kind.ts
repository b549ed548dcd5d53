import { isEmail } from '@courtcrier/contract/fields/email.ts'
import type { FolderBlobStore } from '@courtcrier/lib/blob-store.ts'
import { openTurns, type TurnLimits, type Turns } from '@courtcrier/lib/turns.ts'
import type { Trx } from '../../base/db/database.ts'
import { consoleUrlOf } from '../../base/firm-url.ts'
import type { Services } from '../../base/services.ts'
import { settleItem } from '../../notices/settle.ts'
import { planChat } from '../chats/plan-chat.ts'
import { openHolding } from '../lease.ts'
import type { MailFile } from '../mail/mail.ts'
import type { PutOffMail } from '../mail/mail-server.ts'
import { nextMailTry } from '../mail/next-mail-try.ts'
import type { OutgoingMail } from '../mail/outgoing-mail.ts'
import { mostUnanswered, openReceipts, type Receipts } from '../mail/receipts.ts'
import type { SendResult } from '../mail/send-failure.ts'
import { publicLinkPath } from '../public-link.ts'
import type { End, Kind, Performed } from '../run.ts'
import { stopDelivery } from '../stop-with-item.ts'
import { cancelIfUnseen } from './cancel-unseen.ts'
import { combineForMail, type ForMail } from './combine-for-mail.ts'
import { type ComposedMail, composeFilingMail, type MailAttachment } from './compose.ts'
import { type DeliveryRow, startDelivery } from './delivery-row.ts'
import { withoutMisdirected } from './directed-layout.ts'
import { fillTemplate } from './fill-template.ts'
import { lockItems } from './lock-items.ts'
import { type Note, recordDelivery } from './record-delivery.ts'
import { tellOfTemplate } from './tell-of-template.ts'

/** As many as a firm's slots: those that take long give theirs to other firms. */
export const deliveryTurns: TurnLimits = { mostTogether: 24, mostOfFirm: 24, mostOfSlow: 24 }

/**
 * Emails about filings. If a crash comes after the mail server was handed an email and before its answer arrived, or the
 * answer is lost, the email is sent once more with the same Message-ID, and if that happens again, never (`receipts.ts`);
 * nothing else sends one twice, as long as no process stands still for longer than a lease (`lease.ts`).
 */
export function deliveryKind(
  services: Services,
  mail: OutgoingMail,
  turns: Turns = openTurns(deliveryTurns, services.database.outage),
): Kind<DeliveryRow, Note> {
  const { jobs, metrics, config } = services
  const holding = openHolding(services, { table: 'deliveries', status: 'sending' })
  const sending = { ...services, mail, receipts: openReceipts(config.dataFolder) }
  return {
    queue: 'delivery',
    rows: { table: 'deliveries', statuses: ['waiting', 'sending'] },
    concurrency: 32,
    mostOfFirm: deliveryTurns.mostOfFirm,
    on: services,
    leavesToOthers: holding.leavesToOthers,
    claim: async (trx, key) => {
      const row = await startDelivery(trx, { ...key, ...holding.amongOthers() })
      if (!row || (await isWithdrawn(trx, sending, row))) return undefined
      await planGroupChat(trx, jobs, row)
      return withoutMisdirected(trx, row)
    },
    // All of a firm's emails go by one mail server.
    inTurn: { turns, destination: ({ firmId }) => String(firmId), waiting: () => ({ later: waitsForTurn, note: {} }) },
    perform: (row) => holding.during(row, () => perform(sending, row)),
    record: (trx, row, end) => recordUnlessStopped(trx, sending, { row, end }),
    nextTry: nextMailTry(config),
    onEnd: (row, end) => {
      sending.receipts.end(row, end)
      metrics.deliveries.inc({ status: deliveryStatus[end.status] })
    },
  }
}

/** Returns false if the result isn't recorded, or the email isn't tried again because its item was canceled. */
async function recordUnlessStopped(
  trx: Trx,
  { receipts }: Sending,
  { row, end }: { row: DeliveryRow; end: End<Note> },
): Promise<boolean> {
  const { firmId } = row
  const itemId = await lockItems(trx, row)
  const isWritten = await recordDelivery(trx, row, end)
  await settleItem(trx, row)
  if (itemId !== undefined && itemId !== row.itemId) await settleItem(trx, { firmId, itemId })
  await tellOfTemplate(trx, firmId, end.note.templateProblem)
  const isStopped = isWritten && end.status === 'waiting' && (await stopDelivery(trx, row))
  if (isStopped) receipts.forget(row)
  return isWritten && !isStopped
}

/**
 * Cancels an email that may not go out any more, and forgets what was noted of it: planned again, it starts over. One that
 * the mail server accepted before a crash is recorded instead, so that it isn't sent again.
 */
async function isWithdrawn(trx: Trx, { receipts, metrics }: Sending, row: DeliveryRow): Promise<boolean> {
  if (receipts.find(row).accepted) return false
  const doubt = row.wasInterrupted ? ' An earlier attempt was interrupted, so it may have been delivered.' : ''
  const isCanceled = (row.attempts > 1 && (await stopDelivery(trx, row, doubt))) || (await cancelIfUnseen(trx, row))
  if (!isCanceled) return false
  receipts.forget(row)
  metrics.deliveries.inc({ status: 'canceled' })
  return true
}

async function planGroupChat(trx: Trx, jobs: Services['jobs'], row: DeliveryRow): Promise<void> {
  const { firmId, itemId, chatGroupId: groupId, mail } = row
  if (groupId) await planChat(trx, jobs, { firmId, itemId, groupId, envelopeId: mail.envelope.id })
}

/** As labeled in metrics. */
const deliveryStatus = { done: 'sent', waiting: 'retry', failed: 'failed' } as const

const waitsForTurn = 'Waiting for its turn: other emails of the firm are being sent first.'

const unsure =
  'Sending it was interrupted twice before the mail server answered, so it may have been delivered. Check with the recipient, and send it again if necessary.'

type Sending = Services & { mail: OutgoingMail; receipts: Receipts }

async function perform(sending: Sending, row: DeliveryRow): Promise<Performed<Note>> {
  const { email } = row.mail.delivery
  if (!isEmail(email)) return { failed: `"${email}" isn't an email address.`, note: {} }
  try {
    const { accepted, unanswered } = sending.receipts.find<Note>(row)
    if (accepted) return accepted
    if (unanswered >= mostUnanswered) return { failed: unsure, note: {} }
    const putOff = sending.mail.putOff(email, row)
    if (putOff) return { ...putOff, note: {} }
    return await send(sending, { ...row, wasInterrupted: row.wasInterrupted || unanswered > 0 })
  } catch (error) {
    return unexpected(sending, row, error)
  }
}

async function send(sending: Sending, row: DeliveryRow): Promise<Performed<Note>> {
  if (row.wasInterrupted) sending.metrics.deliveries.inc({ status: 'repeated' })
  const together = await combineForMail(sending.blobs, row)
  const whole = await sendOnce(sending, { row, together })
  const linksBecause = reasonForLinks(whole.answer)
  if (!linksBecause) return resultOf(row, whole)
  return resultOf(row, await sendOnce(sending, { row, linksBecause }))
}

interface Sent {
  composed: ComposedMail
  /** `unreadable`: a document that should be attached couldn't be read. */
  answer: SendResult | PutOffMail | 'unreadable'
}

async function sendOnce(
  { blobs, database, config, log, publicLinks, mail, receipts }: Sending,
  { row, linksBecause, together }: { row: DeliveryRow; linksBecause?: string; together?: ForMail },
): Promise<Sent> {
  const { publicUrl, mailFrom } = config
  const now = new Date()
  const publicPathOf = (documentId: string) =>
    publicLinkPath(publicLinks.issue({ firmId: row.firmId, documentId }, now))
  const filled = row.mail.template && (await fillTemplate(row.mail.template))
  const consoleUrl = await consoleUrlOf({ database, config }, row.firmId)
  const sender = { publicUrl, consoleUrl, mailFrom }
  const options = { ...sender, publicPathOf, together, filled, ...(linksBecause ? { linksBecause } : {}) }
  const composed = composeFilingMail(row.mail, options)
  const missing = await findMissing(blobs, composed.attachments)
  if (missing === undefined) {
    const receipt = receipts.prepare(row, resultOf(row, { composed, answer: { accepted: true, response: '' } }))
    const attachments = composed.attachments.map((attachment) => fileOf(blobs, attachment))
    return { composed, answer: await mail.send({ ...composed, attachments }, { firmId: row.firmId, receipt }) }
  }
  log.error({ fileId: missing, deliveryId: row.id }, 'a document of a filing is missing from the store')
  return { composed, answer: 'unreadable' }
}

async function findMissing(blobs: FolderBlobStore, attachments: readonly MailAttachment[]) {
  for (const attachment of attachments)
    if ('fileId' in attachment && !(await blobs.has(attachment.fileId))) return attachment.fileId
  return undefined
}

/** People are notified without delay, with links instead of attachments if necessary. */
function reasonForLinks(answer: Sent['answer']): string | undefined {
  if (answer === 'unreadable') return "A document couldn't be read from Courtcrier's storage, so it isn't attached."
  if (!('rejected' in answer && answer.isTooLarge)) return undefined
  return 'The mail server refused the documents as too large, so they are behind links.'
}

function resultOf(row: DeliveryRow, { composed, answer }: Sent): Performed<Note> {
  const { attachedDocuments: attached, templateProblem } = composed
  const note = { templateProblem }
  if (answer === 'unreadable') return { retry: "A document is missing from this server's storage.", note }
  if ('later' in answer) return { ...answer, note }
  if ('retry' in answer) return { retry: answer.retry, note }
  if ('rejected' in answer) return { failed: answer.rejected, note }
  const doubt = row.wasInterrupted
    ? ' An earlier attempt was interrupted, so it may have been delivered before, under the same Message-ID.'
    : ''
  const template = templateProblem ? ` ${templateProblem.sentence}` : ''
  return {
    done: `Emailed to ${row.mail.delivery.email}${documentsOf(composed)}.${doubt}${template}`,
    note: { ...note, attached },
  }
}

function documentsOf({ attachments, attachedDocuments: count, linkedDocuments }: ComposedMail): string {
  if (count === 0) return ''
  const asOne = attachments.length < count ? ' as one PDF' : ''
  const linked =
    linkedDocuments > 0 ? ` and ${linkedDocuments} behind ${linkedDocuments === 1 ? 'a link' : 'links'}` : ''
  return ` with ${count} ${count === 1 ? 'document' : 'documents'} attached${asOne}${linked}`
}

/** Anything else may be fixed, so it is logged and retried, as if the mail server were unavailable. */
function unexpected({ log, metrics }: Services, row: DeliveryRow, error: unknown): Performed<Note> {
  log.error({ err: error, deliveryId: row.id }, 'a delivery could not be sent')
  metrics.jobErrors.inc()
  return { retry: "It wasn't sent because of an unexpected error. This server's log has the details.", note: {} }
}

function fileOf(blobs: FolderBlobStore, attachment: MailAttachment): MailFile {
  const { fileName: filename } = attachment
  const contentType = filename.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream'
  if ('content' in attachment) return { filename, contentType, content: attachment.content }
  return { filename, contentType, content: { path: blobs.path(attachment.fileId) } }
}
