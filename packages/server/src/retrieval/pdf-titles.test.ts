import { readFileSync } from 'node:fs'
import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import type { Box } from '../courts/stamps/page-text.ts'
import { corpusTitles } from '../courts/titles/corpus-titles.fixture.ts'
import type { DocumentTitle } from '../courts/titles/find-title.ts'
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

test.each([90, 180, 270])(
  'reads the title of a page that is displayed turned by %i degrees, and where it is',
  async (turn) => {
    const name = 'gov.uscourts.cacd.652774.40.0.pdf'
    const upright = await titleOf(corpus(name))
    const file = await PDFDocument.load(corpus(name))
    for (const page of file.getPages()) page.setRotation(degrees(turn))
    const turned = await titleOf(await file.save())
    expect(turned).toMatchObject({ text: corpusTitles[name], isSure: true })
    const [width, height] = [612, 792]
    const { left, top, right, bottom } = upright.box
    const places: Record<number, Box> = {
      90: { left: height - bottom, top: left, right: height - top, bottom: right },
      180: { left: width - right, top: height - bottom, right: width - left, bottom: height - top },
      270: { left: top, top: width - right, right: bottom, bottom: width - left },
    }
    for (const side of ['left', 'top', 'right', 'bottom'] as const)
      expect(turned.box[side], side).toBeCloseTo(places[turn]?.[side] ?? -1, 0)
  },
)

async function titleOf(pdf: Uint8Array): Promise<DocumentTitle> {
  const { title } = await inspectPdf(pdf)
  if (!title || !('title' in title)) throw new Error(`no title: ${JSON.stringify(title)}`)
  return title.title
}

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
