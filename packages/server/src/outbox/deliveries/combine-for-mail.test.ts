import { PDFDict, PDFDocument, PDFHexString, PDFName } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { ClaimedJob } from '../../base/db/job.ts'
import type { Services } from '../../base/services.ts'
import { textPdf } from '../../testing/pdf.ts'
import { claimed, insert, openTestServices, plantFiling, rowById, type TestServices } from '../copies/test-filing.ts'
import { type OutgoingMail, openOutgoingMail } from '../mail/outgoing-mail.ts'
import { type MailCatcher, openMailCatcher } from '../mail/test-mail-server.ts'
import { openKind } from '../run.ts'
import { combineForMail } from './combine-for-mail.ts'
import { combineDocuments } from './combined-pdf.ts'
import { startDelivery } from './delivery-row.ts'
import { deliveryKind } from './kind.ts'

const deliver = (services: Services, mail: OutgoingMail, job: ClaimedJob) =>
  openKind(deliveryKind(services, mail)).run(job)

let services: TestServices
let catcher: MailCatcher
let mail: OutgoingMail

beforeAll(async () => {
  services = await openTestServices()
  catcher = await openMailCatcher()
  const outgoing = { host: '127.0.0.1', port: catcher.port, isSecure: false }
  mail = openOutgoingMail({ ...services.config, outgoing }, services.log)
})
afterAll(async () => {
  await mail.close()
  await catcher.close()
  await services.close()
})

test('a firm that prefers it gets one PDF with a bookmark for each document', async () => {
  const id = await plantDelivery([await textPdf(['first']), await textPdf(['second'])])
  const sent = await send(id)
  expect(sent?.attachments.map(({ filename }) => filename)).toEqual([
    '3-26-cv-04417-RS Acme, Inc. v. Doe 118 Motion for Summary Judgment.pdf',
  ])
  expect(await bookmarksOf(sent?.attachments[0]?.content)).toEqual([
    '118 Motion for Summary Judgment',
    '118-1 Exhibit 1',
  ])
  expect(sent?.text).toContain('The documents are attached as one PDF: 3-26-cv-04417-RS')
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    attached_count: 2,
    sentence: 'Emailed to r.osei@hale-osei.example with 2 documents attached as one PDF.',
  })
})

test('documents that cannot be combined are attached separately, and the email says so', async () => {
  const id = await plantDelivery([await textPdf(['first']), Buffer.from('no PDF')])
  const sent = await send(id)
  expect(sent?.attachments).toHaveLength(2)
  expect(sent?.text).toContain('Not all documents could be combined into one PDF. They are sent separately.')
})

test('a combined PDF that is too large is dropped, and as many single documents as fit are attached', async () => {
  const pdfs = [await textPdf(['first']), await textPdf(['second'])]
  const id = await plantDelivery(pdfs, { max_email_attachment_size: pdfs[0]?.length })
  const sent = await send(id)
  expect(sent?.attachments.map(({ filename }) => filename)).toEqual(['118 Motion for Summary Judgment.pdf'])
  expect(sent?.text).toContain('so 1 of 2 is attached and 1 is behind a link.')
  expect(await rowById(services, 'deliveries', id)).toMatchObject({
    attached_count: 1,
    sentence: 'Emailed to r.osei@hale-osei.example with 1 document attached and 1 behind a link.',
  })
})

test('no one waits long for a combined PDF', async () => {
  const id = await plantDelivery([await textPdf(['late']), await textPdf(['later'])])
  const row = await withSystem(services.database, (trx) => startDelivery(trx, { firmId: 1, id }))
  if (!row) throw new Error('the delivery was not started')
  // A disk that never responds: the limit ends the wait, however fast the machine is.
  const stuck = { ...services.blobs, get: () => new Promise<never>(() => undefined) }
  expect(await combineForMail(stuck, row, 1)).toMatchObject({
    singlesBecause: expect.stringContaining('too long to combine'),
  })
  const documents = row.mail.documents
  expect(
    await combineDocuments(services.blobs, { heading: 'The next filing', documents, share: { firmId: 1 } }),
  ).toMatchObject({ pages: 2 })
})

async function plantDelivery(contents: readonly Uint8Array[], firm: Record<string, unknown> = {}): Promise<string> {
  const filing = await plantFiling(services, {
    firm: { prefers_combined_documents: true, max_email_attachment_size: null, ...firm },
    documents: contents.map((content) => ({ content })),
  })
  const id = newId()
  await withSystem(services.database, (trx) =>
    insert(trx, 'deliveries', {
      firm_id: 1,
      id,
      envelope_id: filing.envelopeId,
      inbox_item_id: filing.itemId,
      email: 'r.osei@hale-osei.example',
      method: 'PDF',
      message_id: id,
      attempts: 0,
    }),
  )
  return id
}

async function send(id: string) {
  await deliver(services, mail, claimed({ firmId: 1, id }))
  return (await catcher.parsed()).find(({ messageId }) => messageId?.includes(id))
}

async function bookmarksOf(content: unknown): Promise<string[]> {
  const { context, catalog } = await PDFDocument.load(new Uint8Array(content as ArrayBuffer))
  const titles: string[] = []
  let entry = catalog.lookup(PDFName.of('Outlines'), PDFDict).lookup(PDFName.of('First'))
  while (entry instanceof PDFDict) {
    titles.push(entry.lookup(PDFName.of('Title'), PDFHexString).decodeText())
    const next = entry.get(PDFName.of('Next'))
    entry = next && context.lookup(next)
  }
  return titles
}
