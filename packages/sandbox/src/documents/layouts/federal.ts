import { below, breakText, centered } from '../placing.ts'
import { bold, capitals, dividers, placeSides, printedTitle, roman, sides } from './caption.ts'
import type { FirstPage, PageLayout, PaperFacts } from './layout.ts'

function courtAtTop({ court, random }: PaperFacts, x = 306): FirstPage['texts'] {
  const lines = random.chance(0.3) ? [`IN THE ${court[0] ?? ''}`, `FOR THE ${court[1] ?? ''}`] : court
  return centered(lines, { ...bold, x, y: 722 })
}

const mostSide = 215

/** A column of brackets; the title is below it. */
export const federalBrackets: PageLayout = (facts) => {
  const { docketNumber, judge, random } = facts
  const left = sides(facts, { width: mostSide })
  const printed = printedTitle(facts)
  const lines = breakText(printed, 400, bold)
  const y = 660 - left.length * 14 - 20
  const facing = [`Civil Action No. ${docketNumber}`, ...(random.chance(0.4) ? ['', `Hon. ${judge}`] : [])]
  const jury = random.chance(0.2) ? ['', 'JURY TRIAL DEMANDED'] : []
  return {
    texts: [
      ...courtAtTop(facts),
      ...placeSides(left, { ...roman, x: 72, y: 660 }),
      ...dividers(')', left.length, { ...roman, x: 306, y: 660 }),
      ...below([...facing, ...jury], { ...roman, x: 330, y: 646 }),
      ...centered(lines, { ...bold, x: 306, y }),
    ],
    ...{ printed, from: y - lines.length * 14 - 16, hasBody: true },
  }
}

/** The title is beside the parties, among what states the case. */
export const federalRight: PageLayout = (facts) => {
  const { docketNumber, judge, random } = facts
  const left = sides(facts, { width: mostSide })
  const printed = printedTitle(facts)
  const title = breakText(printed, 210, bold)
  const after = random.chance(0.5)
    ? [`Judge: Hon. ${judge}`]
    : ['Date: December 8, 2026', 'Time: 10:00 a.m.', 'Courtroom: 5']
  const count = Math.max(left.length, title.length + 4 + after.length)
  return {
    texts: [
      ...courtAtTop(facts),
      ...placeSides(left, { ...roman, x: 72, y: 660 }),
      ...(random.chance(0.5) ? dividers(')', count, { ...roman, x: 308, y: 660 }) : []),
      ...below([`Case No. ${docketNumber}`], { ...roman, x: 340, y: 660 }),
      ...below(title, { ...bold, x: 340, y: 632 }),
      ...below(after, { ...roman, x: 340, y: 632 - title.length * 14 - 14 }),
    ],
    ...{ printed, from: 660 - count * 14 - 20, hasBody: true },
  }
}

/** No column of marks, and the title alone in the right half. */
export const federalPlain: PageLayout = (facts) => {
  const { docketNumber, judge } = facts
  const printed = capitals(facts.title)
  const title = breakText(printed, 200, bold)
  const left = sides(facts, { width: 220 })
  const rows = Math.max(left.length, title.length + 5)
  return {
    texts: [
      ...centered(facts.court, { ...bold, x: 306, y: 725, step: 16 }),
      ...placeSides(left, { ...roman, x: 72, y: 665, step: 18 }),
      ...below([`Case No. ${docketNumber}`], { ...roman, x: 340, y: 665 }),
      ...below(title, { ...bold, x: 340, y: 635, step: 15 }),
      ...below([`Judge: Hon. ${judge}`], { ...roman, x: 340, y: 635 - title.length * 15 - 15 }),
    ],
    ...{ printed, from: 665 - rows * 18 - 20, hasBody: true },
  }
}

/** Paper with numbered lines, as California's federal courts require (C.D. Cal. L.R. 11-3). */
export const pleadingPaper: PageLayout = (facts) => {
  const { docketNumber, judge, random } = facts
  const left = sides(facts, { width: 200 })
  const printed = printedTitle(facts, 0.95)
  const isTight = random.chance(0.5)
  const title = breakText(printed, 200, { ...bold, size: 13 })
  const step = isTight ? 14 : 24
  const after = isTight ? ['', `Hon. ${judge}`] : []
  const lines = Math.max(left.length * 14, title.length * step + 40 + after.length * 14)
  return {
    texts: [
      ...lineNumbers(),
      ...(facts.isOrder ? [] : below(counsel, { ...roman, x: 108, y: 724, step: 12 })),
      ...centered(facts.court, { ...roman, size: 13, x: 342, y: 590, step: 24 }),
      ...placeSides(left, { ...roman, x: 108, y: 528 }),
      ...below([`Case No. ${docketNumber}`], { ...roman, x: 348, y: 528 }),
      ...below(title, { ...bold, size: 13, x: 348, y: 500, step }),
      ...below(after, { ...roman, x: 348, y: 500 - title.length * step }),
    ],
    ...{ printed, from: 528 - lines - 24, left: 108, hasBody: true },
  }
}

const counsel = [
  'BEATRICE KOWALCZYK (SBN 123456)',
  'bkowalczyk@brightwaterkessler.example',
  'BRIGHTWATER KESSLER LLP',
  '101 California Street, Suite 2000',
  'San Francisco, CA 94111',
  'Telephone: (415) 555-0134',
  '',
  'Attorneys for Defendant',
]

/** The numbers of pleading paper, from 1 to 28. */
export function lineNumbers(): FirstPage['texts'] {
  const numbers = Array.from({ length: 28 }, (_, at) => String(at + 1))
  return below(numbers, { ...roman, x: 76, y: 724, step: 24 })
}
