import { below, breakText, centered } from '../placing.ts'
import { bold, capitals, dividers, placeSides, printedTitle, roman, sides } from './caption.ts'
import { lineNumbers } from './federal.ts'
import type { PageLayout } from './layout.ts'

/** A column of section signs; the court is to its right and the title below. */
export const texas: PageLayout = (facts) => {
  const left = sides(facts, { width: 200 })
  const printed = printedTitle(facts)
  const title = breakText(printed, 420, bold)
  const rows = Math.max(left.length, 7)
  const y = 680 - rows * 14 - 24
  const right = facts.court.flatMap((line) => [line, '', '']).slice(0, -2)
  return {
    texts: [
      ...centered([`CAUSE NO. ${facts.docketNumber}`], { ...bold, x: 306, y: 716 }),
      ...placeSides(left, { ...roman, x: 72, y: 680 }),
      ...dividers('§', rows, { ...roman, x: 306, y: 680 }),
      ...below(right, { ...roman, x: 345, y: 680 }),
      ...centered(title, { ...bold, x: 306, y }),
    ],
    ...{ printed, from: y - title.length * 14 - 16, hasBody: true },
  }
}

/** Lines of hyphens that end in an X, with the title to the right of the parties. */
export const newYork: PageLayout = (facts) => {
  const { docketNumber, judge, random } = facts
  const left = sides(facts, { width: 220, versus: '-against-' })
  const printed = printedTitle(facts)
  const title = breakText(printed, 190, bold)
  const rule = `${'-'.repeat(62)}X`
  const rows = Math.max(left.length, title.length + 6)
  const motion = random.chance(0.4) ? ['', `Hon. ${judge}`, 'Mot. Seq. No. 002'] : []
  return {
    texts: [
      ...below([...facts.court, rule], { ...roman, x: 72, y: 720 }),
      ...placeSides(left, { ...roman, x: 72, y: 670 }),
      ...below([`Index No. ${docketNumber}`], { ...roman, x: 352, y: 670 }),
      ...below(title, { ...bold, x: 352, y: 642 }),
      ...below(motion, { ...roman, x: 352, y: 642 - title.length * 14 }),
      ...below([rule], { ...roman, x: 72, y: 670 - rows * 14 }),
    ],
    ...{ printed, from: 670 - rows * 14 - 28, hasBody: true },
  }
}

/** Plain columns, case number and division at the right, and the title below. */
export const florida: PageLayout = (facts) => {
  const left = sides(facts, { width: 220 })
  const printed = printedTitle(facts, 0.9)
  const title = breakText(printed, 420, bold)
  const y = 650 - left.length * 14 - 30
  const { court } = facts
  const isLeft = facts.random.chance(0.4)
  return {
    texts: [
      ...(isLeft ? below(court, { ...roman, x: 306, y: 722 }) : centered(court, { ...roman, x: 306, y: 722 })),
      ...below([`CASE NO.: ${facts.docketNumber}`, 'DIVISION: AF'], { ...roman, x: 345, y: 664 }),
      ...placeSides(left, { ...roman, x: 72, y: 650 }),
      ...below(['_'.repeat(34)], { ...roman, x: 72, y: 650 - left.length * 14 + 4 }),
      ...centered(title, { ...bold, x: 306, y }),
    ],
    ...{ printed, from: y - title.length * 14 - 16, hasBody: true },
  }
}

/** Numbered paper with counsel above the caption and the hearing's facts below the title (Cal. Rules of Court, rule 2.111). */
export const california: PageLayout = (facts) => {
  const { docketNumber, judge, random } = facts
  const left = sides(facts, { width: 200 })
  const printed = capitals(facts.title)
  const title = breakText(printed, 205, bold)
  const hearing = random.chance(0.6)
    ? ['Date: January 14, 2027', 'Time: 8:30 a.m.', 'Dept.: 304', 'Reservation ID: 118274', '']
    : []
  const facing = ['', `[Assigned for all purposes to`, `Hon. ${judge}, Dept. 304]`, '']
  const after = ['', ...hearing, 'Action Filed: March 4, 2026', 'Trial Date: None Set']
  const rows = Math.max(left.length, title.length + 1 + facing.length + after.length)
  return {
    texts: [
      ...lineNumbers(),
      ...below(counsel, { ...roman, size: 11, x: 108, y: 724, step: 12 }),
      ...centered(facts.court, { ...bold, x: 342, y: 592, step: 22 }),
      ...placeSides(left, { ...roman, x: 108, y: 540 }),
      ...dividers(')', rows, { ...roman, x: 328, y: 540 }),
      ...below([`Case No. ${docketNumber}`, ...facing], { ...roman, x: 346, y: 540 }),
      ...below(title, { ...bold, x: 346, y: 470 }),
      ...below(after, { ...roman, x: 346, y: 470 - title.length * 14 }),
    ],
    ...{ printed, from: 540 - rows * 14 - 26, left: 108, hasBody: true },
  }
}

const counsel = [
  'Edwin Torrington, Esq. (State Bar No. 234567)',
  'etorrington@amestorrington.example',
  'AMES, TORRINGTON & VALE',
  '350 South Grand Avenue, Suite 2500',
  'Los Angeles, CA 90071',
  'Tel: (213) 555-0177 | Fax: (213) 555-0178',
  '',
  'Attorneys for Plaintiff',
]
