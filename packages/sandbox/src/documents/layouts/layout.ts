import type { Random } from '../../random.ts'
import type { PlacedText } from '../pdf.ts'

/** What the first page of a paper says. */
export interface PaperFacts {
  random: Random
  /** The court's name as papers there are headed. */
  court: readonly string[]
  plaintiffs: readonly string[]
  defendants: readonly string[]
  docketNumber: string
  judge: string
  chapter?: number
  /** The paper's title in the words of the docket. */
  title: string
  /** Whether the court itself wrote it. */
  isOrder: boolean
}

/** The head of a first page. */
export interface FirstPage {
  texts: readonly PlacedText[]
  /** Where the text begins, in points from the lower edge. */
  from: number
  /** Where the text's lines begin, if not at the usual margin. */
  left?: number
  /** The title as it is printed, on one line; absent if the page has none. */
  printed?: string
  /** Absent if its text is part of the head. */
  hasBody: boolean
}

export type PageLayout = (facts: PaperFacts) => FirstPage
