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

/** The scan's first page, lying turned clockwise by these degrees, behind these pages of text. */
async function turnedScan(turn: 0 | 90 | 180 | 270, covers: readonly string[] = []): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  for (const text of covers) file.addPage([612, 792]).drawText(text, { x: 40, y: 600, size: 12 })
  const [upright] = await file.embedPdf(await scanOf(corpus('ca9_19.pdf')))
  if (!upright) throw new Error('the scan has no page')
  const at = { 0: { x: 0, y: 0 }, 90: { x: 0, y: 612 }, 180: { x: 612, y: 792 }, 270: { x: 792, y: 0 } }[turn]
  const page = file.addPage(turn % 180 === 0 ? [612, 792] : [792, 612])
  page.drawPage(upright, { ...at, rotate: degrees(-turn) })
  return file.save()
}

test.each([
  [90, { left: 750, top: 0, right: 792, bottom: 612 }],
  [180, { left: 0, top: 740, right: 612, bottom: 792 }],
] as const)(
  'reads the line and the title on a scan that is seen turned by %i degrees, where they are',
  async (turn, place) => {
    const read = await readScannedPage(await turnedScan(turn), { withTitle: true })
    expect(read?.stamps).toMatchObject([{ docketNumber: '20-16276', filedDate: '2020-08-05', foundOn: 1 }])
    expect(read?.certainty).toBeGreaterThanOrEqual(certainEnough)
    const box = read?.stamps[0]?.box
    expect(box?.left).toBeGreaterThanOrEqual(place.left)
    expect(box?.top).toBeGreaterThanOrEqual(place.top)
    expect(box?.right).toBeLessThanOrEqual(place.right)
    expect(box?.bottom).toBeLessThanOrEqual(place.bottom)
    expect(read?.title).toMatchObject({ title: { isSure: true, text: expect.stringMatching(/^MOTION TO STAY/) } })
  },
)

test('reads a scanned paper behind a cover with text, and says that it is behind one; the cover has the title', async () => {
  const body = await turnedScan(0, ['Confirmation of filing: your document was received and is attached to this page.'])
  expect((await inspectPdf(body)).stamps).toEqual({ stamps: [], isScan: true })
  const read = await readScannedPage(body, { withTitle: true })
  expect(read?.stamps).toMatchObject([{ documentNumber: '19', foundOn: 2, isBehindText: true }])
  expect(read?.title).toBeUndefined()
})

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
