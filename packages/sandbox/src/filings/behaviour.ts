import type { Court, MenuShape } from '../world/make-court.ts'

/** How a court answers for the links of one filing. */
export interface Behaviour {
  /** Asks "free look?" once more when `use_magic=1` is missing. */
  confirmsFreeLook: boolean
  /** Knows a document only together with `caseid` and `de_seq_num`. */
  needsSequence: boolean
  /** How the document comes: itself, in a frame, behind a script that sets the location, or inside a page's text. */
  way: 'direct' | 'frame' | 'redirect' | 'in-page'
  menu: MenuShape
  /** Shown in place of everything, and spends nothing. */
  refusal?: Refusal
  /** Places of single documents that are sealed while the others are public. */
  sealed: readonly number[]
  /** Goes wrong once; `slow` every time. */
  fault?: 'slow' | 'serverError' | 'cutOff' | 'busy'
  /** Links die this many days after the entry; absent where the clock is simulated. */
  expiresAfterDays?: number
  /** Notices write the court's prefix and a zero in place of the document's id. */
  hasShortIds: boolean
}

/**
 * - sealed, sealedEntry: the document, or the whole entry, is not public; courts say these in different words.
 * - restricted: the case is not for remote eyes. login: only the filer's log-in opens it.
 * - transcript: not before the restriction is released. clientCode: PACER asks for its code.
 * - price: the free look is over and the page sells the document. away: the link leads to a host that is no court.
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

/** How the court answers as a rule. */
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
