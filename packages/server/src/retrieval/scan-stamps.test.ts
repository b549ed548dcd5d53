import { readFileSync } from 'node:fs'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
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

test.each([
  [90, [792, 612], { x: 792, y: 0 }],
  [180, [612, 792], { x: 612, y: 792 }],
  [270, [792, 612], { x: 0, y: 612 }],
] as const)(
  'reads the line on a scan that lies turned in its file, and that the page turns by %i degrees',
  async (turn, size, at) => {
    const file = await PDFDocument.create()
    const [upright] = await file.embedPdf(await scanOf(corpus('gov.uscourts.cacd.652774.40.0.pdf')))
    if (!upright) throw new Error('the scan has no page')
    const page = file.addPage([...size])
    page.drawPage(upright, { ...at, rotate: degrees(turn) })
    page.setRotation(degrees(turn))
    const read = await readScannedPage(await file.save())
    expect(read?.stamps).toMatchObject([{ docketNumber: '8:16-cv-01261-DOC-KES', filedDate: '2016-08-05' }])
    expect(read?.certainty).toBeGreaterThanOrEqual(certainEnough)
  },
)

test('of a scan that was filed before, both stamps are read', async () => {
  const file = await PDFDocument.create()
  const page = file.addPage([612, 792])
  for (const [text, y] of [
    ['Case 3:25-cv-00777-WHO Document 1 Filed 03/04/25 Page 1 of 2', 770],
    ['Case 1:24-cv-01234-ABC Document 56 Filed 03/01/24 Page 1 of 2', 745],
  ] as const)
    page.drawText(text, { x: 110, y, size: 11 })
  const read = await readScannedPage(await scanOf(await file.save()))
  expect(read?.stamps.map(({ docketNumber }) => docketNumber)).toEqual(['3:25-cv-00777-WHO', '1:24-cv-01234-ABC'])
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
