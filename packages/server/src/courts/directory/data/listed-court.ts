/** The fields used from PACER's list of CM/ECF sites. */
export interface PacerGroup {
  courts: readonly { court: string; court_link: string }[]
}

/** The fields used from the public list of courts (courts-db). */
export interface ListedCourt {
  id: string
  name: string
  citation_string?: string
  location?: string
  level?: string | null
  type?: string | null
  system: string
  dates?: readonly { end?: string | null }[]
  parent?: string | null
}

/** The two lists and the table of e-filing systems, as read by the generator. */
export interface Sources {
  pacer: Readonly<Record<string, PacerGroup>>
  list: readonly ListedCourt[]
  efiling: readonly EfilingEntry[]
}

/** An entry of `efiling-systems.json`. */
export interface EfilingEntry {
  system: 'ODYSSEY' | 'FLORIDA' | 'NYSCEF' | 'FILE_AND_SERVEXPRESS' | 'TAMES' | 'DAWSON' | 'SCOTUS'
  /** The common name, suitable for the middle of a sentence. */
  name: string
  /** The name by itself, for "Signed by …". */
  signsAs?: string
  hosts: readonly string[]
  senderDomains: readonly string[]
  states: readonly string[]
  /** Court ids, if it doesn't serve all courts of a state. */
  courts: readonly string[]
  /** The source of this entry. */
  source: string
  /** True only if it was read at the source or in a real message. Links to other hosts are never opened. */
  isVerified: boolean
}

/** PACER ids that are spelled differently in the public list. */
export const listedIds: Readonly<Record<string, string>> = { azb: 'arb', cofc: 'uscfc', neb: 'nebraskab' }

/**
 * The directory's id for a listed court. The list's id for Nebraska's Supreme Court is PACER's for its bankruptcy
 * court.
 */
export function directoryId(listedId: string): string {
  if (listedId === 'neb') return 'neb-supreme'
  return Object.keys(listedIds).find((id) => listedIds[id] === listedId) ?? listedId
}

/** The place in the directory's spelling; the list spells some in several ways. */
export function stateOf({ location = '' }: ListedCourt): string {
  return otherSpellings[location] ?? location
}

/** The day on which the court ended; undefined if one of its periods hasn't ended. */
export function endOf({ dates = [] }: ListedCourt): string | undefined {
  const ends = dates.map((date) => date?.end ?? '')
  return ends.length === 0 || ends.includes('') ? undefined : ends.toSorted().at(-1)
}

const otherSpellings: Readonly<Record<string, string>> = {
  'D.C.': 'Washington D.C.',
  DC: 'Washington D.C.',
  Phillipines: 'Philippines',
}
