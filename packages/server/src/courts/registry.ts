import type { CourtEvidence, Found, Notice, ParseResult } from '@courtcrier/contract/notice.ts'
import { completeNotice } from './complete-notice.ts'
import { type CourtDetection, detectCourt } from './directory/detect-court.ts'
import { findCourt } from './directory/directory.ts'
import { acmsNda } from './formats/acms-nda/parser.ts'
import { bankruptcyFiling } from './formats/bankruptcy-filing/parser.ts'
import { bncNotice } from './formats/bnc-notice/parser.ts'
import { californiaEfsp } from './formats/california-efsp/parser.ts'
import { cmecfNda } from './formats/cmecf-nda/parser.ts'
import { cmecfNef } from './formats/cmecf-nef/parser.ts'
import { cmecfSummary } from './formats/cmecf-summary/parser.ts'
import { courtAnnouncement } from './formats/court-announcement/parser.ts'
import { courtInvitation } from './formats/court-invitation/parser.ts'
import { fileServexpress } from './formats/file-servexpress/parser.ts'
import { floridaPortal } from './formats/florida-portal/parser.ts'
import { nyscef } from './formats/nyscef/parser.ts'
import { scotus } from './formats/scotus/parser.ts'
import { tames } from './formats/tames/parser.ts'
import { taxCourt } from './formats/tax-court/parser.ts'
import { tylerEfile } from './formats/tyler-efile/parser.ts'
import { notesOf } from './message/attached-words.ts'
import type { Message } from './message/message.ts'
import type { CourtParser } from './parser.ts'
import { plainSubject } from './text/plain-subject.ts'
import { describeUnread } from './unread.ts'

/** Every reader of court notices, one per folder, roughly by frequency. */
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
 * Reads a court's message with the parser that fits best. Returns a complete notice, or a sentence saying why not with
 * whatever was understood. `courtId` overrides court detection; `more` are the firm's own formats.
 */
export function parseNotice(message: Message, courtId?: string, more: readonly CourtParser[] = []): ParseResult {
  try {
    // The firm's own formats may look for its gateway's words, so they receive the original subject.
    const plain = withPlainSubject(message)
    const chosen = better(findParser(message, more), findParser(plain, courtParsers))
    const detection = courtId === undefined ? detectCourt(plain) : givenCourt(courtId)
    return chosen ? readWith(chosen, detection) : describeUnread(plain, detection)
  } catch (error) {
    // Parsers never throw, and their tests try to make them. If one does, the message is left to a person instead of
    // stopping the mail.
    const reason = error instanceof Error ? error.message : String(error)
    return { unclear: `Courtcrier failed to read this message (${reason}). Read it yourself.`, understood: {} }
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
    // Certain: most mail is in one of the first few formats, and scoring with all the others costs as much as reading.
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
  // A line that sounds like a court's name doesn't count if the reader couldn't identify a court from its words.
  const isRead = courtHint !== undefined && detection.evidence[0]?.by === 'text'
  const courtId = isGiven ? detection.found : (understood.courtId ?? (isRead ? undefined : detection.found))
  const whole: Partial<Notice> = {
    ...understood,
    format: parser.name,
    ...(courtId && { courtId }),
    courtEvidence: evidenceFor(courtId, detection.evidence),
  }
  const completed = completeNotice(whole, obstacle)
  const note = obstacle === undefined ? unopened(message, whole) : undefined
  const result = 'unclear' in completed && note !== undefined ? { ...completed, unclear: note } : completed
  return 'unclear' in result && !courtId && obstacle === undefined && courtHint ? { ...result, courtHint } : result
}

/** What couldn't be opened is why a message without a case has none, though its subject is that of a notice. */
function unopened(message: Message, { cases = [] }: Partial<Notice>): string | undefined {
  return cases.length === 0 ? notesOf(message)[0] : undefined
}

/** Puts a court that the parser itself read from the message's words first. */
function evidenceFor(courtId: Found<string> | undefined, evidence: readonly CourtEvidence[]): readonly CourtEvidence[] {
  if (!courtId || evidence[0]?.courtId === courtId.value) return evidence
  const own = { courtId: courtId.value, by: 'text', weight: 100, ...(courtId.span && { span: courtId.span }) } as const
  return [own, ...evidence.filter((entry) => entry.courtId !== courtId.value)]
}
