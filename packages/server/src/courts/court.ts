/** Who runs the court. `other` are foreign, colonial and provisional courts that reporters cite. */
export type CourtSystem = 'federal' | 'state' | 'tribal' | 'international' | 'other'

/** How papers reach a court electronically; NONE where no system is known. */
export const efilingSystems = [
  'NONE',
  'CM/ECF',
  'ACMS',
  'ODYSSEY',
  'FLORIDA',
  'NYSCEF',
  'FILE_AND_SERVEXPRESS',
  'TAMES',
  'DAWSON',
  'SCOTUS',
] as const
export type EfilingSystem = (typeof efilingSystems)[number]

/** One court of the directory. */
export interface Court {
  /** PACER's id where there is one (`cand`, `nysb`, `ca9`), else that of the public list of courts. */
  id: string
  name: string
  /** As people cite it: `N.D. Cal.`. */
  citation: string
  /** As people abbreviate it: `NDCA`; empty where nobody does. */
  code: string
  system: CourtSystem
  level: 'trial' | 'appellate'
  /** The kind of federal court; NONE for the special courts and for every other court. */
  type: 'NONE' | 'APPEALS' | 'BANKRUPTCY' | 'DISTRICT'
  state: string
  /** IANA name. */
  timeZone: string
  /** The hosts that serve the documents of this court alone. */
  hosts: readonly string[]
  /** Domains that notices of this court alone are sent from. */
  senderDomains: readonly string[]
  efiling: EfilingSystem
  /** ISO date on which the court ceased to be; absent while it sits. */
  ended?: string
  /** The id of the court or system that it is a part of. */
  parent?: string
}

/** A court outside the federal system as the data file keeps it; everything else about it follows from its state. */
export type OtherCourtRow = readonly [
  id: string,
  name: string,
  citation: string,
  system: CourtSystem,
  level: Court['level'],
  state: string,
  efiling: EfilingSystem,
  ended: string,
  parent: string,
]
