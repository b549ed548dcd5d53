import { readFileSync } from 'node:fs'
import { layouts, type PageLayoutName } from '@courtcrier/sandbox/documents/layouts/layouts.ts'
import { makePaper } from '@courtcrier/sandbox/documents/make-paper.ts'
import { expect, test } from 'vitest'
import { corpusTitles } from '../packages/server/src/courts/titles/corpus-titles.fixture.ts'
import { inspectPdf } from '../packages/server/src/retrieval/pdf.ts'
import { scanOf } from '../packages/server/src/retrieval/scan.fixture.ts'
import { certainEnough, readScannedPage } from '../packages/server/src/retrieval/scan-stamps.ts'

const corpus = (file: string) =>
  readFileSync(new URL(`../packages/server/src/courts/stamps/corpus/${file}`, import.meta.url))

async function sureTitle(pdf: Uint8Array): Promise<string | undefined> {
  const { title } = await inspectPdf(pdf)
  return title && 'title' in title && title.title.isSure ? title.title.text : undefined
}

const scans = ['ca4_17.pdf', 'gov.uscourts.cand.203070.27.0.pdf', 'image-pdf-2.pdf']
const texts = Object.entries(corpusTitles).filter(([file]) => !scans.includes(file))

test.each(texts)('reads the title of %s', async (file, printed) => {
  expect(await sureTitle(corpus(file))).toBe(printed)
})

test.each(Object.keys(layouts) as PageLayoutName[])('reads the title in the layout %s', async (name) => {
  for (const seed of ['a', 'b', 'c']) {
    const { pdf, printed } = makePaper(name, seed)
    expect(await sureTitle(pdf)).toBe(printed?.replaceAll('’', "'"))
  }
})

test.each(scans)('the scan %s has no text, and its picture is read', async (file) => {
  expect((await inspectPdf(corpus(file))).title).toEqual({ reason: 'no text' })
  const title = (await readScannedPage(corpus(file)))?.title
  const isSure = title && 'title' in title && title.title.isSure && title.certainty >= certainEnough
  if (isSure) expect(title.title.text).toBe(corpusTitles[file])
  // The words that a judge struck out can't be read, so that title is left open.
  expect(isSure ?? false).toBe(file === 'ca4_17.pdf')
})

test('the title of a scanned pleading is read with its place on the page', async () => {
  const { pdf, printed } = makePaper('Texas, section signs', 'scan')
  const title = (await readScannedPage(await scanOf(pdf)))?.title
  const text = (await inspectPdf(pdf)).title
  if (!title || !('title' in title) || !text || !('title' in text)) throw new Error('a title is missing')
  expect(title.title).toMatchObject({ text: printed?.replaceAll('’', "'"), page: 1, isSure: true })
  expect(title.certainty).toBeGreaterThanOrEqual(certainEnough)
  for (const edge of ['left', 'top', 'right', 'bottom'] as const)
    expect(Math.abs(title.title.box[edge] - text.title.box[edge])).toBeLessThan(8)
})
