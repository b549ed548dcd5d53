import type { CourtHint, Found, Notice } from '@courtcrier/contract/notice.ts'
import type { Court } from './directory/court.ts'
import type { Message } from './message/message.ts'

/** A reader of one court system's notices. It does no I/O, is stateless and never throws. */
export interface CourtParser {
  /** The name of its folder, stored as `Notice.format` with every notice it reads. */
  name: string
  /**
   * Whether the message looks like one of its notices: 0 (no) to 1 (certainly). The parser with the highest score reads
   * it.
   */
  score: (message: Message) => number
  /**
   * Reads what the message says. Completeness is judged afterwards, the same way for all parsers (`requiredParts`), so
   * a parser just omits what it doesn't find.
   */
  read: (message: Message, known: KnownCourt) => NoticeReading
}

/** The message's court as far as it was detected or given. A parser that knows better sets `understood.courtId`. */
export interface KnownCourt {
  court?: Court
  found?: Found<string>
}

export interface NoticeReading {
  understood: Partial<Notice>
  /** Why this isn't a complete notice although its parts are there: two notices in one message, a cut body. */
  obstacle?: string
  /** Set by readers of state notices that found no court: everything the message says about it. */
  courtHint?: CourtHint
}
