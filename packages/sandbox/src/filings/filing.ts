import type { ServedPerson, UnservedPerson } from '../world/cases.ts'
import type { Behaviour } from './behaviour.ts'
import type { Layout, ScenarioName } from './scenarios.ts'

/** One entry on a court's docket, as the sandbox files it. The truth that a receiver's work is compared with. */
export interface Filing {
  /** Counts from 0; history counts down from -1. */
  number: number
  courtId: string
  /** Id of the world's case. */
  caseId: string
  docketNumber: string
  courtCaseId: string
  caseName: string
  event: string
  /** What its main document calls itself. */
  title: string
  /** HTML as the notice has it. */
  docketText: string
  /** Entry number on the docket. */
  documentNumber: number
  /** The court's `de_seq_num`. */
  sequence: string
  /** ISO moment at which the court entered it. */
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
  /** What it was made to show, when it was asked for or came up as one of the odd ones. */
  scenario?: ScenarioName
  /** Further cases that the entry is on the docket of. */
  associated: readonly AssociatedCase[]
  /** Number within the court's stamps and message ids. */
  fileNumber: number
  /** Main document first; none for text-only entries. */
  documents: readonly FilingDocument[]
  notices: readonly FilingNotice[]
  served: readonly ServedPerson[]
  notServed: readonly UnservedPerson[]
}

/**
 * A further case of a spread entry. District courts name the same document there with `MAGIC` for a token; a bankruptcy
 * court's main case has a document and a token of its own.
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
  /** Fourth digit 0, as notices write it. */
  courtDocumentId: string
  description: string
  /** `n/a` as a rule. */
  originalFileName: string
  /** Two lines of hexadecimal digits, joined. */
  stamp: string
  pages: number
}

/** One message about the filing: a court writes one for each recipient, since each gets a link of their own. */
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
  /** Of courts that give each document a link of its own: in document order, the main document's first. */
  documentLinks: readonly { token: string; url: string }[]
  isRegenerated: boolean
}
