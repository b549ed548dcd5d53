/** Text in one style. A `\n` in it is a line break. */
export interface TextRun {
  text: string
  bold?: boolean
  italic?: boolean
}

/** A paragraph, heading, list item or line of preformatted text. */
export interface TextBlock {
  kind: 'text'
  runs: TextRun[]
  /** 1 to 6, as in HTML. */
  heading?: number
  /** How many lists and quotations it is nested in. */
  indent: number
  /** The mark before a list item: `•` or `3.`. */
  marker?: string
  /** Its spaces count. */
  preformatted?: boolean
}

/** A table; no cell contains another table. */
export interface TableBlock {
  kind: 'table'
  rows: Cell[][]
}

export interface Cell {
  blocks: Block[]
  /** How many columns it spans. */
  span: number
}

export type Block = TextBlock | TableBlock | { kind: 'rule' }

/** The part of a message's body that is printed. */
export interface PrintedBody {
  blocks: readonly Block[]
  /** Something was left out because the body is too long. */
  isCut: boolean
}

/** Limits that keep layout fast: about 150 pages. */
export const limits = {
  characters: 400_000,
  /** Blocks and lines of text. */
  blocks: 12_000,
  /** Per paragraph. The time to break a paragraph into lines grows with the square of its length. */
  paragraph: 3_000,
  runs: 200,
  /** For the whole body. Changes of style cost more than letters. */
  allRuns: 20_000,
  columns: 10,
  indent: 6,
} as const

export function isBlank(runs: readonly TextRun[]): boolean {
  return runs.every(({ text }) => text.trim() === '')
}
