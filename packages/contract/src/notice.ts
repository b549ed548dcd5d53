/**
 * Terminology of the pipeline. Every other file uses these words, and only these.
 *
 * - firm: the law firm whose data this is; nothing is ever shared between firms.
 * - court: a court of the directory, by its short id (`cand`, `nysb`, `ca9`).
 * - notice: what a court's message says, as parsed: cases, filing, documents, recipients.
 * - filing: one entry on a court's docket; stored as an envelope ("ECF Notification").
 * - envelope: the filing as the firm keeps it, one for all the messages that announce it.
 * - document: one PDF of a filing; number 0 within the filing is the main document.
 * - link: the address under which a court serves a document, as a rule once ("free look").
 * - docket number: the number a court gives a case (`3:26-cv-04417-RS`), made of parts.
 * - docket text: what the clerk wrote on the docket; the record, quoted and never edited.
 * - case: a court's case as the firm keeps it; belongs to a matter of a client.
 * - timekeeper: a person of the firm who works on cases and is told of their filings.
 * - inbox item: one received message and everything that happened to it.
 * - stage: one step of the pipeline; outcome: what a stage came to, with a sentence.
 * - delivery: one person told of one envelope. copy: one document stored in one place.
 */

/** Where in the decoded body of the message a value was found: [start, end), in UTF-16 units of the text the console shows. */
export type Span = readonly [start: number, end: number]

/** A value read from a message, with the evidence for it. `span` is undefined when it came from a header. */
export interface Found<T> {
  value: T
  span?: Span
  /** Which part of the message the value is from. */
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

/** Who numbers cases so; absent for federal courts and for numbers that many courts write alike. */
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
 * these and some of their own. Missing parts are wild cards.
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
  /** As the state codes it: Florida's two digits, New Jersey's three letters. */
  county?: string
  /** The court within the scheme: `1D` or `SC` in Florida, `01` or `PD` in Texas, `D-1` of a Texas county. */
  court?: string
  /** The party that a Florida number singles out; Washington's check digit. */
  party?: string
  /** Florida's branch or section, a courthouse in California and Washington; in Texas the number of a writ after the first. */
  branch?: string
}

/** One case that a notice names. Spread entries name several. */
export interface NoticeCase {
  /** As the court writes it; absent where a message names a case by its number only. */
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
  /** What this case's docket says, where the cases of one notice have different texts. */
  docketText?: Found<string>
  /** The court where the case was before, as the Panel on Multidistrict Litigation writes it: `NYE` of `NYE/1:21-cv-02960`. */
  originCourt?: string
  /**
   * This case's own copies of the documents, where each case has some (bankruptcy's adversary proceeding and its main
   * case). Only on cases after the first, whose documents are the notice's.
   */
  documents?: readonly NoticeDocument[]
}

/** A court's link, taken apart. `token` is absent when the court gave none, so nothing can be fetched free. */
export interface NoticeLink {
  /** As it stood in the message, unwrapped from mail gateways' rewriting. */
  url: string
  host: string
  /** The court's document id with its fourth digit coerced to 0. */
  courtDocumentId?: string
  /** `magic_num`, `uid` or the ACMS GUID. Empty and literal `MAGIC` tokens are absent. */
  token?: string
  sequence?: string
  courtCaseId?: string
  span?: Span
}

/** One document that a notice lists, main document first. */
export interface NoticeDocument {
  /** 0 for the main document, attachments count from 1. */
  index: number
  /** The number on the docket, `118` or `118-1`; absent where the notice has none. */
  number?: string
  description: Found<string>
  originalFileName?: string
  /** The court's "Electronic document Stamp", hexadecimal lines as one string. */
  stamp?: string
  link?: NoticeLink
}

export interface NoticeRecipient {
  name: string
  /** The party the person acts for, where the notice says it ("on behalf of Creditor Roe"). */
  onBehalfOf?: string
  emails: readonly string[]
  /** False for those listed under "will not be electronically mailed to". */
  isServedElectronically: boolean
  span?: Span
}

/** One reason to take a message for a certain court's; the court with the most weight behind it wins. */
export interface CourtEvidence {
  courtId: string
  by: 'link' | 'sender' | 'message-id' | 'text' | 'given' | 'case'
  weight: number
  span?: Span
}

/** When something takes place: ISO local date-times, with the IANA zone where the message names one. */
export interface NoticeSchedule {
  starts: string
  ends?: string
  timeZone?: string
  location?: string
}

