import { expect, test } from 'vitest'
import { layouts, type PageLayoutName } from '../packages/sandbox/src/documents/layouts/layouts.ts'
import { makePaper } from '../packages/sandbox/src/documents/make-paper.ts'
import { inspectPdf } from '../packages/server/src/retrieval/pdf.ts'
import { scanOf } from '../packages/server/src/retrieval/scan.fixture.ts'
import { certainEnough, readScannedPage } from '../packages/server/src/retrieval/scan-stamps.ts'

const plain = (text: string | undefined) => text?.replaceAll('’', "'")

test.each(Object.keys(layouts) as PageLayoutName[])('reads the title in the layout %s', async (name) => {
  for (const seed of ['a', 'b', 'c']) {
    const { pdf, printed } = makePaper(name, seed)
    const { title } = await inspectPdf(pdf)
    const sure = title && 'title' in title && title.title.isSure ? title.title.text : undefined
    expect(sure).toBe(plain(printed))
  }
})

test('the title of a scanned pleading is read with its place on the page', async () => {
  const { pdf, printed } = makePaper('Texas, section signs', 'scan')
  const title = (await readScannedPage(await scanOf(pdf), { withTitle: true }))?.title
  const text = (await inspectPdf(pdf)).title
  if (!title || !('title' in title) || !text || !('title' in text)) throw new Error('a title is missing')
  expect(title.title).toMatchObject({ text: plain(printed), page: 1, isSure: true })
  expect(title.certainty).toBeGreaterThanOrEqual(certainEnough)
  for (const edge of ['left', 'top', 'right', 'bottom'] as const)
    expect(Math.abs(title.title.box[edge] - text.title.box[edge])).toBeLessThan(8)
})
