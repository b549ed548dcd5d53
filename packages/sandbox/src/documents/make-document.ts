import type { Filing, FilingDocument } from '../filings/filing.ts'
import { courtTime, stampDate } from '../filings/times.ts'
import { makeRandom, type Random } from '../random.ts'
import type { WorldCase } from '../world/cases.ts'
import { getCourt } from '../world/courts.ts'
import type { Court } from '../world/make-court.ts'
import { getCase, type World } from '../world/world.ts'
import { makeParagraph } from './paragraphs.ts'
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

/** Returns the court's stamp: `Case 3:26-cv-04417-RS Document 118-1 Filed 11/21/26 Page 1 of 4`. */
function stamp({ filing, document, court, page }: StampInput): PlacedText {
  const number = document.index === 0 ? filing.documentNumber : `${filing.documentNumber}-${document.index}`
  const date = stampDate(courtTime(new Date(filing.enteredAt), court.timeZone))
  const text = `Case ${filing.docketNumber}   Document ${number}   Filed ${date}   Page ${page} of ${document.pages}`
  return { x: 120, y: 770, size: 10, font: 'sans', text, isBlue: true }
}

interface FirstPageInput {
  random: Random
  filing: Filing
  worldCase: WorldCase
  court: Court
  title: string
}

function firstPage({ random, filing, worldCase, court, title }: FirstPageInput): PlacedText[] {
  const caption: [number, number, PlacedText['font'], string][] = [
    [190, 725, 'bold', 'UNITED STATES DISTRICT COURT'],
    [190, 709, 'bold', court.captionName],
    [72, 665, 'roman', `${worldCase.plaintiffs.join(', ').slice(0, 44).toUpperCase()},`],
    [140, 647, 'roman', worldCase.plaintiffs.length > 1 ? 'Plaintiffs,' : 'Plaintiff,'],
    [100, 629, 'roman', 'v.'],
    [72, 611, 'roman', `${worldCase.defendants.join(', ').slice(0, 44).toUpperCase()},`],
    [140, 593, 'roman', worldCase.defendants.length > 1 ? 'Defendants.' : 'Defendant.'],
    [340, 665, 'roman', `Case No. ${filing.docketNumber}`],
    [340, 635, 'bold', title.toUpperCase()],
    [340, 605, 'roman', `Judge: Hon. ${worldCase.judge.name}`],
  ]
  const head = caption.map(([x, y, font, text]): PlacedText => ({ x, y, size: 12, font, text }))
  return [...head, ...bodyLines(random, { from: 555, paragraphs: 3 }), footer(1)]
}

function laterPage(random: Random, page: number): PlacedText[] {
  return [...bodyLines(random, { from: 720, paragraphs: 4 }), footer(page)]
}

function bodyLines(random: Random, area: { from: number; paragraphs: number }): PlacedText[] {
  const lines = Array.from({ length: area.paragraphs }, () => [...wrap(`        ${makeParagraph(random)}`), '']).flat()
  const space = Math.floor((area.from - 72) / 18)
  return lines
    .slice(0, space)
    .map((text, index): PlacedText => ({ x: 72, y: area.from - index * 18, size: 12, font: 'roman', text }))
    .filter((line) => line.text !== '')
}

function footer(page: number): PlacedText {
  return { x: 300, y: 40, size: 10, font: 'roman', text: `- ${page} -` }
}

/** Wraps text at 84 characters, about the width between one-inch margins at 12 points. */
function wrap(text: string): string[] {
  return text.match(/.{1,84}(?:\s|$)/g) ?? []
}
