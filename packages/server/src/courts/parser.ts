import type { ParseResult } from '@courtcrier/contract/notice.ts'
import type { Message } from '../mail/message.ts'

/** A reader of one court system's notices. It does no I/O, keeps no state and never throws. */
export interface CourtParser {
  /** Kept with every notice it reads, as `Notice.format`. */
  name: string
  /** Whether the message looks like one of its notices: 0 (no) to 1 (certainly). The highest score parses. */
  score: (message: Message) => number
  /** Reads the message. `courtId` overrides the detection. */
  parse: (message: Message, courtId?: string) => ParseResult
}
