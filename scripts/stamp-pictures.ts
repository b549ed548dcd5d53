import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { makeStamp } from '../bench/made-stamp.ts'
import type { PageLayoutName } from '../packages/sandbox/src/documents/layouts/layouts.ts'
import { makePaper } from '../packages/sandbox/src/documents/make-paper.ts'
import { stampForms } from '../packages/server/src/courts/stamps/find-stamps.ts'
import { pageWithBox } from '../packages/server/src/retrieval/page-picture.fixture.ts'
import { inspectPdf } from '../packages/server/src/retrieval/pdf.ts'
import { readScannedPage } from '../packages/server/src/retrieval/scan-stamps.ts'

// Draws the pictures of docs/court-stamps.md: the heads of first pages with a frame around the stamp that was found.

const corpus = (file: string) =>
  readFileSync(new URL(`../packages/server/src/courts/stamps/corpus/${file}`, import.meta.url))
const folder = new URL('../docs/pictures/stamps/', import.meta.url)
mkdirSync(folder, { recursive: true })

/** A paper of the sandbox with a stamp of this form. */
function stamped(form: string, layout: PageLayoutName, seed: string): Uint8Array {
  const known = stampForms.find(({ name }) => name === form)
  if (!known) throw new Error(`there is no form ${form}`)
  return makePaper(layout, seed, makeStamp(known, seed).texts).pdf
}

const samples: readonly (readonly [name: string, pdf: Uint8Array])[] = [
  ['district', corpus('gov.uscourts.cacd.652774.40.0.pdf')],
  ['appeals', corpus('ca9_19.pdf')],
  ['bankruptcy', stamped('bankruptcy', 'California, pleading paper', '1/0')],
  ['nyscef', stamped('nyscef', 'New York', '1/1')],
  ['scanned-mark', corpus('image-pdf-2.pdf')],
]

/** Of the page: as far down as a clerk's mark may be. */
const shown = 0.25

for (const [name, pdf] of samples) {
  const ofText = (await inspectPdf(pdf)).stamps?.stamps ?? []
  const stamps = ofText.length > 0 ? ofText : ((await readScannedPage(pdf))?.stamps ?? [])
  const stamp = stamps.at(-1)
  if (!stamp) throw new Error(`${name} has no stamp`)
  writeFileSync(new URL(`${name}.png`, folder), await pageWithBox(pdf, stamp.box, shown))
  console.log(`${name}: ${JSON.stringify(stamp)}`)
}
// The threads that read would keep the process running.
process.exit()
