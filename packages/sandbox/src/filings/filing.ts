import type { ServedPerson, UnservedPerson } from '../world/cases.ts'

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
  /** Number within the court's stamps and message ids. */
  fileNumber: number
  /** Main document first; none for text-only entries. */
  documents: readonly FilingDocument[]
  notices: readonly FilingNotice[]
  served: readonly ServedPerson[]
  notServed: readonly UnservedPerson[]
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
  isRegenerated: boolean
}
