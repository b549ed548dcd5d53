/**
 * Terminology of the pipeline. Every other file uses these words, and only these.
 *
 * - firm: the law firm whose data this is; nothing is ever shared between firms.
 * - court: a court of the directory, by its short ID (`cand`, `nysb`, `ca9`).
 * - notice: the content of a court's message, as parsed: cases, filing, documents, recipients.
 * - filing: one entry on a court's docket; stored as an envelope ("ECF Notification").
 * - envelope: the firm's record of a filing, one for all the messages that announce it.
 * - document: one PDF of a filing; number 0 within the filing is the main document.
 * - link: the address under which a court serves a document, usually once ("free look").
 * - docket number: the number a court assigns to a case (`3:26-cv-04417-RS`), made of parts.
 * - docket text: the clerk's entry on the docket; quoted as written and never edited.
 * - case: the firm's record of a court's case; belongs to a matter of a client.
 * - timekeeper: a person at the firm who works on cases and is notified of their filings.
 * - inbox item: one received message and everything that happened to it.
 * - stage: one step of the pipeline; outcome: its result, with a sentence.
 * - delivery: one person notified of one envelope. copy: one document saved in one DMS.
 */

/**
 * The position of a value in the message's decoded body: [start, end), in UTF-16 units of the text the console shows.
 */
export type Span = readonly [start: number, end: number]

/** A value read from a message, with its evidence. `span` is undefined for a value from a header. */
export interface Found<T> {
  value: T
  span?: Span
  /** The part of the message the value is from. */
  from: 'body' | 'subject' | 'header' | 'derived'
}

