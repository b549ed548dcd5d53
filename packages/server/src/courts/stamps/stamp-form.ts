/** The kind of court that prints a form of stamp. */
export type StampCourt = 'district' | 'bankruptcy' | 'appeals' | 'state'

/**
 * One form of stamp, as one court or many print it. Its expressions name what they find: `docket`, `document`, `filed`,
 * `entered` or `received` (a date), `page` and `pages`.
 */
export type StampForm = {
  name: string
  court: StampCourt
  /** The courts known to print it. */
  courts: string
  /** A stamp as printed. */
  sample: string
  /** Where the form is known from. */
  source: string
} & (LineForm | BlockForm)

interface LineForm {
  /** What follows each other on a line at the edge of a page, as sticky expressions. */
  line: readonly Piece[]
}

export interface BlockForm {
  /** What is all found in one block of text, in any order; of marks that follow each other, each begins with the first. */
  block: readonly RegExp[]
  /** What may be found there besides. */
  also?: readonly RegExp[]
  /** At the edge of the page, like a line, or anywhere near the top of the first page, as a rubber stamp is. */
  place: 'edge' | 'top'
}

export type Piece = RegExp | { maybe: RegExp }
