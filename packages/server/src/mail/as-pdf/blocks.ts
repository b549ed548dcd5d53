/** Text in one style. A `\n` in it is a line break. */
export interface Run {
  text: string
  bold?: boolean
  italic?: boolean
}

/** A paragraph, heading, list item or line of preformatted text. */
export interface TextBlock {
  kind: 'text'
  runs: Run[]
  /** 1 to 6, as in HTML. */
  heading?: number
  /** How many lists and quotations it stands in. */
  indent: number
  /** What stands before a list item: `•` or `3.`. */
  marker?: string
  /** Its spaces count. */
  preformatted?: boolean
}

/** A table of which no cell holds a table. */
export interface TableBlock {
  kind: 'table'
  rows: Cell[][]
}

export interface Cell {
  blocks: Block[]
  /** How many columns it takes. */
  span: number
}

export type Block = TextBlock | TableBlock | { kind: 'rule' }

/** The body of a message as far as it is printed. */
export interface Body {
  blocks: readonly Block[]
  /** Something was left out because the body is too long. */
  isCut: boolean
}

/** What laying out stays quick with: some 150 pages. */
export const limits = {
  characters: 400_000,
  /** And lines of text. */
  blocks: 12_000,
  /** Of one paragraph: the time to break it into lines grows with the square of its length. */
  paragraph: 3_000,
  runs: 200,
  /** Of the whole body: changes of style cost more than letters. */
  allRuns: 20_000,
  columns: 10,
  indent: 6,
} as const

export function isBlank(runs: readonly Run[]): boolean {
  return runs.every(({ text }) => text.trim() === '')
}
