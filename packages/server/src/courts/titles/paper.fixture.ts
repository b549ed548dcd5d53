import { type Placed, pageOf } from '../stamps/page.fixture.ts'
import { findTitle } from './find-title.ts'

export const prose = 'the record before the court shows that this request should be granted for these reasons'
export const body = (from: number): Placed[] => [0, 1, 2].map((at) => ({ text: prose, y: from + at * 20 }))

export const left: readonly Placed[] = [
  { text: 'UNITED STATES DISTRICT COURT', x: 236, y: 90 },
  { text: 'DISTRICT OF COLORADO', x: 256, y: 104 },
  { text: 'ADA LOVELACE,', y: 150 },
  { text: 'Plaintiff,', x: 110, y: 164 },
  { text: 'v.', x: 90, y: 178 },
  { text: 'BABBAGE ENGINES, INC.,', y: 192 },
  { text: 'Defendant.', x: 110, y: 206 },
]
export const number: Placed = { text: 'Case No. 1:26-cv-01234', x: 340, y: 150 }

/** Centered on a page of 612 points, as `pageOf` measures its letters. */
export const centered = (text: string, y: number): Placed => ({ text, x: 306 - text.length * 2.5, y })

export const read = (texts: readonly Placed[]) => findTitle(pageOf([...left, number, ...texts]))
export const title = (text: string, isSure = true) => ({ title: { text, page: 1, isSure } })

/** Whether the title of a paper with these texts above its body isn't sure. */
export function isOpen(texts: readonly Placed[]): boolean {
  const reading = read([...texts, ...body(350)])
  return !('title' in reading && reading.title.isSure)
}
