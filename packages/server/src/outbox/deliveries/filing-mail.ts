import type { MailContext } from '../templates/mail-template.ts'
import type { DeliveryMethod } from './method.ts'

/** Everything needed for the email that notifies one person of one filing. */
export interface FilingMail {
  delivery: {
    id: string
    itemId: string
    email: string
    /** The timekeeper's name; undefined for additional receipts. */
    name: string | undefined
    method: DeliveryMethod
    /** Why this person is notified. */
    reason: string | null
    /** The start of the Message-ID; the same for every attempt. */
    messageKey: string
  }
  firm: {
    name: string
    primaryColor: string | null
    replyToEmail: string | null
    /** In bytes. */
    maxEmailAttachmentSize: number | null
    /** Whether the documents of a filing are combined into one PDF. */
    prefersCombinedDocuments: boolean
    timeZone: string | null
    /** Whether links show documents without a login. */
    publicDocumentAccess: boolean
  }
  envelope: {
    id: string
    caseId: string | null
    courtId: string | null
    event: string | null
    /** The court's record: quoted, never edited. */
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
    /** Who vouches for the sender of the notice. */
    sender?: string
    /** Docket numbers of all cases that the filing was spread to. */
    caseNumbers: string | null
  }
  documents: readonly MailDocument[]
  /** The filing's wait for the court's stamp, if it waited or waits. */
  stampWait?: { status: string; minutes: number } | undefined
  /** The firm's template; if undefined, Courtcrier's own format is used. */
  template: MailTemplate | undefined
}

/** A template of the firm with the values to fill it in. */
export interface MailTemplate {
  id: string
  /** Undefined if the template no longer exists. */
  found: { name: string; subject: string | null; body: string | null; context: MailContext } | undefined
  /** Why it may not be used, as a sentence. */
  refused?: string
}

export interface MailDocument {
  id: string
  number: string | null
  title: string
  verdict: string
  /** Why the document is missing, if it is. */
  sentence: string | null
  fileId: string | null
  /** In bytes. */
  size: number | null
  pages: number | null
  sealed: boolean
  originalFileName: string | null
  uploaded: boolean
  /** Its saved copies in the DMS, in order of their paths: each case of the filing may have one. */
  copies: readonly SavedCopy[]
}

export interface SavedCopy {
  path: string
  /** Its address in the DMS, as the DMS gave it. */
  link: string | null
}
