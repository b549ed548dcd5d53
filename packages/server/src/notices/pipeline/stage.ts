import type { Cadence } from '@courtcrier/contract/delivery-settings.ts'
import type { Notice, NoticeLink, StageName } from '@courtcrier/contract/notice.ts'
import type { recipientLevels } from '@courtcrier/contract/resources/delivery.ts'
import type { Firm } from '@courtcrier/contract/resources/firm.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import type { Config } from '../../base/config.ts'
import type { Trx } from '../../base/db/database.ts'
import type { Message, MessagePart } from '../../courts/message/message.ts'
import type { TitleReading } from '../../courts/titles/find-title.ts'
import type { Origin } from '../../mail/origin.ts'
import type { SenderCheck } from '../../mail/sender-check.ts'
import type { Examine } from '../../mail/sender-evidence.ts'
import type { PdfStamps } from '../../retrieval/pdf-stamps.ts'
import type { RetrieveDeps } from '../../retrieval/try-links.ts'
import type { LeftOut } from '../addressing/choose-recipients.ts'
import type { OwnFiler } from '../addressing/own-filer.ts'
import type { CaseMaker } from '../case-creation/case-maker.ts'
import type { Contradiction, Sureness } from '../matching/contradictions.ts'
import type { OnePerPlace } from '../storing/one-per-place.ts'
import type { Ignoring } from './caught-by.ts'
import type { FirmFormats } from './firm-formats.ts'

/**
 * One stage of the pipeline. It may read the database and use the network, but never writes to the database, except
 * for what `StageDeps` writes for it: run.ts commits its outcome, so that a crash resumes after the last committed stage.
 */
export interface Stage<Name extends ResultName = ResultName> {
  name: Name
  run: (work: Work, deps: StageDeps) => Promise<Outcome<Results[Name]>>
  /** True if it waits for courts, name servers or a thread, and so runs outside any transaction. */
  waitsOutside?: boolean
  /** Work with the same key runs sequentially across all processes, including its commit. */
  exclusiveKey?: (work: Work) => string | undefined
  /** The server it asks. Work for one that is slow waits in the queue, where it keeps no other from a worker's slot. */
  server?: {
    name: (work: Work) => string | undefined
    /** Whether there is anything left to ask it for. */
    isNeeded: (work: Work, deps: Pick<StageDeps, 'read'>) => Promise<boolean>
  }
}

/** The outcome of a stage; every sentence is shown in the item's history. */
export type Outcome<Result = unknown> =
  | { kind: 'done'; sentence: string; result: Result }
  /** A person decides. */
  | { kind: 'review'; sentence: string; result?: Partial<Result> | object }
  /** Retried after a back-off. */
  | { kind: 'retry'; sentence: string }
  /** The message contains several notices: each becomes a separate item, and this one ends. */
  | { kind: 'split'; sentence: string; parts: readonly MessagePart[] }
  /** Nothing needs to be done: the firm's own rules ignore the message, or it reports on an email that we sent. */
  | ({ kind: 'ignore'; sentence: string } & Ignoring)

/** The result of each stage, for the stages after it. */
export interface Results {
  authenticate: SenderResult
  parse: { notice: Notice; filingKey: string; misfit?: string }
  retrieve: RetrieveResult
  prepare: { titles: readonly string[] }
  match: MatchResult
  address: {
    recipients: readonly Recipient[]
    leftOut?: readonly LeftOut[]
    /** The jurisdiction preference that counted. */
    preference?: { id: string; description: string }
    /** The setting that has documents titled as they title themselves. */
    ownTitles?: OwnTitlesPlan
    /** The timekeeper who made the filing; absent if the firm didn't. */
    ownFiler?: OwnFiler
  }
  deliver: { planned: readonly Recipient[]; stampWait?: StampWaitPlan }
  store: { copies: readonly CopyPlan[] }
}
/** The saved part of a sender check. */
export interface SenderResult
  extends Pick<SenderCheck, 'trust' | 'flag' | 'reasons' | 'proof' | 'originalIds' | 'shown' | 'onlyFor' | 'believed'>,
    Pick<Ignoring, 'otherCaseIds'> {
  /** The check's own sentence. */
  why?: string
}

/** A person's vouching for the sender of one message. */
export interface Vouch {
  userId: string
  /** Their name at that time. */
  name: string
  /** The warning they were shown; the vouch doesn't cover any other. */
  flag?: SenderCheck['flag']
}

/** A person's approval of a notice that waited for one. */
export type Approval = Pick<Vouch, 'userId' | 'name'>

export type ResultName = keyof Results & StageName

export interface MatchResult {
  caseIds: readonly string[]
  /** How each was found; absent where a person chose. */
  matches?: readonly FoundMatch[]
  chosenBy?: string
  /** The ID of the rule that made the case. */
  madeBy?: string
}

