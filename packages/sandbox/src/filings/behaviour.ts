import type { Court, MenuShape } from '../world/make-court.ts'

/** How a court answers requests for the links of one filing. */
export interface Behaviour {
  /** Asks "free look?" again if `use_magic=1` is missing. */
  confirmsFreeLook: boolean
  /** Whether a document is found only with both `caseid` and `de_seq_num`. */
  needsSequence: boolean
  /** How the document is served: directly, in a frame, by a script that sets the location, or inside a page's text. */
  way: 'direct' | 'frame' | 'redirect' | 'in-page'
  menu: MenuShape
  /** Shown in place of every document, without using up the link. */
  refusal?: Refusal
  /** Indexes of single documents that are sealed while the others are public. */
  sealed: readonly number[]
  /** Happens once; `slow` every time. */
  fault?: 'slow' | 'serverError' | 'cutOff' | 'busy'
  /** Days after the entry when links expire; absent with a simulated clock. */
  expiresAfterDays?: number
  /** Whether notices have the court's prefix and a zero in place of the document's ID. */
  hasShortIds: boolean
}

/**
 * - sealed, sealedEntry: the document, or the whole entry, is not public; courts word these differently.
 * - restricted: the case can't be viewed remotely. login: only the filer's login opens it.
 * - transcript: not before the restriction is released. clientCode: PACER asks for its code.
 * - price: the free look is over and the page sells the document. away: the link leads to a host that isn't a court's.
 */
export type Refusal =
  | 'sealed'
  | 'sealedEntry'
  | 'restricted'
  | 'login'
  | 'transcript'
  | 'clientCode'
  | 'price'
  | 'away'
  | 'notAvailable'

/** Returns a court's usual behavior. */
export function usualBehaviour(court: Court): Behaviour {
  return {
    confirmsFreeLook: court.confirmsFreeLook,
    needsSequence: court.needsSequence,
    way: court.usesFrame ? 'frame' : 'direct',
    menu: court.menu,
    sealed: [],
    hasShortIds: false,
  }
}
