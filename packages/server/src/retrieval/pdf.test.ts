import { expect, test } from 'vitest'
import { makePdf } from './local-court.fixture.ts'
import { inspectPdf, pdfText } from './pdf.ts'

test('opens an intact PDF and counts its pages', async () => {
  expect(await inspectPdf(await makePdf(3))).toEqual({
    isPdf: true,
    isBroken: false,
    needsPassword: false,
    pages: 3,
    stamps: { stamps: [], isScan: false },
    title: { reason: 'no text' },
    sentence: '',
  })
})

test('leaves the given bytes unchanged, even within a larger buffer', async () => {
  const file = await makePdf(1)
  const larger = Buffer.concat([Buffer.alloc(100), file, Buffer.alloc(100)])
  const view = larger.subarray(100, 100 + file.byteLength)
  expect(await inspectPdf(view)).toMatchObject({ pages: 1 })
  expect(view).toEqual(Buffer.from(file))
})

test.each([
  ['words', 'just words', "The file isn't a PDF."],
  ['a ZIP file', 'PK\x03\x04', "The file isn't a PDF."],
  ['nothing', '', "The file isn't a PDF."],
  ['a header and an end with nothing between', '%PDF-1.4\nhello\n%%EOF', "The PDF is damaged and can't be opened."],
])('%s is broken', async (_what, body, sentence) => {
  expect(await inspectPdf(Buffer.from(body))).toMatchObject({ isBroken: true, sentence })
})

test('a PDF that needs a password is not broken', async () => {
  // Encrypted with a user password; the smallest file for which a reader asks for it.
  const encryption =
    '<</Filter/Standard/V 1/R 2/Length 40/P -44/O(01234567890123456789012345678901)/U(98765432109876543210987654321098)>>'
  const body = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R/Encrypt ${encryption}/ID[<00><00>]>>
%%EOF`
  expect(await inspectPdf(Buffer.from(body))).toMatchObject({ isBroken: false, needsPassword: true })
})

test('returns the text of the pages in order, up to 50 pages', async () => {
  const { text, pages, readPages, sentence } = await pdfText(await makePdf(60, 'Motion'))
  expect({ pages, readPages, sentence }).toEqual({ pages: 60, readPages: 50, sentence: '' })
  expect(text.split('\n').slice(0, 2)).toEqual(['Motion, page 1 of 60', 'Motion, page 2 of 60'])
  expect(text).not.toContain('page 51 of 60')
})

test('reports a file without text, and one that is not a PDF', async () => {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const blank = await PDFDocument.create()
  blank.addPage()
  expect(await pdfText(await blank.save())).toMatchObject({
    text: '',
    pages: 1,
    sentence: expect.stringMatching(/scan/),
  })
  expect(await pdfText(Buffer.from('no'))).toMatchObject({
    text: '',
    sentence: expect.stringMatching(/can't be opened/),
  })
})

test('answers for many files at once', async () => {
  const files = await Promise.all(Array.from({ length: 12 }, (_, at) => makePdf(at + 1)))
  const found = await Promise.all(files.map((file) => inspectPdf(file)))
  expect(found.map(({ pages }) => pages)).toEqual(files.map((_, at) => at + 1))
})

/** A page that says 裁判所 by the codes of Unicode, in a font that the file neither includes nor maps to characters. */
const japanese = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>/Contents 7 0 R>> endobj
4 0 obj <</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/UniJIS-UCS2-H/DescendantFonts[5 0 R]>> endobj
5 0 obj <</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light
/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor 6 0 R>> endobj
6 0 obj <</Type/FontDescriptor/FontName/Ryumin-Light/Flags 4/FontBBox[0 -200 1000 900]
/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>> endobj
7 0 obj <</Length 48>> stream
BT /F1 12 Tf 72 700 Td <88C152246240>Tj ET
endstream endobj
trailer <</Root 1 0 R>>
%%EOF
`

test('text in a font whose encoding the file only names is read', async () => {
  const { text } = await pdfText(Buffer.from(japanese, 'latin1'))
  expect(text).toBe('裁判所')
})
