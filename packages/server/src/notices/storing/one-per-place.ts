import type { Trx } from '../../base/db/database.ts'
import type { PlannedCopy } from './plan-copies.ts'

/** The copies that are planned for a filing's cases. */
export interface CopiesOfFiling {
  firmId: number
  itemId: string
  envelopeId: string
  planned: readonly PlannedCopy[]
}

/**
 * Leaves out copies that would be a second one in the same place: two of the filing's cases may lead to one folder. A
 * copy that was made there for a former case of the filing becomes that of the new one. Implemented where paths are
 * rendered.
 */
export type OnePerPlace = (trx: Trx, filing: CopiesOfFiling) => Promise<readonly PlannedCopy[]>