/** Everything a court's message says. Produced whole or not at all: see `ParseResult`. */
export interface Notice {
  kind: NoticeKind
  /** Name of the parser that read it. */
  format: string
  courtId: Found<string>
  /** Why it is taken for that court's, and what spoke for others; strongest first. */
  courtEvidence: readonly CourtEvidence[]
  /** None for a court's announcement to all its users. */
  cases: readonly NoticeCase[]
  /** What happened, from the subject ("Motion for Summary Judgment"). */
  event?: Found<string>
  docketText?: Found<string>
  documentNumber?: Found<string>
  /** ISO date. */
  filedDate?: Found<string>
  /** When the court entered it: ISO local date-time, and the zone the notice names (`PST`) with its offset in minutes. */
  enteredAt?: Found<{ local: string; zone?: string; offsetMinutes?: number }>
  /** The court user who filed it ("received from …", "entered by …"). */
  filingUser?: Found<string>
  /** The party it was filed for ("Filer: …"). */
  filer?: Found<string>
  isCaseClosed: boolean
  /** The court sent the same notice once more ("This is a re-generated NEF", "Re-send:"). */
  isRepeated?: boolean
  /** The notice says that access to the document is restricted or sealed. */
  isSealed: boolean
  /** Numbers of the docket's other entries that the text refers to ("[20]", "re 11 Motion"). */
  crossReferences: readonly Found<string>[]
  /** The number that an e-filing service gave the transaction (envelope number, transaction ID). */
  reference?: Found<string>
  /** The claim's number in the register of claims of a bankruptcy case. */
  claimNumber?: Found<string>
  /** When the hearing or meeting of an invitation takes place. */
  schedule?: NoticeSchedule
  documents: readonly NoticeDocument[]
  recipients: readonly NoticeRecipient[]
}

/** What a notice of each kind must have to be whole; court and docket number aside, at least one of a list's parts. */
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

/** A complete notice, or why not with whatever was understood. Never half a notice passed on as whole. */
export type ParseResult =
  | { notice: Notice }
  | { unclear: string; understood: Partial<Notice> /** Where the court alone is missing. */; courtHint?: CourtHint }

/** What a state notice tells of its court without naming it, by which the firm's own cases may. */
export interface CourtHint {
  /** The state of the link's host, the sender or the e-filing service. */
  state?: string
  /** What the message calls the court, where the directory has no single court of that name. */
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

export const dispositions = ['NO_DISPOSITION', 'PROCESSED', 'SPLIT', 'IGNORED', 'PARTIAL_SUCCESS'] as const
export type Disposition = (typeof dispositions)[number]

export const dmsStatuses = ['new', 'started', 'failed', 'succeeded', 'delayed', 'canceled'] as const
export type DmsStatus = (typeof dmsStatuses)[number]

export const actionsRequired = ['NONE', 'ECFX', 'USER'] as const

/** How far the sender is proven: the court itself, a forward of a court's message, or nobody. */
export const trustLevels = ['verified', 'forwarded', 'unverified'] as const
export type TrustLevel = (typeof trustLevels)[number]

/** What warns of a deception: a sender who imitates a court, or a message that betrays itself as a fake. */
export const senderFlags = ['look-alike', 'fake'] as const
export type SenderFlag = (typeof senderFlags)[number]

/** What became of one link. Told apart because each has another next step. */
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

/** The transitions of an inbox item; everything else is refused with 409 and the reason. */
export const itemTransitions: Readonly<Record<ItemStatus, readonly ItemStatus[]>> = {
  New: ['Started', 'Manual', 'Canceled'],
  Started: ['Post Processing', 'Retry', 'Action Required', 'Failed', 'Canceled', 'Succeeded'],
  Retry: ['Started', 'Manual', 'Canceled'],
  'Action Required': ['New', 'Manual', 'Canceled'],
  'Post Processing': ['Succeeded', 'Failed', 'Canceled'],
  Failed: ['Manual', 'Canceled', 'New'],
  Manual: ['Succeeded', 'Canceled'],
  // Somebody who was to be told in the daily message could not be.
  Succeeded: ['New', 'Failed'],
  Canceled: ['New'],
}

/** Whether an item may go from one status to another. */
export function canTransition(from: ItemStatus, to: ItemStatus): boolean {
  return itemTransitions[from].includes(to)
}

/** Failed items can be requeued this long after they were received (specification, section 9). */
export const requeueWindowDays = 30
