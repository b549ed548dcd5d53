import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inspectPdf } from './pdf.ts'

const corpus = (file: string) => readFileSync(new URL(`../courts/stamps/corpus/${file}`, import.meta.url))

/** Read from each document by eye: form, docket number, document number, date, page and pages. */
test.each([
  ['ca1_00117684624.pdf', 'appeals-page-first', '20-1507', '00117684624', '2020-12-22', 1, undefined],
  ['ca3_003112692106.pdf', 'appeals-page-first', '17-2678', '003112692106', '2017-08-03', 1, undefined],
  ['ca4_17.pdf', 'appeals-fourth', '17-2218', '17', '2017-10-31', 1, 1],
  ['ca6_1-3.pdf', 'appeals-filed', '17-3994', '1-3', '2017-09-20', 1, undefined],
  ['ca7_3.pdf', 'appeals-filed', '17-2400', '3', '2017-07-13', undefined, 1],
  ['ca9_19.pdf', 'appeals-docket-entry', '20-16276', '19', '2020-08-05', 1, 15],
  ['ca10_010110462922.pdf', 'appeals-appellate', '21-800', '010110462922', '2021-01-11', 1, undefined],
  ['gov.uscourts.cacd.652774.40.0.pdf', 'district', '8:16-cv-01261-DOC-KES', '40', '2016-08-05', 1, 4],
  // Filed as document 26, then again as document 27, whose stamp was printed over the first.
  ['gov.uscourts.cand.203070.27.0.pdf', 'district', '4:08-cv-02214-SBA', '27', '2009-02-03', 1, 2],
])('reads the stamp of %s', async (file, form, docketNumber, documentNumber, filedDate, page, pages) => {
  const { stamps } = await inspectPdf(corpus(file))
  const stamp = stamps?.stamps.at(-1)
  expect({ ...stamp, page: stamp?.page, pages: stamp?.pages }).toMatchObject({
    ...{ form, docketNumber, documentNumber, filedDate, page, pages },
    foundOn: 1,
  })
  expect(stamp?.box.top).toBeGreaterThan(0)
  expect(stamp?.box.bottom).toBeLessThan(50)
})

test('a document of a state court without a stamp has none, and a scan is recognized as one', async () => {
  expect((await inspectPdf(corpus('missouri.pdf'))).stamps).toEqual({ stamps: [], isScan: false })
  expect((await inspectPdf(corpus('image-pdf-2.pdf'))).stamps).toEqual({ stamps: [], isScan: true })
})

test('a page of 50,000 pieces of text is still opened and counted in time', async () => {
  const pieces = Array.from(
    { length: 50_000 },
    (_, at) => `BT /F1 10 Tf ${at % 500} ${720 + (at % 60)} Td (Case 1) Tj ET`,
  )
  const content = pieces.join('\n')
  const body = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
5 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
trailer<</Root 1 0 R>>
%%EOF`
  expect(await inspectPdf(Buffer.from(body))).toMatchObject({ isBroken: false, pages: 1, sentence: '' })
})

test('of the first three pages, the first that has a stamp counts, and says if a page with text is before it', async () => {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const stamp = 'Case 1:24-cv-01234-ABC Document 12 Filed 03/04/26 Page 1 of 9'
  const behind = async (...pages: readonly string[]) => {
    const file = await PDFDocument.create()
    for (const line of [...pages, stamp]) file.addPage([612, 792]).drawText(line, { x: 40, y: 770, size: 10 })
    return (await inspectPdf(await file.save())).stamps
  }
  const [cover] = (await behind(' '))?.stamps ?? []
  expect(cover).toMatchObject({ documentNumber: '12', foundOn: 2 })
  expect(cover?.isBehindText).toBeUndefined()
  expect(await behind('Confirmation of Filing', ' ')).toMatchObject({
    stamps: [{ documentNumber: '12', foundOn: 3, isBehindText: true }],
    isScan: false,
  })
  expect(await behind('A motion', 'of three', 'pages')).toEqual({ stamps: [], isScan: false })
})
