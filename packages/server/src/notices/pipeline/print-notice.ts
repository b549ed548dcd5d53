import type { BlobStore } from '@courtcrier/lib/blob-store.ts'
import { printMessage } from '../../mail/as-pdf/print-message.ts'
import { sourceOfNotice } from '../../mail/believed.ts'
import { inspectPdf } from '../../retrieval/pdf.ts'
import { noticePosition } from './filing-documents.ts'
import type { FetchedDocument, Work } from './stage.ts'

/**
 * Prints what is believed of a notice as a document of its filing. The same message makes the same PDF, so a stage that
 * runs again after a crash saves nothing twice. A message that can't be printed delays no one: the document says so.
 */
export async function printNotice(work: Work, blobs: BlobStore): Promise<FetchedDocument> {
  const { firm, receivedAt, results, origin } = work
  const about = { position: noticePosition, title: 'Notice', sealed: results.parse?.notice.isSealed === true }
  const given = {
    firmId: work.firmId,
    timeZone: firm.defaultTimeZone ?? 'UTC',
    receivedAt,
    ...sourceOfNotice(results.authenticate, origin.part),
  }
  const pdf = await printMessage(work.raw, given).catch(async (error: Error) => {
    // A message that can't be read now may be printed later.
    await work.raw()
    return error
  })
  if (pdf instanceof Error) {
    const sentence = `The notice itself couldn't be saved as a PDF: ${pdf.message}`
    return { ...about, verdict: 'broken', sentence }
  }
  const { sha256 } = await blobs.put(pdf)
  const { pages } = await inspectPdf(pdf)
  const known = { fileId: sha256, size: pdf.length, ...(pages !== undefined && { pages }) }
  return { ...about, ...known, verdict: 'fetched', sentence: 'The notice itself was saved with the documents.' }
}
