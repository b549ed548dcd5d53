import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { inspectPdf } from './pdf.ts'
import { scanOf } from './scan.fixture.ts'
import { certainEnough, readScannedPage } from './scan-stamps.ts'

const corpus = (file: string) => readFileSync(new URL(`../courts/stamps/corpus/${file}`, import.meta.url))

test("reads the clerk's mark of a real scan, without claiming to be certain", async () => {
  const read = await readScannedPage(corpus('image-pdf-2.pdf'))
  expect(read?.stamps).toMatchObject([{ form: 'agency', filedDate: '2019-07-31', foundOn: 1 }])
  expect(read?.certainty).toBeLessThan(certainEnough)
  expect(read?.stamps[0]?.box.left).toBeGreaterThan(400)
})

test.each([
  ['ca9_19.pdf', { form: 'appeals-docket-entry', docketNumber: '20-16276', documentNumber: '19' }],
  ['gov.uscourts.cacd.652774.40.0.pdf', { docketNumber: '8:16-cv-01261-DOC-KES', filedDate: '2016-08-05' }],
])('reads the line on a scan of %s', async (file, stamp) => {
  const scan = await scanOf(corpus(file))
  expect((await inspectPdf(scan)).stamps).toEqual({ stamps: [], isScan: true })
  const read = await readScannedPage(scan)
  expect(read?.stamps).toMatchObject([stamp])
  expect(read?.certainty).toBeGreaterThanOrEqual(certainEnough)
})

test('a scan without a stamp has none', async () => {
  expect(await readScannedPage(await scanOf(corpus('missouri.pdf')))).toEqual({ stamps: [], certainty: 0 })
})

test('a page as large as a wall, and what is no PDF, end in time', async () => {
  const file = await PDFDocument.create()
  file.addPage([14_400, 14_400])
  expect(await readScannedPage(await file.save())).toEqual({ stamps: [], certainty: 0 })
  expect(await readScannedPage(Buffer.from('no'))).toBeUndefined()
  expect(await readScannedPage(Buffer.from('%PDF-1.4 nothing more'))).toBeUndefined()
})