export const noticeKinds = [
  'filing',
  'modification',
  'claim',
  'announcement',
  'invitation',
  'summary',
  'confirmation',
  'rejection',
  'service',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** The authority with this numbering scheme; absent for federal courts and for formats many courts share. */
export type DocketScheme =
  | 'tax-court'
  | 'texas-appellate'
  | 'texas-trial'
  | 'florida-appellate'
  | 'florida'
  | 'new-york'
  | 'new-york-appeals'
  | 'new-jersey'
  | 'california'
  | 'washington'

/**
 * The parts of a docket number. Federal: office:year-type-serial-assigned-referred-defendant; state courts have some of
 * these and some others. Missing parts are wildcards.
 */
export interface DocketParts {
  office?: string
  /** Four digits. */
  year?: number
  /** Lower case: `cv`, `cr`, `mc`, `bk`. */
  type?: string
  serial?: number
  /** Judges' initials, assigned first, referred second. */
  judges?: readonly string[]
  defendant?: string
  chapter?: string
  scheme?: DocketScheme
  /** In the state's own coding: Florida's two digits, New Jersey's three letters. */
  county?: string
  /** The court within the scheme: `1D` or `SC` in Florida, `01` or `PD` in Texas, `D-1` of a Texas county. */
  court?: string
  /** The party a Florida number refers to; Washington's check digit. */
  party?: string
  /**
   * Florida's branch or section; a courthouse in California and Washington; in Texas the number of a writ after the
   * first.
   */
  branch?: string
}

/** One case that a notice names. Spread entries name several. */
export interface NoticeCase {
  /** As the court writes it; absent if a message names a case by its number only. */
  name?: Found<string>
  /** As the court writes it, judge initials included. */
  docketNumber: Found<string>
  parts: DocketParts
  /** The court's own key of the case (`caseid=`, `DktRpt.pl?…`); digits. */
  courtCaseId?: Found<string>
  documentNumber?: Found<string>
  /** Link of the main document on this case's row. */
  link?: NoticeLink
  isClosed?: boolean
  /** This case's docket text, if the cases of one notice have different ones. */
  docketText?: Found<string>
  /** The case's previous court, as the Panel on Multidistrict Litigation writes it: `NYE` of `NYE/1:21-cv-02960`. */
  originCourt?: string
  /**
   * This case's own copies of the documents, if each case has some (bankruptcy's adversary proceeding and its main
   * case). Only on cases after the first, whose documents are the notice's.
   */
  documents?: readonly NoticeDocument[]
}

/** A court's link, parsed. `token` is absent when the court gave none, so nothing can be retrieved for free. */
export interface NoticeLink {
  /** As in the message, but unwrapped from mail gateways' rewriting. */
  url: string
  host: string
  /** The court's document ID with its fourth digit coerced to 0. */
  courtDocumentId?: string
  /** `magic_num`, `uid` or the ACMS GUID. Empty and literal `MAGIC` tokens are absent. */
  token?: string
  sequence?: string
  courtCaseId?: string
  span?: Span
}

/** One document that a notice lists, main document first. */
export interface NoticeDocument {
  /** 0 for the main document; attachments count from 1. */
  index: number
  /** The number on the docket, `118` or `118-1`; absent if the notice has none. */
  number?: string
  description: Found<string>
  originalFileName?: string
  /** The court's "Electronic document Stamp", hexadecimal lines as one string. */
  stamp?: string
  link?: NoticeLink
}

export interface NoticeRecipient {
  name: string
  /** The party the person represents, if the notice says so ("on behalf of Creditor Roe"). */
  onBehalfOf?: string
  emails: readonly string[]
  /** False for those listed under "will not be electronically mailed to". */
  isServedElectronically: boolean
  span?: Span
}

/** One reason to attribute a message to a court; the court with the highest total weight wins. */
export interface CourtEvidence {
  courtId: string
  by: 'link' | 'sender' | 'message-id' | 'text' | 'given' | 'case'
  weight: number
  span?: Span
}

/** The time of a hearing or meeting: ISO local date-times, with the IANA zone if the message names one. */
export interface NoticeSchedule {
  starts: string
  ends?: string
  timeZone?: string
  location?: string
}

/** The complete content of a court's message. Produced whole or not at all: see `ParseResult`. */
export interface Notice {
  kind: NoticeKind
  /** Name of the parser that read it. */
  format: string
  courtId: Found<string>
  /** The reasons for this court, and those for others; strongest first. */
  courtEvidence: readonly CourtEvidence[]
  /** None for a court's announcement to all its users. */
  cases: readonly NoticeCase[]
  /** The event, from the subject ("Motion for Summary Judgment"). */
  event?: Found<string>
  docketText?: Found<string>
  documentNumber?: Found<string>
  /** ISO date. */
  filedDate?: Found<string>
  /**
   * The time the court entered it: ISO local date-time, and the zone the notice names (`PST`) with its offset in
   * minutes.
   */
  enteredAt?: Found<{ local: string; zone?: string; offsetMinutes?: number }>
  /** The court user who filed it ("received from …", "entered by …"). */
  filingUser?: Found<string>
  /** The party it was filed for ("Filer: …"). */
  filer?: Found<string>
  isCaseClosed: boolean
  /** Whether the court sent the same notice again ("This is a re-generated NEF", "Re-send:"). */
  isRepeated?: boolean
  /** Whether the notice says that access to the document is restricted or sealed. */
  isSealed: boolean
  /** Numbers of other docket entries the text refers to ("[20]", "re 11 Motion"). */
  crossReferences: readonly Found<string>[]
  /** The e-filing service's number for the transaction (envelope number, transaction ID). */
  reference?: Found<string>
  /** The claim's number in the register of claims of a bankruptcy case. */
  claimNumber?: Found<string>
  /** The time of the hearing or meeting in an invitation. */
  schedule?: NoticeSchedule
  documents: readonly NoticeDocument[]
  recipients: readonly NoticeRecipient[]
}

/** The parts a notice of each kind needs to be complete; besides court and docket number, at least one of each list. */
export const requiredParts: Readonly<Record<NoticeKind, readonly (readonly (keyof Notice)[])[]>> = {
  filing: [['cases'], ['event', 'docketText']],
  modification: [['cases'], ['event', 'docketText']],
  claim: [['cases'], ['claimNumber', 'docketText', 'event']],
  announcement: [['event', 'docketText']],
  invitation: [['event', 'docketText']],
  summary: [['cases']],
  confirmation: [
    ['reference', 'cases'],
    ['event', 'docketText'],
  ],
  rejection: [
    ['reference', 'cases'],
    ['event', 'docketText'],
  ],
  service: [['cases'], ['event', 'docketText', 'documents']],
}

/**
 * A complete notice, or the reason it isn't one and the parts that were understood. Half a notice is never passed on as
 * complete.
 */
export type ParseResult =
  | { notice: Notice }
  | { unclear: string; understood: Partial<Notice> /** If only the court is missing. */; courtHint?: CourtHint }

/** Hints in a state notice about its unnamed court, so that the firm's own cases can identify it. */
export interface CourtHint {
  /** The state of the link's host, the sender or the e-filing service. */
  state?: string
  /** The court's name in the message, if the directory has no single court of that name. */
  words?: string
}

/** Inbox item statuses, with the specification's spelling. */
export const itemStatuses = [
  'New',
  'Started',
  'Retry',
  'Action Required',
  'Post Processing',
  'Succeeded',
  'Failed',
  'Manual',
  'Canceled',
] as const
export type ItemStatus = (typeof itemStatuses)[number]

/** Statuses in the order in which one of them stands for a filing whose messages have several. */
export const mostUrgentFirst = [
  'Action Required',
  'Failed',
  'Manual',
  'Retry',
  'New',
  'Started',
  'Post Processing',
  'Succeeded',
  'Canceled',
] as const satisfies readonly ItemStatus[]

export const dispositions = ['NO_DISPOSITION', 'PROCESSED', 'SPLIT', 'IGNORED', 'PARTIAL_SUCCESS'] as const
export type Disposition = (typeof dispositions)[number]

export const dmsStatuses = ['new', 'started', 'failed', 'succeeded', 'delayed', 'canceled'] as const
export type DmsStatus = (typeof dmsStatuses)[number]

export const actionsRequired = ['NONE', 'ECFX', 'USER'] as const

/** How the sender was verified: the court itself, a forward of a court's message, or not at all. */
export const trustLevels = ['verified', 'forwarded', 'unverified'] as const
export type TrustLevel = (typeof trustLevels)[number]

/** Warnings of deception: a sender who imitates a court, or a message that shows signs of a fake. */
export const senderFlags = ['look-alike', 'fake'] as const
export type SenderFlag = (typeof senderFlags)[number]

/** The result for one link. Distinguished because each has a different next step. */
export const linkVerdicts = [
  'fetched',
  'spent',
  'sealed',
  'restricted',
  'login',
  'unavailable',
  'broken',
  'refused',
  'none',
  'awaited',
] as const
export type LinkVerdict = (typeof linkVerdicts)[number]

export const stageNames = [
  'receive',
  'authenticate',
  'parse',
  'retrieve',
  'prepare',
  'match',
  'address',
  'deliver',
  'store',
] as const
export type StageName = (typeof stageNames)[number]

/** The transitions of an inbox item; any other is refused with 409 and the reason. */
export const itemTransitions: Readonly<Record<ItemStatus, readonly ItemStatus[]>> = {
  New: ['Started', 'Manual', 'Canceled'],
  Started: ['Post Processing', 'Retry', 'Action Required', 'Failed', 'Canceled', 'Succeeded'],
  Retry: ['Started', 'Manual', 'Canceled'],
  // Everything else is done once a person says that a missing document isn't needed.
  'Action Required': ['New', 'Manual', 'Canceled', 'Post Processing', 'Succeeded', 'Failed'],
  'Post Processing': ['Succeeded', 'Failed', 'Canceled'],
  Failed: ['Manual', 'Canceled', 'New'],
  Manual: ['Succeeded', 'Canceled'],
  // A recipient of the daily digest couldn't be notified.
  Succeeded: ['New', 'Failed'],
  Canceled: ['New'],
}

/** Returns whether an item may change from one status to another. */
export function canTransition(from: ItemStatus, to: ItemStatus): boolean {
  return itemTransitions[from].includes(to)
}

/** Days after they failed in which items can be reprocessed (specification, section 9). */
export const requeueWindowDays = 30
