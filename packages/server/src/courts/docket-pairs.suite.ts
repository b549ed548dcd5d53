import rows from './docket-pairs.json' with { type: 'json' }

/** Docket numbers as one court or agency writes them. */
export interface DocketPairs {
  name: string
  /** Of the directory, or else the state whose courts number so. */
  court?: string
  state?: string
  /** Each names another case than all the others. */
  numbers: readonly string[]
  /** Two spellings of one number. */
  same: readonly (readonly [string, string])[]
  /** One leaves a part out. */
  compatible?: readonly (readonly [string, string])[]
}

export const docketPairs = rows as unknown as readonly DocketPairs[]
