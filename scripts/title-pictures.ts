import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { makePaper } from '../packages/sandbox/src/documents/make-paper.ts'
import { pageWithBox } from '../packages/server/src/retrieval/page-picture.fixture.ts'
import { inspectPdf } from '../packages/server/src/retrieval/pdf.ts'
import { scanOf } from '../packages/server/src/retrieval/scan.fixture.ts'
import { readScannedPage } from '../packages/server/src/retrieval/scan-stamps.ts'

// Draws the pictures of docs/document-titles.md: first pages with a frame around the title that was found.

const corpus = (file: string) =>
  readFileSync(new URL(`../packages/server/src/courts/stamps/corpus/${file}`, import.meta.url))
const folder = new URL('../docs/pictures/titles/', import.meta.url)
mkdirSync(folder, { recursive: true })

const samples: readonly (readonly [name: string, pdf: () => Uint8Array | Promise<Uint8Array>])[] = [
  ['pleading-paper', () => corpus('gov.uscourts.cacd.652774.40.0.pdf')],
  ['appellate-cover', () => corpus('ca9_19.pdf')],
  ['texas', () => makePaper('Texas, section signs', '1/0').pdf],
  ['new-york', () => makePaper('New York', '1/1').pdf],
  ['california-scan', () => scanOf(makePaper('California, pleading paper', '1/2').pdf)],
]

/** Of the page: titles are in the upper part. */
const shown = 0.72

for (const [name, read] of samples) {
  const pdf = await read()
  const { title: ofText } = await inspectPdf(pdf)
  const title = ofText && 'title' in ofText ? ofText : (await readScannedPage(pdf, { withTitle: true }))?.title
  if (!title || !('title' in title)) throw new Error(`${name} has no title`)
  writeFileSync(new URL(`${name}.png`, folder), await pageWithBox(pdf, title.title.box, shown))
  console.log(`${name}: ${title.title.text}`)
}
// The threads that read would keep the process running.
process.exit()
