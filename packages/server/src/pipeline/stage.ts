import type { Cadence } from '@courtcrier/contract/delivery-settings.ts'
import type { Notice, StageName } from '@courtcrier/contract/notice.ts'
import type { recipientLevels } from '@courtcrier/contract/resources/delivery.ts'
import type { Firm } from '@courtcrier/contract/resources/firm.ts'
import type { Config } from '../base/config.ts'
import type { Trx } from '../base/db/database.ts'
import type { LeftOut } from '../delivery/choose-recipients.ts'
import type { Returned } from '../delivery/returned.ts'
import type { Message, MessagePart } from '../mail/message.ts'
import type { Origin } from '../mail/origin.ts'
import type { SenderCheck } from '../mail/sender-check.ts'
import type { Examine } from '../mail/sender-evidence.ts'
import type { Contradiction, Sureness } from '../matching/contradictions.ts'
import type { RetrieveDeps } from '../retrieval/try-links.ts'
import type { FirmFormats } from './firm-formats.ts'

/**
 * One step of the pipeline. It may read the database and use the network, and never writes to the database:
 * what it came to is committed by run.ts, so that a crash resumes after the last stage that was committed.
 */
export interface Stage<Name extends ResultName = ResultName> {
  name: Name
  run: (work: Work, deps: StageDeps) => Promise<Outcome<Results[Name]>>
  /** It waits for courts, name servers or a thread, so it runs outside of any transaction. */
  waitsOutside?: boolean
  /** Work with the same key is done one after the other, commit included, over all processes. */
  exclusiveKey?: (work: Work) => string | undefined
}

/** What a stage came to; every sentence is shown in the item's timeline. */
export type Outcome<Result = unknown> =
  | { kind: 'done'; sentence: string; result: Result }
  /** A person decides. */
  | { kind: 'review'; sentence: string; result?: Partial<Result> | object }
  /** Later again, after a back-off. */
  | { kind: 'retry'; sentence: string }
  /** The message holds several notices: each becomes an item of its own, and this one ends. */
  | { kind: 'split'; sentence: string; parts: readonly MessagePart[] }
  /** Nothing is to be done with this message, by the firm's own rules or because it tells of a mail of ours. */
  | { kind: 'ignore'; sentence: string; returned?: Returned }

/** What each stage leaves for the ones after it. */
export interface Results {
  authenticate: SenderResult
  parse: { notice: Notice; filingKey: string }
  retrieve: RetrieveResult
  prepare: { titles: readonly string[] }
  match: MatchResult
  address: { recipients: readonly Recipient[]; leftOut?: readonly LeftOut[] }
  deliver: { planned: readonly Recipient[] }
  store: { copies: readonly CopyPlan[] }
}
/** What is kept of the check of a sender. */
export interface SenderResult
  extends Pick<SenderCheck, 'trust' | 'flag' | 'reasons' | 'proof' | 'originalIds' | 'onlyFor'> {
  /** The check's own sentence. */
  why?: string
}

/** A person's word for the sender of one message. */
export interface Vouch {
  userId: string
  /** Their name when they gave it. */
  name: string
  /** The warning that they were shown; a vouch doesn't cover another. */
  flag?: SenderCheck['flag']
}

export type ResultName = keyof Results & StageName

export interface MatchResult {
  caseIds: readonly string[]
  /** How each was found; absent where a person chose. */
  matches?: readonly FoundMatch[]
  chosenBy?: string
}

export interface FoundMatch {
  caseId: string
  sureness: Sureness
  /** The court's id of the docket that it was found for. */
  courtCaseId?: string
}

/** What waits for a person's choice of a case. */
export interface MatchReview {
  candidates: readonly string[]
  /** What the notice and a candidate disagree on. */
  doubts?: readonly { caseId: string; about: readonly Contradiction[] }[]
  /** Cases of the notice's other dockets, which are certain. */
  matched?: readonly string[]
}

export interface RetrieveResult {
  documents: readonly FetchedDocument[]
  /** Journal keys of the links that were asked. */
  keys: readonly string[]
  /** Why something is missing, for the end of the item; empty when all is there. */
  gap: string
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
  /** A person added it. */
  uploaded?: boolean
  /** Kept, but under seal. */
  sealed?: boolean
}

export interface Recipient {
  email: string
  timekeeperId?: string
  method: string
  /** At once, in the daily message, or both; at once where absent (recorded before there was a choice). */
  cadence?: Cadence
  level?: (typeof recipientLevels)[number]
  ruleId?: string
  templateId?: string
  /** Why this person, with the level it came from. */
  reason: string
}

export interface CopyPlan {
  copyKey: string
  storagePolicyId: string
  documentId: string | undefined
  fileId: string
}

/** One item on its way, as the stages see it. */
export interface Work {
  firmId: number
  itemId: string
  receivedAt: string
  rawContent: string
  envelopeId: string | undefined
  /** The filing's documents in their order, once retrieval has recorded them in the same transaction. */
  documents?: readonly { id: string; fileId: string | null }[] | undefined
  /** Tries since it was last queued by a person or received. */
  attempts: number
  firm: Firm
  /** How the message came in. */
  origin: Origin
  /** What the stages before came to. */
  results: Partial<Results>
  /** The person who vouched for a sender who is not proven. */
  vouch: Vouch | undefined
  /** The court that a person said the message is from. */
  givenCourt?: string | undefined
  raw: () => Promise<Uint8Array>
  /** The decoded message; a problem when the bytes are no mail. */
  message: () => Promise<{ message: Message } | { problem: string }>
}

export interface StageDeps {
  config: Config
  /** A short transaction of the item's firm, for reading. */
  read: <T>(run: (trx: Trx) => Promise<T>) => Promise<T>
  /** The formats that the firm defined. */
  formats: FirmFormats['find']
  retrieval: RetrieveDeps
  /** Checks the signatures and servers of senders. */
  examine: Examine
  /** Which of these cases may be matched; all of them when absent. */
  seenCases?: (trx: Trx, ids: readonly string[]) => Promise<ReadonlySet<string>>
}
