import { layouts, type PageLayoutName } from '../packages/sandbox/src/documents/layouts/layouts.ts'
import { makePaper } from '../packages/sandbox/src/documents/make-paper.ts'
import { type CourtStamp, stampForms } from '../packages/server/src/courts/stamps/find-stamps.ts'
import { inspectPdf } from '../packages/server/src/retrieval/pdf.ts'
import { scanOf } from '../packages/server/src/retrieval/scan.fixture.ts'
import { certainEnough, readScannedPage } from '../packages/server/src/retrieval/scan-stamps.ts'
import { type MadeStamp, makeLure, makeStamp } from './made-stamp.ts'
import { readSampleOptions, reportTallies, type Tally, type Verdict } from './right-or-wrong.ts'

/**
 * Measures how stamps are read: papers of the sandbox with stamps of every form, as text and as scans, and papers
 * without one that quote stamps. Prints what is right, wrong and left open; `--each 100` makes more papers, `--scans 0`
 * leaves out scans. Fails if a stamp is wrong, or if less than 95% is right.
 */
export async function benchStamps(args: readonly string[]): Promise<void> {
  const values = readSampleOptions(args)
  const rows: [string, Tally][] = []
  for (const { name } of stampForms)
    rows.push([name, await judgeAll(stampedPapers(name, values.seed, values.each), readText)])
  rows.push(['without a stamp', await judgeAll(plainPapers(values.seed, values.each), readText)])
  const scans = stampForms.flatMap(({ name }) => stampedPapers(name, values.seed, values.scans))
  rows.push(['scans of these', await judgeAll(scans, readScan)])
  reportTallies(rows)
}

interface Sample {
  name: string
  pdf: Uint8Array
  /** Absent on a page without a stamp. */
  stamp?: MadeStamp & { court: CourtStamp['court'] }
}

const layoutNames = Object.keys(layouts) as PageLayoutName[]
const layoutFor = (at: number) => layoutNames[at % layoutNames.length] ?? layoutNames[0]

function stampedPapers(form: string, seed: string, count: string): Sample[] {
  const own = stampForms.filter(({ name }) => name === form)
  return own.flatMap((each) =>
    Array.from({ length: Number(count) }, (_, at): Sample => {
      const stamp = { ...makeStamp(each, `${seed}/${at}`), court: each.court }
      return { name: `${form} ${at}`, stamp, pdf: paperWith(`${form}/${seed}/${at}`, at, stamp.texts) }
    }),
  )
}

function plainPapers(seed: string, count: string): Sample[] {
  return stampForms.flatMap(({ name, sample }) =>
    Array.from({ length: Math.ceil(Number(count) / 4) }, (_, at): Sample => {
      const texts = makeLure(sample, `${name}/${seed}/${at}`)
      return { name: `no ${name} ${at}`, pdf: paperWith(`plain/${name}/${seed}/${at}`, at, texts) }
    }),
  )
}

function paperWith(seed: string, at: number, texts: MadeStamp['texts']): Buffer {
  const layout = layoutFor(at)
  if (!layout) throw new Error('the sandbox has no layouts')
  return makePaper(layout, seed, texts).pdf
}

async function judgeAll(
  samples: readonly Sample[],
  read: (pdf: Uint8Array) => Promise<readonly CourtStamp[]>,
): Promise<Tally> {
  const tally: Tally = { right: 0, wrong: 0, unsure: 0 }
  for (const sample of samples) {
    const found = await read(sample.pdf)
    const verdict = judge(sample, found)
    tally[verdict]++
    if (verdict !== 'right')
      console.log(`${sample.name} is ${verdict}: ${wordsOn(sample)}\n  read ${JSON.stringify(found)}`)
  }
  return tally
}

const readText = async (pdf: Uint8Array) => (await inspectPdf(pdf)).stamps?.stamps ?? []

/** The stamps of a scan as the product would use them. */
async function readScan(pdf: Uint8Array): Promise<readonly CourtStamp[]> {
  const scanned = await readScannedPage(await scanOf(pdf))
  return scanned && scanned.certainty >= certainEnough ? scanned.stamps : []
}

/** A stamp that isn't found, or not with all it says, is left open; one that isn't printed like that is wrong. */
function judge({ stamp }: Sample, found: readonly CourtStamp[]): Verdict {
  if (!stamp) return found.length === 0 ? 'right' : 'wrong'
  const compared = found.flatMap(({ docketNumber, documentNumber, filedDate, enteredDate }) => [
    [docketNumber, stamp.docketNumber],
    [documentNumber, stamp.documentNumber],
    [filedDate ?? enteredDate, stamp.date],
  ])
  if (found.some(({ court }) => court !== stamp.court)) return 'wrong'
  if (compared.some(([read, printed]) => read !== undefined && read !== printed)) return 'wrong'
  return found.length === 1 && compared.every(([read, printed]) => read === printed) ? 'right' : 'unsure'
}

function wordsOn({ stamp }: Sample): string {
  if (!stamp) return 'no stamp is printed'
  return `printed ${stamp.texts.map(({ text }) => text).join(' | ')}`
}
