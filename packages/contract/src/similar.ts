import type { AnyRow } from './resource.ts'

/** Why a record may be the one being entered, as shown to users. */
export const similarReasons = {
  same_number: 'It has this number.',
  other_spelling: 'It has this number, written differently.',
  part_of_number: 'Its number matches as far as it is given.',
  same_name: 'It has this name.',
  near_name: 'Its name is almost the same.',
} as const
export type SimilarReason = keyof typeof similarReasons

/** A record that may be the one being entered. */
export interface SimilarRecord {
  id: string
  /** Null when the role does not see it. */
  title: string | null
  reasons: readonly SimilarReason[]
  /** The reasons in one line. */
  why: string
  /** Other fields that distinguish it, by snake_case names, as far as the role may see them. */
  values: AnyRow
}

/** The most records returned. */
export const mostSimilar = 5
