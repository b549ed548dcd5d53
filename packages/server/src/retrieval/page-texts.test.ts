import { readFileSync } from 'node:fs'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { lineEndHyphen } from '@courtcrier/lib/broken-words.ts'
import { StalledError } from '@courtcrier/lib/watch-work.ts'
import { expect, test } from 'vitest'
import { longTest } from '../testing/in-long-run.ts'
import { isLongRun } from '../testing/long-run.ts'
import { textPdf } from '../testing/pdf.ts'
import { mayBePicture, readingLimits, readPagePicture, readTextLayers } from './page-texts.ts'
import { scanOf } from './scan.fixture.ts'

const corpus = (file: string) => readFileSync(new URL(`../courts/stamps/corpus/${file}`, import.meta.url))
const longest = 900_000
const wholePicture = { page: 1, maxLength: readingLimits.length }

/** On a busy machine its thread, which has the lowest priority, may get no turn: then it is read again, as in production. */
async function recognize(bytes: Uint8Array): ReturnType<typeof readPagePicture> {
  try {
    return await readPagePicture(bytes, wholePicture)
  } catch (error) {
    if (error instanceof StalledError) return recognize(bytes)
    throw error
  }
}

async function pagesOf(texts: readonly string[]): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  for (const text of texts) file.addPage([612, 792]).drawText(text, { x: 40, y: 700, size: 10 })
  return file.save()
}

test('reads the text layer of every page, with single spaces', async () => {
  const read = await readTextLayers(corpus('ca9_19.pdf'))
  if ('sentence' in read) throw new Error(read.sentence)
  expect(read.pages).toBe(15)
  expect(read.texts).toHaveLength(15)
  expect(read.texts[1]).toMatch(/\w+ \w+ \w+/)
  expect(read.texts.join('')).not.toMatch(/\s\s|[\n\r\t]/)
  expect(read.texts[0]).toContain('UNITED STATES COURT OF APPEALS FOR THE NINTH CIRCUIT')
})

test('a word that a line breaks is joined, with a mark', async () => {
  const read = await readTextLayers(await textPdf(['The defen-', 'dant moves']))
  if ('sentence' in read) throw new Error(read.sentence)
  expect(read.texts).toEqual([`The defen${lineEndHyphen}dant moves`])
})

test('a scan has no text layer, and its picture is recognized', { timeout: longest }, async () => {
  const scan = await scanOf(corpus('ca9_19.pdf'))
  expect(await readTextLayers(scan)).toEqual({ pages: 1, texts: [''] })
  const picture = await recognize(scan)
  expect(picture?.text).toContain('MOTION TO STAY PROCEEDINGS PENDING DECISION')
  const tops = ['UNITED', 'MOTION', 'Counsel'].map((name) => picture?.words.find(([word]) => word === name)?.[2] ?? -1)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  expect(tops[0]).toBeGreaterThan(0)
  const ends = picture?.words.flatMap(([, left, top, width, height]) => [left + width, top + height])
  expect(Math.max(...(ends ?? []))).toBeLessThanOrEqual(1000)
})

test.runIf(isLongRun)(
  'a scan that is seen sideways is read as it lies, and its words are where they are seen',
  {
    timeout: longest,
  },
  async () => {
    const file = await PDFDocument.create()
    const [upright] = await file.embedPdf(await scanOf(corpus('ca9_19.pdf')))
    if (!upright) throw new Error('the scan has no page')
    file.addPage([792, 612]).drawPage(upright, { x: 792, y: 0, rotate: degrees(90) })
    const picture = await recognize(await file.save())
    expect(picture?.text).toContain('MOTION TO STAY PROCEEDINGS PENDING DECISION')
    const lefts = ['UNITED', 'MOTION', 'Counsel'].map(
      (name) => picture?.words.find(([word]) => word === name)?.[1] ?? -1,
    )
    expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
    expect(lefts[0]).toBeGreaterThan(0)
  },
)

test('a page without a picture is left to its text layer', async () => {
  expect(await readPagePicture(await pagesOf(['Signature page']), wholePicture)).toBeNull()
})

test('a page with no more than the stamp of the court may be a picture', () => {
  expect(mayBePicture('Case 1:24-cv-01234-ABC Document 56-1 Filed 03/04/25 Page 2 of 17')).toBe(true)
  expect(mayBePicture('A page of a brief. '.repeat(40))).toBe(false)
})

test('what the database cannot store is left out', async () => {
  const nul = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>endobj
5 0 obj<</Length 42>>stream
BT /F1 10 Tf 40 700 Td (motABCDion) Tj ET 
endstream endobj
6 0 obj<</Length 156>>stream
begincmap 1 begincodespacerange <00> <ff> endcodespacerange 4 beginbfchar <41> <0000> <42> <0007> <43> <D800> <44> <0020> endbfchar endcmap                    
endstream endobj
trailer<</Root 1 0 R>>
%%EOF`
  const read = await readTextLayers(Buffer.from(nul))
  if ('sentence' in read) throw new Error(read.sentence)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  expect(read.texts[0]).not.toMatch(/[\u0000-\u001f]/)
  expect(read.texts[0]?.isWellFormed()).toBe(true)
})

test.each([
  ['no PDF', 'just words', "This file isn't a PDF, so its text can't be searched."],
  ['a damaged one', '%PDF-1.4\nhello\n%%EOF', "This PDF is damaged, so its text can't be searched."],
])('%s is refused with a sentence', async (_what, body, sentence) => {
  expect(await readTextLayers(Buffer.from(body))).toEqual({ sentence })
  expect(await readPagePicture(Buffer.from(body), wholePicture)).toBeUndefined()
})

longTest('a page as large as a wall, and one with a megabyte of text, end in time', async () => {
  const file = await PDFDocument.create()
  file.addPage([14_400, 14_400]).drawRectangle({ width: 9000, height: 9000 })
  expect(await readPagePicture(await file.save(), wholePicture)).toBeNull()
  const read = await readTextLayers(await pagesOf(['word '.repeat(200_000), 'The next page']))
  if ('sentence' in read) throw new Error(read.sentence)
  expect(read.texts[0]?.length).toBeLessThanOrEqual(50_000)
  expect(read.texts[1]).toBe('The next page')
})

test('no more pages are read than the limit', async () => {
  const file = await PDFDocument.create()
  for (let page = 0; page < readingLimits.pages + 5; page++) file.addPage([100, 100])
  const read = await readTextLayers(await file.save())
  if ('sentence' in read) throw new Error(read.sentence)
  expect({ pages: read.pages, read: read.texts.length }).toEqual({
    pages: readingLimits.pages + 5,
    read: readingLimits.pages,
  })
})