export interface FoundMatch {
  caseId: string
  sureness: Sureness
  /** The court's ID of the docket it was found for. */
  courtCaseId?: string
}

/** The result of matching when a person must choose the case. */
export interface MatchReview {
  candidates: readonly string[]
  /** What a document's stamp says otherwise than the notice. */
  stamped?: string
  /** The contradictions between the notice and a candidate. */
  doubts?: readonly { caseId: string; about: readonly Contradiction[] }[]
  /** Cases of the notice's other dockets, which are certain. */
  matched?: readonly string[]
}

export interface RetrieveResult {
  documents: readonly FetchedDocument[]
  /** Journal keys of the links that were requested. */
  keys: readonly string[]
  /** Why a document is missing, for the item's ending; empty if none is. */
  gap: string
  /** In milliseconds, until the court is asked again for what it couldn't be asked for; absent if it isn't. */
  askAgainMs?: number
  /** Whether people were notified before without a document that was retrieved now. */
  isLate?: boolean
}

export interface FetchedDocument {
  position: number
  number?: string
  title: string
  verdict: string
  sentence: string
  fileId?: string
  size?: number
  pages?: number
  courtDocumentId?: string
  /** True if a person added it. */
  uploaded?: boolean
  /** Saved, but under seal. */
  sealed?: boolean
  /** What courts stamped on it; absent if it couldn't be read. */
  stamps?: PdfStamps
  /** The title it gives itself; absent if it couldn't be read. */
  ownTitle?: TitleReading
  /** An uploaded document that a court stamped. */
  stampedByCourt?: boolean
  /** The link that led to it, if the notice only links to it. */
  webLink?: NoticeLink
}

export interface Recipient {
  email: string
  timekeeperId?: string
  method: string
  /** At once, in the daily message, or both. If absent (recorded before there was a choice), at once. */
  cadence?: Cadence
  level?: (typeof recipientLevels)[number]
  ruleId?: string
  templateId?: string
  /** Why this person is notified, with the level responsible. */
  reason: string
}

/** That the filing's documents are titled as they title themselves. */
export interface OwnTitlesPlan {
  processingId: string
  /** The setting that says so, as a sentence. */
  because: string
}

/** How long a filing's recipients wait for the court to stamp its documents. */
export interface StampWaitPlan {
  processingId: string
  minutes: number
  /** They are notified of the unstamped documents after this many minutes. */
  releaseMinutes?: number
  /** The setting that says so, as a sentence. */
  because: string
}

export interface CopyPlan {
  copyKey: string
  /** The case it is saved for; absent for a filing without one. */
  caseId?: string | undefined
  storagePolicyId: string
  documentId: string | undefined
  fileId: string
  /** The ID of the copy of a former case that becomes this one. */
  takesOver?: string
}

/** One item in progress, as the stages see it. */
export interface Work {
  firmId: number
  itemId: string
  receivedAt: string
  rawContent: string
  /** How it came: `smtp`, `imap`, `file` or `manual`. */
  via: string
  /** The address in the message's From line. */
  sender: string | undefined
  envelopeId: string | undefined
  /** The filing's documents in their order, once retrieval has recorded them in the same transaction. */
  documents?: readonly { id: string; fileId: string | null }[] | undefined
  /** Attempts since it was received or last reprocessed by a person. */
  attempts: number
  /** Which of its passes through the pipeline it is: what a former one found isn't recorded. */
  pass?: number | undefined
  firm: Firm
  /** How the message was received. */
  origin: Origin
  /** The results of earlier stages. */
  results: Partial<Results>
  /** The person who vouched for an unverified sender. */
  vouch: Vouch | undefined
  /** The person who approved notifying people, where the firm wants that. */
  approval?: Approval | undefined
  /** The court that a person chose for the message. */
  givenCourt?: string | undefined
  raw: () => Promise<Uint8Array>
  /** The decoded message, or a problem when the bytes aren't an email. */
  message: () => Promise<{ message: Message } | { problem: string }>
}

export interface StageDeps {
  config: Config
  secrets: Pick<SealingBox, 'open'>
  /** Runs a short transaction of the item's firm, for reading. */
  read: <T>(run: (trx: Trx) => Promise<T>) => Promise<T>
  /** Finds the formats that the firm defined. */
  formats: FirmFormats['find']
  retrieval: RetrieveDeps
  /** Checks the signatures and servers of senders. */
  examine: Examine
  /** Makes the cases of the firm's rules, within the transaction that `read` runs in; a preview makes none. */
  cases?: CaseMaker
  onePerPlace: OnePerPlace
  /** Called once the stage asks its server for nothing more and waits for something else. */
  onWaiting?: () => void
  /** Which of these cases may be matched; all of them when absent. */
  seenCases?: (trx: Trx, ids: readonly string[]) => Promise<ReadonlySet<string>>
}
