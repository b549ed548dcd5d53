import type { Random } from '../random.ts'

const openings = [
  'The record before the Court shows that',
  'As set out in the accompanying declaration,',
  'Counsel met and conferred in good faith, and',
  'It is undisputed that',
  'For the reasons stated below,',
  'Under the governing standard,',
] as const

const subjects = [
  'the agreement at issue',
  'the responding party',
  'each of the remaining claims',
  'the expert disclosure',
  'the notice served in March',
  'the parties’ joint schedule',
  'the requested relief',
] as const

const predicates = [
  'does not satisfy the requirements of Rule 12(b)(6)',
  'was produced after the close of fact discovery',
  'is supported by the contemporaneous correspondence',
  'would cause no prejudice to any other party',
  'remains subject to the protective order',
  'turns on questions that the pleadings leave open',
  'has been narrowed by stipulation',
] as const

const endings = [
  'and no further showing is needed.',
  'See Fed. R. Civ. P. 6(b)(1)(A).',
  'which is reason enough to grant the request.',
  'as the hearing transcript confirms at pages 14 through 19.',
  'pursuant to 28 U.S.C. § 1404(a).',
  'and the Court should so find.',
] as const

/** Returns a paragraph of three to six sentences in the style of briefs. */
export function makeParagraph(random: Random): string {
  const sentences = Array.from({ length: random.int(3, 6) }, () =>
    [random.pick(openings), random.pick(subjects), random.pick(predicates), random.pick(endings)].join(' '),
  )
  return sentences.join(' ')
}
