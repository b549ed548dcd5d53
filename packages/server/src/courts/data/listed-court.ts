/** What the directory takes from PACER's list of CM/ECF sites. */
export interface PacerGroup {
  courts: readonly { court: string; court_link: string }[]
}

/** What the directory takes from the public list of courts (courts-db). */
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

/** The two lists and the table of e-filing systems, as the generator reads them. */
export interface Sources {
  pacer: Readonly<Record<string, PacerGroup>>
  list: readonly ListedCourt[]
  efiling: readonly EfilingEntry[]
}

/** One line of `efiling-systems.json`. */
export interface EfilingEntry {
  system: 'ODYSSEY' | 'FLORIDA' | 'NYSCEF' | 'FILE_AND_SERVEXPRESS' | 'TAMES' | 'DAWSON' | 'SCOTUS'
  /** As people know it, fit for the middle of a sentence. */
  name: string
  hosts: readonly string[]
  senderDomains: readonly string[]
  states: readonly string[]
  /** Ids of the courts, where it is not all of a state. */
  courts: readonly string[]
  /** Where this can be read. */
  source: string
  /** Only what was read at the source or in a real message; links to the other hosts are never opened. */
  isVerified: boolean
}

/** PACER's ids that the public list spells differently. */
export const listedIds: Readonly<Record<string, string>> = { azb: 'arb', cofc: 'uscfc', neb: 'nebraskab' }

/** The directory's id of a listed court. The list calls Nebraska's Supreme Court what PACER calls its bankruptcy court. */
export function directoryId(listedId: string): string {
  if (listedId === 'neb') return 'neb-supreme'
  return Object.keys(listedIds).find((id) => listedIds[id] === listedId) ?? listedId
}

/** The place as the directory spells it; the list has several spellings of some. */
export function stateOf({ location = '' }: ListedCourt): string {
  return otherSpellings[location] ?? location
}

/** The day the court ceased to be: every period it sat has ended. */
export function endOf({ dates = [] }: ListedCourt): string | undefined {
  const ends = dates.map((date) => date?.end ?? '')
  return ends.length === 0 || ends.includes('') ? undefined : ends.toSorted().at(-1)
}

const otherSpellings: Readonly<Record<string, string>> = {
  'D.C.': 'Washington D.C.',
  DC: 'Washington D.C.',
  Phillipines: 'Philippines',
}
