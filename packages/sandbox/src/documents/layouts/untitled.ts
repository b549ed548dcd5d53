import { below, centered } from '../placing.ts'
import { bold, dividers, placeSides, roman, sides } from './caption.ts'
import type { PageLayout } from './layout.ts'

/** A letter to the court, which has no title. */
export const letterToCourt: PageLayout = ({ plaintiffs, defendants, docketNumber, judge }) => {
  const lines = [
    ...['November 20, 2026', '', 'VIA ECF', '', `The Honorable ${judge}`, 'United States District Court'],
    ...['500 Pearl Street', '', `Re: ${plaintiffs[0]} v. ${defendants[0] ?? ''}, No. ${docketNumber}`.slice(0, 84)],
    ...['', `Dear Judge ${judge.split(' ').at(-1)}:`],
  ]
  return {
    texts: [
      ...centered(['BRIGHTWATER KESSLER LLP', '101 California Street, San Francisco, CA 94111'], {
        ...bold,
        x: 306,
        y: 722,
      }),
      ...below(lines, { ...roman, x: 72, y: 680 }),
    ],
    ...{ from: 500, hasBody: true },
  }
}

/** An opinion that goes on to its text without a title. */
export const opinion: PageLayout = (facts) => {
  const left = sides(facts, { width: 200 })
  const y = 640 - left.length * 14 - 30
  return {
    texts: [
      ...centered(['In the Missouri Court of Appeals', 'Eastern District', 'DIVISION THREE'], {
        ...bold,
        x: 306,
        y: 720,
        step: 20,
      }),
      ...placeSides(left, { ...roman, x: 72, y: 640 }),
      ...dividers(')', left.length, { ...roman, x: 288, y: 640 }),
      ...below(
        [
          `No. ${facts.docketNumber}`,
          '',
          'Appeal from the Circuit Court of',
          'St. Charles County, Missouri',
          '',
          'Filed: January 19, 2021',
        ],
        {
          ...{ ...roman, x: 324, y: 640 },
        },
      ),
      ...centered(['Introduction'], { ...bold, x: 306, y }),
    ],
    ...{ from: y - 28, hasBody: true },
  }
}

/** The sheet before an exhibit. */
export const exhibitSheet: PageLayout = ({ random, title }) => {
  const printed = /^exhibit/i.test(title)
    ? title.toUpperCase()
    : `EXHIBIT ${random.pick(['A', 'B', 'C', '1', '2', '12'])}`
  return { texts: centered([printed], { ...bold, size: 24, x: 306, y: 420 }), printed, from: 0, hasBody: false }
}
