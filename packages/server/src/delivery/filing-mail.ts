import type { MailContext } from '../templates/mail-template.ts'
import type { DeliveryMethod } from './method.ts'

/** All that a mail about one filing to one person is made of. */
export interface FilingMail {
  delivery: {
    id: string
    itemId: string
    email: string
    /** The timekeeper's name; undefined for additional receipts. */
    name: string | undefined
    method: DeliveryMethod
    /** Why this person. */
    reason: string | null
    /** What the Message-ID begins with; the same for every try. */
    messageKey: string
  }
  firm: {
    name: string
    primaryColor: string | null
    replyToEmail: string | null
    /** In bytes. */
    maxEmailAttachmentSize: number | null
    /** All documents of a filing in one PDF. */
    prefersCombinedDocuments: boolean
    timeZone: string | null
    /** Links may show documents without a log-in. */
    publicDocumentAccess: boolean
  }
  envelope: {
    id: string
    caseId: string | null
    courtId: string | null
    event: string | null
    /** The record: quoted, never edited. */
    docketText: string | null
    caseName: string | null
    docketNumber: string | null
    documentNumber: string | null
    /** ISO date. */
    date: string | null
    /** ISO time. */
    enteredAt: string | null
    filedBy: string | null
    filedOnBehalfOf: string | null
    isSealed: boolean
    /** Who stands for the sender of the notice. */
    sender?: string
    /** Docket numbers of all cases that the filing was spread to. */
    caseNumbers: string | null
  }
  documents: readonly MailDocument[]
  /** How the firm wants the mail to read; Courtcrier's own way when undefined. */
  template: MailTemplate | undefined
}

/** A template of the firm with what it is filled with. */
export interface MailTemplate {
  id: string
  /** Undefined when the template is not there any more. */
  found: { name: string; subject: string | null; body: string | null; context: MailContext } | undefined
}

export interface MailDocument {
  id: string
  number: string | null
  title: string
  verdict: string
  /** What became of it, when it is not here. */
  sentence: string | null
  fileId: string | null
  /** In bytes. */
  size: number | null
  pages: number | null
  sealed: boolean
  originalFileName: string | null
  uploaded: boolean
  /** Where its first copy was stored. */
  storedPath: string | null
}
