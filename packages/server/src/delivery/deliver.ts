import type { Readable } from 'node:stream'
import { isEmail } from '@courtcrier/contract/fields/email.ts'
import { inBatches } from '../db/batches.ts'
import { withFirm } from '../db/firm-transaction.ts'
import type { ClaimedJob } from '../db/jobs.ts'
import { BlobMissingError, type BlobStore } from '../lib/blob-store.ts'
import { settleItems } from '../pipeline/settle.ts'
import type { Services } from '../services.ts'
import { type BlobCache, makeBlobCache } from './blob-cache.ts'
import { type ComposedMail, composeFilingMail } from './compose.ts'
import { type DeliveryResult, type Ended, recordDeliveries } from './delivery-result.ts'
import { type DeliveryRow, startDeliveries } from './delivery-row.ts'
import type { Mail, OutgoingMail } from './outgoing-mail.ts'
import type { SendResult } from './send-failure.ts'

/**
 * Sends one delivery: marks it, sends it, records what came of it. A crash after the mail server took the mail
 * and before that was recorded sends it once more, with the same Message-ID; nothing else can.
 */
export async function deliver(services: Services, mail: OutgoingMail, job: ClaimedJob): Promise<void> {
  const { firmId } = job.data
  const row = await start(services, firmId, job.data)
  if (!row) return
  if (row.wasInterrupted) services.metrics.deliveries.inc({ status: 'repeated' })
  const result = await attempt(services, mail, row)
  const status = await end(services, firmId, { id: row.id, row, result })
  services.metrics.deliveries.inc({ status })
}

const start = inBatches(({ database }: Services, firmId, asked: readonly { id: string }[]) =>
  withFirm(database, firmId, (trx) =>
    startDeliveries(
      trx,
      firmId,
      asked.map(({ id }) => id),
    ),
  ),
)

const end = inBatches((services: Services, firmId, ended: readonly (Ended & { id: string })[]) =>
  withFirm(services.database, firmId, async (trx) => {
    const statuses = await recordDeliveries(services, trx, { firmId, ended })
    await settleItems(
      trx,
      firmId,
      ended.map(({ row }) => row.itemId),
    )
    return statuses
  }),
)

async function attempt(services: Services, mail: OutgoingMail, row: DeliveryRow): Promise<DeliveryResult> {
  const { email } = row.mail.delivery
  if (!isEmail(email)) return { failed: `"${email}" is not an e-mail address.` }
  try {
    const whole = await sendOnce(services, mail, { row })
    const linksBecause = reasonForLinks(whole.answer)
    if (!linksBecause) return resultOf(row, whole)
    return resultOf(row, await sendOnce(services, mail, { row, linksBecause }))
  } catch (error) {
    return unexpected(services, row, error)
  }
}

interface Sent {
  composed: ComposedMail
  /** `unreadable`: a document that was to be attached could not be read. */
  answer: SendResult | 'unreadable'
}

async function sendOnce(
  { blobs, config, log }: Services,
  mail: OutgoingMail,
  { row, linksBecause }: { row: DeliveryRow; linksBecause?: string },
): Promise<Sent> {
  const { publicUrl, mailFrom } = config
  const composed = composeFilingMail(row.mail, { publicUrl, mailFrom, ...(linksBecause ? { linksBecause } : {}) })
  try {
    return { composed, answer: await send(blobs, mail, composed) }
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error
    log.error({ err: error, deliveryId: row.id }, 'a document of a filing is missing from the store')
    return { composed, answer: 'unreadable' }
  }
}

/** People are told without delay, if need be without the documents. */
function reasonForLinks(answer: Sent['answer']): string | undefined {
  if (answer === 'unreadable')
    return 'A document could not be read from the store of Courtcrier, so it could not be attached.'
  if (!('rejected' in answer && answer.isTooLarge)) return undefined
  return 'The mail server refused the documents as too large, so they are behind links.'
}

function resultOf(row: DeliveryRow, { composed: { attachments }, answer }: Sent): DeliveryResult {
  if (answer === 'unreadable') return { retry: 'A document is missing from the store of this server.' }
  if ('retry' in answer) return answer
  if ('rejected' in answer) return { failed: answer.rejected }
  const count = attachments.length
  const documents = count === 0 ? '' : ` with ${count} ${count === 1 ? 'document' : 'documents'} attached`
  const doubt = row.wasInterrupted
    ? ' An earlier try was interrupted, so it may have arrived before, under the same Message-ID.'
    : ''
  return { sent: `Sent to ${row.mail.delivery.email}${documents}.${doubt}` }
}

/** Whatever else goes wrong may be mended, so it is tried again like a mail server that is away; and it is logged. */
function unexpected({ log, metrics }: Services, row: DeliveryRow, error: unknown): DeliveryResult {
  log.error({ err: error, deliveryId: row.id }, 'a delivery could not be sent')
  metrics.jobErrors.inc()
  return { retry: 'Something unexpected kept it from being sent; the log of this server says what.' }
}

async function send(blobs: BlobStore, mail: OutgoingMail, composed: ComposedMail): Promise<SendResult> {
  const attachments = await Promise.all(composed.attachments.map((attachment) => load(blobs, attachment)))
  try {
    return await mail.send({ ...composed, attachments })
  } finally {
    for (const { content } of attachments) if (!Buffer.isBuffer(content)) content.destroy()
  }
}

type Attachment = NonNullable<Mail['attachments']>[number] & { content: Buffer | Readable }

/** In bytes: larger documents are read while they are sent, smaller ones are kept for the next recipient. */
const largestCached = 4_000_000
const cacheSize = 32_000_000

async function load(
  blobs: BlobStore,
  { fileId, fileName, size }: ComposedMail['attachments'][number],
): Promise<Attachment> {
  const contentType = fileName.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream'
  const content = size > largestCached ? await openStream(blobs, fileId) : await cacheOf(blobs).get(fileId)
  return { filename: fileName, contentType, content }
}

async function openStream(blobs: BlobStore, fileId: string): Promise<Readable> {
  if (!(await blobs.has(fileId))) throw new BlobMissingError(`There is no blob ${fileId}.`)
  return blobs.stream(fileId)
}

/** One cache a store, shared by all deliveries of this process. */
const caches = new WeakMap<BlobStore, BlobCache>()

function cacheOf(blobs: BlobStore): BlobCache {
  const cache = caches.get(blobs) ?? makeBlobCache(blobs, cacheSize)
  caches.set(blobs, cache)
  return cache
}
