import { makeRandom, type Random } from '../random.ts'
import { companies, firstNames, lastNames } from '../world/names.ts'
import { bodyLines, footer } from './body-text.ts'
import type { PaperFacts } from './layouts/layout.ts'
import { layouts, type PageLayoutName } from './layouts/layouts.ts'
import { briefTitle, orderTitle, paperTitle } from './paper-titles.ts'
import { makePdf, type PlacedText } from './pdf.ts'

/** A paper of one page, and what a reader should find on it. */
export interface Paper {
  pdf: Buffer
  /** Absent if none is printed. */
  printed?: string
}

/**
 * Makes a paper in one of the layouts; the same seed always makes the same one. Most have a district court's stamp,
 * unless other texts are given to print beside the paper's own.
 */
export function makePaper(layout: PageLayoutName, seed: string, printed?: readonly PlacedText[]): Paper {
  const random = makeRandom(`paper/${layout}/${seed}`)
  const facts = makeFacts(random, layout)
  const page = layouts[layout](facts)
  const stamp: PlacedText = {
    ...{ x: 120, y: 770, size: 10, font: 'sans', isBlue: true },
    text: `Case ${facts.docketNumber}   Document 12   Filed 11/20/26   Page 1 of 9`,
  }
  const body = page.hasBody ? [...bodyLines(random, { ...page, paragraphs: 3 }), footer(1)] : []
  const isStamped = random.chance(0.8)
  const texts = [...(printed ?? (isStamped ? [stamp] : [])), ...page.texts, ...body]
  const pdf = makePdf({ title: 'Microsoft Word - paper.docx', at: new Date('2026-11-20T12:00:00Z'), pages: [texts] })
  return { pdf, ...(page.printed !== undefined && { printed: page.printed }) }
}

const district = 'UNITED STATES DISTRICT COURT'
const courts = [
  [district, 'SOUTHERN DISTRICT OF NEW YORK'],
  [district, 'CENTRAL DISTRICT OF CALIFORNIA', 'WESTERN DIVISION'],
  [district, 'DISTRICT OF COLORADO'],
  [district, 'EASTERN DISTRICT OF VIRGINIA', 'Alexandria Division'],
] as const

const otherCourts: Partial<Record<PageLayoutName, readonly string[]>> = {
  bankruptcy: ['UNITED STATES BANKRUPTCY COURT', 'SOUTHERN DISTRICT OF TEXAS', 'HOUSTON DIVISION'],
  'appellate cover': ['UNITED STATES COURT OF APPEALS', 'FOR THE NINTH CIRCUIT'],
  'New York': ['SUPREME COURT OF THE STATE OF NEW YORK', 'COUNTY OF KINGS'],
  'Texas, section signs': ['IN THE DISTRICT COURT OF', 'TRAVIS COUNTY, TEXAS', '345TH JUDICIAL DISTRICT'],
  Florida: ['IN THE CIRCUIT COURT OF THE FIFTEENTH', 'JUDICIAL CIRCUIT IN AND FOR PALM BEACH', 'COUNTY, FLORIDA'],
  'California, pleading paper': ['SUPERIOR COURT OF THE STATE OF CALIFORNIA', 'COUNTY OF ORANGE'],
}

function makeFacts(random: Random, layout: PageLayoutName): PaperFacts {
  const name = () =>
    random.chance(0.5) ? random.pick(companies) : `${random.pick(firstNames)} ${random.pick(lastNames)}`
  const party = random.pick(companies)
  const isOrder = layout === 'order'
  const isAppeal = layout === 'appellate cover'
  return {
    random,
    court: otherCourts[layout] ?? random.pick(courts),
    plaintiffs: random.chance(0.3) ? [name(), name()] : [name()],
    defendants: [party, ...(random.chance(0.3) ? [name()] : [])],
    docketNumber: numberIn(random, layout),
    judge: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    chapter: random.pick([7, 11, 13]),
    title: isOrder ? orderTitle(random) : isAppeal ? briefTitle(random) : paperTitle(random, party),
    isOrder,
  }
}

function numberIn(random: Random, layout: PageLayoutName): string {
  if (layout === 'bankruptcy') return `${random.int(20, 26)}-${random.digits(5)}`
  if (layout === 'appellate cover') return `${random.int(20, 26)}-${random.digits(4)}`
  if (layout === 'New York') return `${random.digits(6)}/2026`
  if (layout === 'Texas, section signs') return `D-1-GN-26-${random.digits(6)}`
  if (layout === 'Florida') return `50-2026-CA-${random.digits(6)}-XXXX-MB`
  if (layout === 'California, pleading paper') return `30-2026-0${random.digits(7)}-CU-BC-CJC`
  return `${random.int(1, 8)}:${random.int(20, 26)}-cv-0${random.digits(4)}-ABC`
}
