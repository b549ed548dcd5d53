import type { ServedPerson, UnservedPerson } from '../world/cases.ts'
import type { Behaviour } from './behaviour.ts'
import type { Layout, ScenarioName } from './scenarios.ts'

/** One entry on a court's docket, as the sandbox files it: the ground truth for a receiver's results. */
export interface Filing {
  /** Counts from 0; history counts down from -1. */
  number: number
  courtId: string
  /** ID of the case in the world. */
  caseId: string
  docketNumber: string
  courtCaseId: string
  caseName: string
  event: string
  /** The title printed on its main document. */
  title: string
  /** HTML as in the notice. */
  docketText: string
  /** Entry number on the docket. */
  documentNumber: number
  /** The court's `de_seq_num`. */
  sequence: string
  /** ISO time at which the court entered it. */
  enteredAt: string
  /** ISO date in the court's zone. */
  filedOn: string
  /** The court user who entered it, `Herrera, Tomás`; absent when court staff did. */
  enteredBy?: string
  /** Parties it was filed for. */
  filers: readonly string[]
  /** ISO date, when the notice warns of a closed case. */
  caseClosedOn?: string
  isSealed: boolean
  behaviour: Behaviour
  layout: Layout
  /** The scenario it was created for, if any. */
  scenario?: ScenarioName
  /** Additional cases whose dockets have the entry. */
  associated: readonly AssociatedCase[]
  /** Number in the court's stamps and message IDs. */
  fileNumber: number
  /** Main document first; none for text-only entries. */
  documents: readonly FilingDocument[]
  notices: readonly FilingNotice[]
  served: readonly ServedPerson[]
  notServed: readonly UnservedPerson[]
}

/**
 * An additional case of a spread entry. District courts name the same document there with `MAGIC` as its token; a
 * bankruptcy court's main case has its own document and token.
 */
export interface AssociatedCase {
  caseId: string
  docketNumber: string
  courtCaseId: string
  caseName: string
  documentNumber: number
  sequence: string
  document?: FilingDocument
}

export interface FilingDocument {
  /** 0 for the main document. */
  index: number
  /** With fourth digit 0, as in notices. */
  courtDocumentId: string
  description: string
  /** Usually `n/a`. */
  originalFileName: string
  /** Two lines of hexadecimal digits, joined. */
  stamp: string
  pages: number
}

/** One message about the filing: a court writes one for each recipient, since each gets separate links. */
export interface FilingNotice {
  personId: string
  email: string
  messageId: string
  /** Empty when the court gave this recipient no free look. */
  token: string
  /** Absent when the entry has no document. */
  url?: string
  /** Links of the associated cases, in their order. */
  associated: readonly { token: string; url: string }[]
  /** For courts with a separate link per document: in document order, the main document's first. */
  documentLinks: readonly { token: string; url: string }[]
  isRegenerated: boolean
}
