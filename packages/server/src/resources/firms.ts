import { firm } from '@courtcrier/contract/resources/firm.ts'
import type { Behaviour } from './behaviour.ts'
import { findUnfitReferences } from './unfit-references.ts'

export const firmBehaviour: Behaviour = {
  beforeSave: (trx, save) => findUnfitReferences(trx, firm, save),
}
