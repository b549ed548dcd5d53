import type { CourtHint, Found, Notice } from '@courtcrier/contract/notice.ts'
import type { Message } from '../mail/message.ts'
import type { Court } from './court.ts'

/** A reader of one court system's notices. It does no I/O, keeps no state and never throws. */
export interface CourtParser {
  /** Name of its folder; kept with every notice it reads, as `Notice.format`. */
  name: string
  /** Whether the message looks like one of its notices: 0 (no) to 1 (certainly). The highest score reads. */
  score: (message: Message) => number
  /**
   * Reads whatever the message says. What is missing for a whole notice is judged afterwards, for all parsers alike
   * (`requiredParts`), so a parser only leaves out what it does not find.
   */
  read: (message: Message, known: KnownCourt) => Reading
}

/** The court of the message as far as it was detected or given; a parser that knows better says so in `understood.courtId`. */
export interface KnownCourt {
  court?: Court
  found?: Found<string>
}

export interface Reading {
  understood: Partial<Notice>
  /** Why this is no whole notice although its parts are there: two notices in one message, a cut body. */
  obstacle?: string
  /** Given by readers of state notices that found no court: they have read all that the message says of it. */
  courtHint?: CourtHint
}
