import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { eventually } from '../../mail/testing/eventually.ts'
import { scanOf } from '../../retrieval/scan.fixture.ts'
import { longTest } from '../../testing/in-long-run.ts'
import { chooseCase } from '../fixes.ts'
import { openStampedCourt, stampedPdf } from './stamped-court.fixture.ts'

let held: Awaited<ReturnType<typeof openStampedCourt>>
beforeAll(async () => {
  held = await openStampedCourt()
})
afterAll(() => held.close())

const corpus = (file: string) => readFileSync(new URL(`../../courts/stamps/corpus/${file}`, import.meta.url))

let count = 0

/** The notice names case 1:24-cv-01243; the court serves a document with this stamp, if it has one. */
async function receive(docketNumber: string, body: Uint8Array, courtId = 'cand', documentNumber = '56') {
  const token = String(12_345_670 + ++count)
  const url = `https://ecf.cand.uscourts.gov/doc1/035100001${count}?caseid=1&de_seq_num=${count}&magic_num=${token}`
  held.served.set(token, body)
  return held.receive({ courtId, docketNumber, documentNumber, filedDate: '2025-03-04', url })
}

test('a stamped document is marked as stamped by the court', async () => {
  const { id } = await held.addCase('cand', '1:24-cv-01200')
  const body = await stampedPdf('Case 1:24-cv-01200-ABC Document 56 Filed 03/04/25 Page 1 of 1')
  expect(await held.item(await receive('1:24-cv-01200', body), /Succeeded/)).toMatchObject({
    caseId: id,
    isStamped: true,
  })
})

test('an unstamped one, or one with a stamp of another kind of court, is not', async () => {
  await held.addCase('cand', '1:24-cv-01201')
  const body = await stampedPdf('Case: 24-1234, 03/04/2025, DktEntry: 12.1, Page 1 of 9')
  expect(await held.item(await receive('1:24-cv-01201', body), /Succeeded/)).toMatchObject({ isStamped: false })
})

test("a stamp that names another case stops the notice with both shown, and a person's choice continues it", async () => {
  const { id } = await held.addCase('cand', '1:24-cv-01243')
  const body = await stampedPdf('Case 1:24-cv-01234-ABC Document 56 Filed 03/04/25 Page 1 of 1')
  const itemId = await receive('1:24-cv-01243', body)
  const item = await held.item(itemId, /Action Required/)
  expect(item.reason).toBe(
    'The document is stamped 1:24-cv-01234-ABC, but the notice names 1:24-cv-01243. Compare them, then choose the case.',
  )
  expect(held.sent.filter(({ text }) => text?.includes(itemId))).toEqual([])
  const target = { firmId: 1, itemId, userId: newId(), caseId: id }
  await withFirm(held.services().database, 1, (trx) => chooseCase(trx, held.services().jobs, target))
  expect(await held.item(itemId, /Succeeded/)).toMatchObject({ caseId: id })
})

test('another notice of the filing stops by the same stamp, but not by one that was read from a picture with doubts', async () => {
  await held.addCase('cand', '1:24-cv-01244')
  held.served.set('99999999', await stampedPdf('Case 1:24-cv-01235-ABC Document 56 Filed 03/04/25 Page 1 of 1'))
  const url = 'https://ecf.cand.uscourts.gov/doc1/0351000099?caseid=1&de_seq_num=99&magic_num=99999999'
  const said = { courtId: 'cand', docketNumber: '1:24-cv-01244', documentNumber: '56', filedDate: '2025-03-04', url }
  const { reason } = await held.item(await held.receive(said), /Action Required/)
  expect(reason).toMatch(/is stamped 1:24-cv-01235-ABC, but the notice names 1:24-cv-01244/)
  expect((await held.item(await held.receive(said), /Action Required/)).reason).toBe(reason)
  await held.run(sql`update document_stamps set is_scan = true, read_at = now(), certainty = 10
    where envelope_id in (select id from envelopes where docket_number = '1:24-cv-01244')`)
  await held.item(await held.receive(said), /Succeeded/)
})

test("a paper stamped with the criminal number of a magistrate judge's case is delivered, and the history says why", async () => {
  const { id } = await held.addCase('cand', '1:25-mj-00123-ABC')
  const body = await stampedPdf('Case 1:25-cr-00456-XYZ-ABC Document 56 Filed 03/04/25 Page 1 of 1')
  const item = await held.item(await receive('1:25-mj-00123-ABC', body), /Succeeded/)
  expect(item).toMatchObject({ caseId: id, isStamped: true })
  expect(item.lines.filter((line) => line.startsWith('Matched to'))).toEqual([
    'Matched to Calder v. Northgate by docket number 1:25-mj-00123-ABC. The document is stamped 1:25-cr-00456-XYZ-ABC, the criminal number of 1:25-mj-00123-ABC: same court, entry 56 of 2025-03-04, and both name judge ABC.',
  ])
})

test("a scan's stamp is read beside the pipeline, and a certain contradiction stops the notice afterward", async () => {
  await held.addCase('cacd', '8:16-cv-09999')
  const itemId = await receive('8:16-cv-09999', await scanOf(corpus('gov.uscourts.cacd.652774.40.0.pdf')), 'cacd')
  const item = await held.item(itemId, /Failed/)
  expect(item.reason).toMatch(/stamped 8:16-cv-01261-DOC-KES, but the notice names 8:16-cv-09999/)
  await eventually(async () => (await held.item(itemId, /Failed/)).isStamped).toBe(true)
})

longTest('a scanned paper behind a cover with text is stamped if its stamp is of the filing', async () => {
  const file = await PDFDocument.create()
  const [scan] = await file.embedPdf(await scanOf(corpus('ca9_19.pdf')))
  if (!scan) throw new Error('the scan has no page')
  file
    .addPage([612, 792])
    .drawText('Confirmation of filing: the document that follows was received.', { x: 40, y: 600, size: 12 })
  file.addPage([612, 792]).drawPage(scan)
  const body = await file.save()
  await held.addCase('ca9', '20-16276')
  await held.addCase('ca9', '20-16999')
  const [own, other] = [await receive('20-16276', body, 'ca9', '19'), await receive('20-16999', body, 'ca9', '19')]
  await eventually(async () => (await held.item(own, /Succeeded/)).isStamped).toBe(true)
  const unread = sql<{ id: string }>`select document_id as id from document_stamps where is_scan and read_at is null`
  await eventually(async () => (await held.run(unread)).rows.length).toBe(0)
  expect(await held.item(other, /Succeeded/)).toMatchObject({ isStamped: false })
})
