import type { ParseResult } from '@courtcrier/contract/notice.ts'
import type { Message } from '../mail/message.ts'
import { cmecfDistrict } from './cmecf-district/parser.ts'
import type { CourtParser } from './parser.ts'
import { describeUnread } from './unread.ts'

/** Every reader of court notices, one a folder. */
export const courtParsers: readonly CourtParser[] = [cmecfDistrict]

/**
 * Reads a court's message with the parser that knows it best: a whole notice, or a sentence saying why not with
 * whatever was understood. `courtId` overrides the detection of the court.
 */
export function parseNotice(message: Message, courtId?: string): ParseResult {
  try {
    return parseWithBest(message, courtId)
  } catch (error) {
    // Parsers never throw (their tests try); should one, the message waits for a person instead of stopping the mail.
    const reason = error instanceof Error ? error.message : String(error)
    return { unclear: `Courtcrier failed to read this message (${reason}). Please read it yourself.`, understood: {} }
  }
}

function parseWithBest(message: Message, courtId: string | undefined): ParseResult {
  let best: CourtParser | undefined
  let bestScore = 0
  for (const parser of courtParsers) {
    const score = parser.score(message)
    if (score <= bestScore) continue
    best = parser
    bestScore = score
  }
  return best ? best.parse(message, courtId) : describeUnread(message)
}
