import type { CourtEvidence, Found, Notice, ParseResult } from '@courtcrier/contract/notice.ts'
import type { Message } from '../mail/message.ts'
import { acmsNda } from './acms-nda/parser.ts'
import { bankruptcyFiling } from './bankruptcy-filing/parser.ts'
import { bncNotice } from './bnc-notice/parser.ts'
import { californiaEfsp } from './california-efsp/parser.ts'
import { cmecfNda } from './cmecf-nda/parser.ts'
import { cmecfNef } from './cmecf-nef/parser.ts'
import { cmecfSummary } from './cmecf-summary/parser.ts'
import { completeNotice } from './complete-notice.ts'
import { courtAnnouncement } from './court-announcement/parser.ts'
import { courtInvitation } from './court-invitation/parser.ts'
import { type CourtDetection, detectCourt } from './detect-court.ts'
import { findCourt } from './directory.ts'
import { fileServexpress } from './file-servexpress/parser.ts'
import { floridaPortal } from './florida-portal/parser.ts'
import { nyscef } from './nyscef/parser.ts'
import type { CourtParser } from './parser.ts'
import { plainSubject } from './plain-subject.ts'
import { scotus } from './scotus/parser.ts'
import { tames } from './tames/parser.ts'
import { taxCourt } from './tax-court/parser.ts'
import { tylerEfile } from './tyler-efile/parser.ts'
import { describeUnread } from './unread.ts'

/** Every reader of court notices, one a folder; the most frequent first. */
export const courtParsers: readonly CourtParser[] = [
  cmecfNef,
  acmsNda,
  cmecfNda,
  bankruptcyFiling,
  scotus,
  tames,
  taxCourt,
  cmecfSummary,
  bncNotice,
  courtAnnouncement,
  courtInvitation,
  tylerEfile,
  floridaPortal,
  nyscef,
  fileServexpress,
  californiaEfsp,
]

/**
 * Reads a court's message with the parser that knows it best: a whole notice, or a sentence saying why not with
 * whatever was understood. `courtId` overrides the detection of the court; `more` are formats that the firm defined.
 */
export function parseNotice(message: Message, courtId?: string, more: readonly CourtParser[] = []): ParseResult {
  try {
    // The firm's own formats may ask for its gateway's words, so they see the subject as it came.
    const plain = withPlainSubject(message)
    const chosen = better(findParser(message, more), findParser(plain, courtParsers))
    const detection = courtId === undefined ? detectCourt(plain) : givenCourt(courtId)
    return chosen ? readWith(chosen, detection) : describeUnread(plain, detection)
  } catch (error) {
    // Parsers never throw (their tests try); should one, the message waits for a person instead of stopping the mail.
    const reason = error instanceof Error ? error.message : String(error)
    return { unclear: `Courtcrier failed to read this message (${reason}). Please read it yourself.`, understood: {} }
  }
}

/** The parser that a message is read with. */
interface Chosen {
  parser: CourtParser
  message: Message
  score: number
}

function withPlainSubject(message: Message): Message {
  const subject = plainSubject(message.subject)
  return subject === message.subject ? message : { ...message, subject }
}

function findParser(message: Message, parsers: readonly CourtParser[]): Chosen | undefined {
  let best: Chosen | undefined
  for (const parser of parsers) {
    const score = parser.score(message)
    if (score <= (best?.score ?? 0)) continue
    best = { parser, message, score }
    // Certain: most mail is of the first few formats, and asking fifteen costs as much as reading one.
    if (score >= 1) return best
  }
  return best
}

function better(first: Chosen | undefined, second: Chosen | undefined): Chosen | undefined {
  return first && second && second.score > first.score ? second : (first ?? second)
}

function givenCourt(courtId: string): CourtDetection {
  return { found: { value: courtId, from: 'derived' }, evidence: [{ courtId, by: 'given', weight: 1_000 }] }
}

function readWith({ parser, message }: Chosen, detection: CourtDetection): ParseResult {
  const isGiven = detection.evidence[0]?.by === 'given'
  const court = detection.found && findCourt(detection.found.value)
  const { understood, obstacle, courtHint } = parser.read(message, { court, found: detection.found })
  // A line that sounds like a court's name says nothing where the reader found its words to mean none.
  const isRead = courtHint !== undefined && detection.evidence[0]?.by === 'text'
  const courtId = isGiven ? detection.found : (understood.courtId ?? (isRead ? undefined : detection.found))
  const whole: Partial<Notice> = {
    ...understood,
    format: parser.name,
    ...(courtId && { courtId }),
    courtEvidence: evidenceFor(courtId, detection.evidence),
  }
  const result = completeNotice(whole, obstacle)
  return 'unclear' in result && !courtId && obstacle === undefined && courtHint ? { ...result, courtHint } : result
}

/** A court that the parser itself read from the message's words stands first. */
function evidenceFor(courtId: Found<string> | undefined, evidence: readonly CourtEvidence[]): readonly CourtEvidence[] {
  if (!courtId || evidence[0]?.courtId === courtId.value) return evidence
  const own = { courtId: courtId.value, by: 'text', weight: 100, ...(courtId.span && { span: courtId.span }) } as const
  return [own, ...evidence.filter((entry) => entry.courtId !== courtId.value)]
}
