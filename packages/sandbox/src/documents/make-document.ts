import type { Filing, FilingDocument } from '../filings/filing.ts'
import { makeRandom, type Random } from '../random.ts'
import type { WorldCase } from '../world/cases.ts'
import { getCourt } from '../world/courts.ts'
import type { Court } from '../world/make-court.ts'
import { getCase, type World } from '../world/world.ts'
import { bodyLines, footer } from './body-text.ts'
import { courtStamp } from './court-stamp.ts'
import { courtLines, layoutOf } from './layout-of.ts'
import { layouts } from './layouts/layouts.ts'
import { makePdf, type PlacedText } from './pdf.ts'

/**
 * Returns the PDF of one document of a filing, with the court's stamp. The same filing always produces the same bytes.
 */
export function makeDocument(world: World, filing: Filing, document: FilingDocument): Buffer {
  const random = makeRandom(`${world.seed}/document/${document.courtDocumentId}`)
  const court = getCourt(filing.courtId)
  const title = document.index === 0 ? filing.title : document.description
  const worldCase = getCase(world, filing.caseId)
  const pages = Array.from({ length: document.pages }, (_, index) => [
    stamp({ filing, document, court, page: index + 1 }),
    ...(index === 0 ? firstPage({ random, filing, worldCase, court, title }) : laterPage(random, index + 1)),
  ])
  return makePdf({ title: `${title} - ${filing.docketNumber}`, at: new Date(filing.enteredAt), pages })
}

interface StampInput {
  filing: Filing
  document: FilingDocument
  court: Court
  page: number
}

function stamp({ filing, document, court, page }: StampInput): PlacedText {
  const { docketNumber, enteredAt } = filing
  const documentNumber =
    document.index === 0 ? `${filing.documentNumber}` : `${filing.documentNumber}-${document.index}`
  const text = courtStamp({ court, docketNumber, documentNumber, enteredAt, page, pages: document.pages })
  // NYSCEF's is twice as long as the others.
  const [x, size] = text.length > 100 ? [36, 7] : [120, 10]
  return { x, y: 770, size, font: 'sans', text, isBlue: true }
}

interface FirstPageInput {
  random: Random
  filing: Filing
  worldCase: WorldCase
  court: Court
  title: string
}

function firstPage({ random, filing, worldCase, court, title }: FirstPageInput): PlacedText[] {
  const page = layouts[layoutOf(court, { filing, title })]({
    ...{ random, title, docketNumber: filing.docketNumber, judge: worldCase.judge.name },
    ...{ court: courtLines(court), plaintiffs: worldCase.plaintiffs, defendants: worldCase.defendants },
    ...(worldCase.chapter !== undefined && { chapter: worldCase.chapter }),
    isOrder: filing.enteredBy === undefined,
  })
  const body = page.hasBody ? bodyLines(random, { ...page, paragraphs: 3 }) : []
  return [...page.texts, ...body, footer(1)]
}

function laterPage(random: Random, page: number): PlacedText[] {
  return [...bodyLines(random, { from: 720, paragraphs: 4 }), footer(page)]
}
