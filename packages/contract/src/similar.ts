import type { AnyRow } from './resource.ts'

/** Why a record may be the one that is being typed in, each as people read it. */
export const similarReasons = {
  same_number: 'It has this number.',
  other_spelling: 'It has this number, written otherwise.',
  part_of_number: 'Its number fits as far as it is given.',
  same_name: 'It has this name.',
  near_name: 'Its name differs by little.',
} as const
export type SimilarReason = keyof typeof similarReasons

/** A record that may be the one that is being typed in. */
export interface SimilarRecord {
  id: string
  /** Null when the role does not see it. */
  title: string | null
  reasons: readonly SimilarReason[]
  /** The reasons in one line. */
  why: string
  /** What tells it apart, by snake_case names, as far as the role sees it. */
  values: AnyRow
}

/** At most so many are told. */
export const mostSimilar = 5
