import type { CourtEvidence, Found, Notice, ParseResult } from '@courtcrier/contract/notice.ts'
import type { Message } from '../mail/message.ts'
import { cmecfNef } from './cmecf-nef/parser.ts'
import { completeNotice } from './complete-notice.ts'
import { type CourtDetection, detectCourt } from './detect-court.ts'
import { findCourt } from './directory.ts'
import type { CourtParser } from './parser.ts'
import { describeUnread } from './unread.ts'

/** Every reader of court notices, one a folder. */
export const courtParsers: readonly CourtParser[] = [cmecfNef]

/**
 * Reads a court's message with the parser that knows it best: a whole notice, or a sentence saying why not with
 * whatever was understood. `courtId` overrides the detection of the court; `more` are formats that the firm defined.
 */
export function parseNotice(message: Message, courtId?: string, more: readonly CourtParser[] = []): ParseResult {
  try {
    const parser = findParser(message, [...more, ...courtParsers])
    const detection = courtId === undefined ? detectCourt(message) : givenCourt(courtId)
    return parser ? readWith(parser, message, detection) : describeUnread(message, detection)
  } catch (error) {
    // Parsers never throw (their tests try); should one, the message waits for a person instead of stopping the mail.
    const reason = error instanceof Error ? error.message : String(error)
    return { unclear: `Courtcrier failed to read this message (${reason}). Please read it yourself.`, understood: {} }
  }
}

function findParser(message: Message, parsers: readonly CourtParser[]): CourtParser | undefined {
  let best: CourtParser | undefined
  let bestScore = 0
  for (const parser of parsers) {
    const score = parser.score(message)
    if (score <= bestScore) continue
    best = parser
    bestScore = score
  }
  return best
}

function givenCourt(courtId: string): CourtDetection {
  return { found: { value: courtId, from: 'derived' }, evidence: [{ courtId, by: 'given', weight: 1_000 }] }
}

function readWith(parser: CourtParser, message: Message, detection: CourtDetection): ParseResult {
  const isGiven = detection.evidence[0]?.by === 'given'
  const court = detection.found && findCourt(detection.found.value)
  const { understood, obstacle } = parser.read(message, { court, found: detection.found })
  const courtId = isGiven ? detection.found : (understood.courtId ?? detection.found)
  const whole: Partial<Notice> = {
    ...understood,
    format: parser.name,
    ...(courtId && { courtId }),
    courtEvidence: evidenceFor(courtId, detection.evidence),
  }
  return completeNotice(whole, obstacle)
}

/** A court that the parser itself read from the message's words stands first. */
function evidenceFor(courtId: Found<string> | undefined, evidence: readonly CourtEvidence[]): readonly CourtEvidence[] {
  if (!courtId || evidence[0]?.courtId === courtId.value) return evidence
  const own = { courtId: courtId.value, by: 'text', weight: 100, ...(courtId.span && { span: courtId.span }) } as const
  return [own, ...evidence.filter((entry) => entry.courtId !== courtId.value)]
}
