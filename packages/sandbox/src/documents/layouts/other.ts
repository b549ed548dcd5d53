import { below, breakText, centered } from '../placing.ts'
import { bold, capitals, debtor, dividers, placeSides, printedTitle, roman, sides } from './caption.ts'
import type { PageLayout } from './layout.ts'

/** A debtor's case: chapter and number at the right, the title below. */
export const bankruptcy: PageLayout = (facts) => {
  const { docketNumber, judge, chapter = 11, random } = facts
  const left = debtor(facts)
  const printed = printedTitle(facts)
  const title = breakText(printed, 430, bold)
  const rows = Math.max(left.length, 5)
  const y = 655 - rows * 14 - 24
  const right = [
    `Chapter ${chapter}`,
    '',
    `Case No. ${docketNumber}`,
    '',
    ...(random.chance(0.5) ? [`Hon. ${judge}`] : []),
  ]
  const related = random.chance(0.3) ? ['(Related Docket No. 118)'] : []
  return {
    texts: [
      ...centered(facts.court, { ...bold, x: 306, y: 720 }),
      ...placeSides(left, { ...roman, x: 72, y: 655 }),
      ...dividers(random.pick([')', ':', '|']), rows, { ...roman, x: 300, y: 655 }),
      ...below(right, { ...roman, x: 330, y: 655 }),
      ...centered(title, { ...bold, x: 306, y }),
      ...centered(related, { ...roman, x: 306, y: y - title.length * 14 - 14 }),
    ],
    ...{ printed, from: y - title.length * 14 - 40, hasBody: true },
  }
}

/** The cover of an appellate brief (Fed. R. App. P. 32(a)(2)). */
export const appellateCover: PageLayout = (facts) => {
  const { docketNumber, judge, court } = facts
  const printed = capitals(facts.title)
  const title = breakText(printed, 400, { ...bold, size: 14 })
  const [plaintiff = '', defendant = ''] = [facts.plaintiffs[0], facts.defendants[0] ?? 'United States']
  const middle = { ...roman, x: 306 }
  return {
    texts: [
      ...centered([`No. ${docketNumber}`], { ...bold, x: 306, y: 700 }),
      ...centered(court, { ...bold, size: 14, x: 306, y: 650, step: 18 }),
      ...centered([`${plaintiff.toUpperCase()},`], { ...middle, y: 590 }),
      ...below(['Plaintiff-Appellant,'], { ...roman, x: 330, y: 572 }),
      ...centered(['v.'], { ...middle, y: 554 }),
      ...centered([`${defendant.toUpperCase()},`], { ...middle, y: 536 }),
      ...below(['Defendant-Appellee.'], { ...roman, x: 330, y: 518 }),
      ...centered(['On Appeal from the United States District Court', 'No. 3:24-cv-02731', `Hon. ${judge}`], {
        ...middle,
        y: 480,
        step: 16,
      }),
      ...centered(title, { ...bold, size: 14, x: 306, y: 410, step: 18 }),
      ...below(leftCounsel, { ...roman, x: 72, y: 250 }),
      ...below(rightCounsel, { ...roman, x: 330, y: 250 }),
    ],
    ...{ printed, from: 0, hasBody: false },
  }
}

const leftCounsel = [
  'Ida Kowalczyk',
  'Law Office of Ida Kowalczyk',
  '26 Court Street',
  'Brooklyn, NY 11201',
  '(718) 555-0119',
]
const rightCounsel = [
  'Calvin Dane',
  'Wexcombe & Dane LLP',
  '1201 Market Street',
  'Wilmington, DE 19801',
  'Counsel for Appellant',
]

/** A court's own order, between drawn lines. */
export const courtOrder: PageLayout = (facts) => {
  const { docketNumber, random } = facts
  const left = sides(facts, { width: 215 })
  const printed = capitals(facts.title)
  const title = breakText(printed, 400, bold)
  const shown = printed === 'ORDER' && random.chance(0.5) ? ['O R D E R'] : title
  const y = 660 - left.length * 14 - 40
  const isRuled = random.chance(0.5)
  const rule = '_'.repeat(36)
  return {
    texts: [
      ...centered(facts.court, { ...bold, x: 306, y: 722 }),
      ...placeSides(left, { ...roman, x: 72, y: 660 }),
      ...below([`No. ${docketNumber}`], { ...roman, x: 396, y: 646 }),
      ...(isRuled ? centered([rule], { ...roman, x: 306, y: y + 22 }) : []),
      ...centered(shown, { ...bold, x: 306, y }),
      ...(isRuled ? centered([rule], { ...roman, x: 306, y: y - title.length * 14 }) : []),
    ],
    ...{ printed, from: y - title.length * 14 - 24, hasBody: true },
  }
}

/** A form of the courts, whose name is printed in its head and over its text (AO 440). */
export const courtForm: PageLayout = (facts) => {
  const left = sides(facts, { width: 200 })
  const form = facts.random.pick([
    ['AO 440 (Rev. 06/12)', 'SUMMONS IN A CIVIL ACTION'],
    ['AO 88 (Rev. 12/13)', 'SUBPOENA TO APPEAR AND TESTIFY'],
    ['AO 458 (Rev. 06/09)', 'APPEARANCE OF COUNSEL'],
    ['AO 399 (Rev. 01/09)', 'WAIVER OF THE SERVICE OF SUMMONS'],
  ] as const)
  const y = 620 - left.length * 14 - 30
  return {
    texts: [
      ...below([`${form[0]} ${form[1].charAt(0)}${form[1].slice(1).toLowerCase()}`], {
        ...roman,
        size: 8,
        x: 60,
        y: 738,
      }),
      ...centered(facts.court.slice(0, 1), { ...bold, size: 16, x: 306, y: 700 }),
      ...centered(['for the', ...facts.court.slice(1)], { ...roman, x: 306, y: 680 }),
      ...placeSides(left, { ...roman, x: 72, y: 620 }),
      ...dividers(')', left.length, { ...roman, x: 300, y: 620 }),
      ...below([`Civil Action No. ${facts.docketNumber}`], { ...roman, x: 330, y: 592 }),
      ...centered([form[1]], { ...bold, x: 306, y }),
      ...below(['To:   (name and address)'], { ...roman, x: 72, y: y - 30 }),
    ],
    ...{ printed: form[1], from: y - 60, hasBody: true },
  }
}

/** A district court's minutes, whose heading is their title. */
export const civilMinutes: PageLayout = (facts) => {
  const { docketNumber, judge, plaintiffs, defendants, title } = facts
  const parties = `${plaintiffs[0]} v. ${defendants[0] ?? ''}`.slice(0, 60)
  return {
    texts: [
      ...centered(facts.court, { ...bold, x: 306, y: 722 }),
      ...centered(['CIVIL MINUTES - GENERAL'], { ...bold, x: 306, y: 680 }),
      ...below([`Case No.    ${docketNumber}`, `Title    ${parties}`], { ...roman, x: 72, y: 650, step: 20 }),
      ...below(['Date    November 20, 2026'], { ...roman, x: 400, y: 650 }),
      ...below([`Present: The Honorable ${judge}, United States District Judge`], { ...roman, x: 72, y: 600 }),
      ...below([`Proceedings:    (IN CHAMBERS) ${title.toUpperCase()}`.slice(0, 70)], { ...roman, x: 72, y: 570 }),
    ],
    ...{ printed: 'CIVIL MINUTES - GENERAL', from: 530, hasBody: true },
  }
}
