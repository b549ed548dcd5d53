import type { ResultName, Stage } from './stage.ts'
import { addressStage } from './stages/address.ts'
import { authenticateStage } from './stages/authenticate.ts'
import { deliverStage } from './stages/deliver.ts'
import { matchStage } from './stages/match.ts'
import { parseStage } from './stages/parse.ts'
import { prepareStage } from './stages/prepare.ts'
import { retrieveStage } from './stages/retrieve.ts'
import { storeStage } from './stages/store.ts'

/** The stages of a notice after it is received, in order. */
export const pipeline: readonly Stage<ResultName>[] = [
  authenticateStage,
  parseStage,
  retrieveStage,
  prepareStage,
  matchStage,
  addressStage,
  deliverStage,
  storeStage,
] as readonly Stage<ResultName>[]
