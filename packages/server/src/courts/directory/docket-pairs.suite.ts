import rows from './docket-pairs.json' with { type: 'json' }

/** Docket numbers as one court or agency writes them. */
export interface DocketPairs {
  name: string
  /** An id in the directory, or otherwise the state whose courts use these numbers. */
  court?: string
  state?: string
  /** Each identifies a different case. */
  numbers: readonly string[]
  /** Two spellings of one number. */
  same: readonly (readonly [string, string])[]
  /** One omits a part. */
  compatible?: readonly (readonly [string, string])[]
}

export const docketPairs = rows as unknown as readonly DocketPairs[]
