/** The system a court belongs to. `other` are foreign, colonial and provisional courts that reporters cite. */
export type CourtSystem = 'federal' | 'state' | 'tribal' | 'international' | 'other'

/** E-filing systems; NONE if no system is known. */
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
  /** PACER's id if there is one (`cand`, `nysb`, `ca9`), otherwise that of the public list of courts. */
  id: string
  name: string
  /** As cited: `N.D. Cal.`. */
  citation: string
  /** The public list's own form, `3rd Cir.`, where it isn't the Bluebook's; rules of before state it. */
  listedCitation?: string
  /** The usual abbreviation: `NDCA`; empty if there is none. */
  code: string
  system: CourtSystem
  level: 'trial' | 'appellate'
  /** The kind of federal court; NONE for special courts and for all other courts. */
  type: 'NONE' | 'APPEALS' | 'BANKRUPTCY' | 'DISTRICT'
  state: string
  /** IANA name. */
  timeZone: string
  /** Hosts that serve documents of this court only. */
  hosts: readonly string[]
  /** Domains that send notices of this court only. */
  senderDomains: readonly string[]
  efiling: EfilingSystem
  /** ISO date on which the court ended; absent if it still sits. */
  ended?: string
  /** The id of the court or system that it is part of. */
  parent?: string
}

/** A court outside the federal system as stored in the data file; everything else follows from its state. */
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

/** What a court is called: as rules may name it. */
export function namesOfCourt(court: Court | undefined): readonly (string | undefined)[] {
  return [court?.name, court?.citation, court?.listedCitation, court?.code]
}

/** Cites a court as the Bluebook does. */
export function citedCourt<Listed extends Pick<Court, 'citation'>>(
  court: Listed,
): Listed & { listedCitation?: string } {
  const citation = inBluebookForm(court.citation)
  return citation === court.citation ? court : { ...court, citation, listedCitation: court.citation }
}

/**
 * Writes what the public list abbreviates otherwise as current Bluebook citations do: "Cnty." for a county, "3d" (rule
 * 6.2), "Cir." and "Mun." (table T7), and Ohio in full (T10).
 */
export function inBluebookForm(citation: string): string {
  return citation
    .replace(/\bC(?:n?ty|'ty)(s?)\b\.?/gi, 'Cnty$1.')
    .replace(/(\d)(?:nd|rd)\b/g, '$1d')
    .replace(/\bOh\./g, 'Ohio')
    .replace(/\bCirc\./g, 'Cir.')
    .replace(/\bMuni\./g, 'Mun.')
    .replace(/\bJust\. Court\b/g, 'Just. Ct.')
}
