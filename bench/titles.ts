import { readdirSync, readFileSync } from 'node:fs'
import { layouts, type PageLayoutName } from '../packages/sandbox/src/documents/layouts/layouts.ts'
import { makePaper } from '../packages/sandbox/src/documents/make-paper.ts'
import { corpusTitles } from '../packages/server/src/courts/titles/corpus-titles.fixture.ts'
import type { TitleReading } from '../packages/server/src/courts/titles/find-title.ts'
import { inspectPdf } from '../packages/server/src/retrieval/pdf.ts'
import { scanOf } from '../packages/server/src/retrieval/scan.fixture.ts'
import { certainEnough, readScannedPage } from '../packages/server/src/retrieval/scan-stamps.ts'
import { readSampleOptions, reportTallies, type Tally } from './right-or-wrong.ts'

/**
 * Measures how titles are read: papers of the sandbox in every layout, as text and as scans, and the public documents of
 * the corpus. Prints what is right, wrong and left open; `--each 100` makes more papers, `--scans 0` leaves out scans.
 * Fails if a title is wrong, or if less than 95% is right.
 */
export async function benchTitles(args: readonly string[]): Promise<void> {
  const values = readSampleOptions(args)
  const names = Object.keys(layouts) as PageLayoutName[]
  const papers = (name: PageLayoutName, count: string) =>
    Array.from({ length: Number(count) }, (_, at) => ({
      name: `${name} ${at}`,
      ...makePaper(name, `${values.seed}/${at}`),
    }))
  const rows: [string, Tally][] = []
  for (const name of names) rows.push([name, await judgeAll(papers(name, values.each))])
  const scans: Sample[] = []
  for (const name of names)
    for (const paper of papers(name, values.scans)) scans.push({ ...paper, pdf: await scanOf(paper.pdf) })
  rows.push(['scans of these', await judgeAll(scans)], ['public documents', await judgeAll(readCorpus())])
  reportTallies(rows)
}

interface Sample {
  name: string
  pdf: Uint8Array
  printed?: string | undefined
}

async function judgeAll(samples: readonly Sample[]): Promise<Tally> {
  const tally: Tally = { right: 0, wrong: 0, unsure: 0 }
  for (const { name, pdf, printed } of samples) {
    const read = await readSure(pdf)
    const isRight = read === printed?.replace(/[‘’]/g, "'") || read === printed
    tally[isRight ? 'right' : read === undefined ? 'unsure' : 'wrong']++
    if (!isRight) console.log(`${name}: printed ${printed ?? '(none)'}\n  read ${read ?? '(unsure)'}`)
  }
  return tally
}

/** The title as the product would use it: from the text, or from the picture if there is none. */
async function readSure(pdf: Uint8Array): Promise<string | undefined> {
  const { title } = await inspectPdf(pdf)
  const hasNoText = title !== undefined && 'reason' in title && title.reason === 'no text'
  if (!hasNoText) return sureTitle(title)
  const scanned = (await readScannedPage(pdf, { withTitle: true }))?.title
  return scanned && scanned.certainty >= certainEnough ? sureTitle(scanned) : undefined
}

function sureTitle(reading: TitleReading | undefined): string | undefined {
  return reading && 'title' in reading && reading.title.isSure ? reading.title.text : undefined
}

function readCorpus(): Sample[] {
  const folder = new URL('../packages/server/src/courts/stamps/corpus/', import.meta.url)
  const files = readdirSync(folder).filter((name) => name.endsWith('.pdf'))
  return files.map((name) => ({ name, pdf: readFileSync(new URL(name, folder)), printed: corpusTitles[name] }))
}
