import type { Trx } from '../../base/db/database.ts'
import type { Addition } from './keep-assigned.ts'
import type { CasePlan } from './plan-case.ts'

/** A case to be made from a notice. */
export interface MakingCase {
  firmId: number
  /** The notice. */
  itemId: string
  courtId: string
  plan: CasePlan
}

/** The result: the case's ID, or the sentence that refuses it. */
export type CreatedCase = { caseId: string } | { refused: string }

/** Writes the cases that rules make, in the transaction that commits the notice's next step. */
export interface CaseMaker {
  /**
   * Waits until no other transaction makes a case in the firm. The caller must then look again before making one:
   * the case may exist by now.
   */
  begin: (trx: Trx, firmId: number) => Promise<void>
  /** Makes the case, and has all notices that wait for it matched again. */
  create: (trx: Trx, making: MakingCase) => Promise<CreatedCase>
  /** Adds people to a case that a rule made. */
  add: (trx: Trx, firmId: number, addition: Addition) => Promise<void>
}
