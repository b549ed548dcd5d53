import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { corpusTitles } from '../courts/titles/corpus-titles.fixture.ts'
import { isLongRun } from '../testing/long-run.ts'
import { inspectPdf } from './pdf.ts'
import { certainEnough, readScannedPage } from './scan-stamps.ts'

const corpus = (file: string) => readFileSync(new URL(`../courts/stamps/corpus/${file}`, import.meta.url))

async function sureTitle(pdf: Uint8Array): Promise<string | undefined> {
  const { title } = await inspectPdf(pdf)
  return title && 'title' in title && title.title.isSure ? title.title.text : undefined
}

const scans = ['ca4_17.pdf', 'gov.uscourts.cand.203070.27.0.pdf', 'image-pdf-2.pdf']
const texts = Object.entries(corpusTitles).filter(([file]) => !scans.includes(file))

test.each(texts)('reads the title of %s', async (file, printed) => {
  expect(await sureTitle(corpus(file))).toBe(printed)
})

/** Reading a picture takes five seconds. */
const readScans = isLongRun ? scans : ['ca4_17.pdf']

test.each(readScans)('the scan %s has no text, and its picture is read', async (file) => {
  expect((await inspectPdf(corpus(file))).title).toEqual({ reason: 'no text' })
  const title = (await readScannedPage(corpus(file), { withTitle: true }))?.title
  const isSure = title && 'title' in title && title.title.isSure && title.certainty >= certainEnough
  if (isSure) expect(title.title.text).toBe(corpusTitles[file])
  // The words that a judge struck out can't be read, so that title is left open.
  expect(isSure ?? false).toBe(file === 'ca4_17.pdf')
})
