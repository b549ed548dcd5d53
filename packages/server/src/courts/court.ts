/** One court of the directory. */
export interface Court {
  /** PACER's id: `cand`, `nysb`, `ca9`. */
  id: string
  name: string
  /** As people cite it: `N.D. Cal.`. */
  citation: string
  /** As people abbreviate it: `NDCA`; empty where nobody does. */
  code: string
  system: 'federal' | 'state'
  level: 'trial' | 'appellate'
  /** The kind of CM/ECF site; NONE for the special courts and for every state court. */
  type: 'NONE' | 'APPEALS' | 'BANKRUPTCY' | 'DISTRICT'
  state: string
  /** IANA name. */
  timeZone: string
  /** The only hosts that serve its documents. */
  hosts: readonly string[]
  /** Domains its notices are sent from. */
  senderDomains: readonly string[]
}

/** A state court as the data file keeps it; everything else about it follows from its state. */
export type StateCourtRow = readonly [id: string, name: string, citation: string, level: Court['level'], state: string]
