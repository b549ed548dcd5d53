import type { ParseResult } from '@courtcrier/contract/notice.ts'
import { openSharedThread } from '@courtcrier/lib/shared-thread.ts'
import type { SendingHabit } from './directory/sending-habits.ts'
import type { FirmParser, FormatDefinition } from './formats/firm-format/definition.ts'
import type { FormatTrial } from './formats/firm-format/try-format.ts'
import type { MessagePart } from './message/message.ts'
import type { DecodedMail } from './message/mime.ts'
import type { SignedHeaders, SignedReading } from './message/signed-reading.ts'
import type { OthersWords } from './others-words.ts'
import type { SettledReading } from './settle-reading.ts'
import type { ShownMessage } from './shown-message.ts'
import type { WebLink } from './web-links.ts'

/** A request to the thread. */
export interface ReadingQuestion extends Received {
  task:
    | 'decode'
    | 'show'
    | 'links'
    | 'lost'
    | 'senders'
    | 'content'
    | ParseTask
    | SettleTask
    | { wordsBesides: readonly FormatDefinition[] }
    | { fakesFor: readonly string[] }
    | { format: FormatDefinition }
}

interface ParseTask {
  courtId: string | undefined
  formats: readonly FormatDefinition[]
  isSplit: boolean
}

/** Settles how a signed message is read. */
export interface SettleTask {
  signed: SignedHeaders
  habit: SendingHabit | undefined
  formats: readonly FormatDefinition[]
}

/** A received message, and what to read from it. */
export interface Received {
  raw: Uint8Array
  /** Its storage key. A message with one is decoded once for several requests in a row. */
  key?: string
  /** For a forward, the attached message to read instead. */
  originalId?: string | undefined
  /** What of the message, or of that attached message, is believed; absent if nothing proves its sender. */
  reading?: SignedReading | undefined
  /** If the message contains several notices, the one to read. */
  part?: MessagePart | undefined
}

/** The content of a message, or the positions of its notices if it contains several. */
export type MessageReading = ParseResult | { parts: readonly MessagePart[] }

interface ParseOptions {
  courtId?: string | undefined
  formats?: readonly FirmParser[]
  /** Whether to split several notices instead of reading them as one. */
  isSplit?: boolean
}

interface Settling {
  signed: SignedHeaders
  habit: SendingHabit | undefined
  formats: readonly FirmParser[]
}

/** Reads messages without blocking the process, whatever they contain. */
export interface MessageReader {
  /** Does what `decodeMessage` does. */
  decode: (received: Received) => Promise<DecodedMail>
  /** Does what `decodeMessage` and `shownMessage` do, so that no attachment is handed over. */
  show: (received: Received) => Promise<{ shown: ShownMessage } | { problem: string }>
  /** Does what `decodeMessage`, `findNotices` (if the message is to be split) and `parseNotice` do in turn. */
  parse: (received: Received, how?: ParseOptions) => Promise<MessageReading>
  /** Does what `findWebLinks` does. */
  webLinks: (received: Received) => Promise<{ links: readonly WebLink[] } | { problem: string }>
  /** Does what `whyLinksLost` does. */
  lostLinks: (received: Received) => Promise<{ why: string | undefined } | { problem: string }>
  /** Does what `findNamedSenders` does. */
  senders: (received: Received) => Promise<{ senders: readonly string[] } | { problem: string }>
  /** Does what `findOthersWords` does. */
  othersWords: (
    received: Received,
    formats: readonly FirmParser[],
  ) => Promise<{ othersWords: OthersWords | undefined } | { problem: string }>
  /** Does what `findFakeSigns` does for a firm with these domains. */
  fakeSigns: (
    received: Received,
    ownDomains: readonly string[],
  ) => Promise<{ signs: readonly string[] } | { problem: string }>
  /** Does what `contentIdOf` does. */
  contentId: (received: Received) => Promise<{ id: string | undefined } | { problem: string }>
  /** Does what `settleReading` does for the message or, with `originalId`, for the attached one. */
  settle: (received: Received, task: Settling) => Promise<SettledReading>
  /** Tries a firm's format on a message. */
  tryFormat: (received: Received, format: FirmParser) => Promise<FormatTrial | { problem: string }>
}

/**
 * Reads messages on a separate thread. A message that takes more processor time than `computeMs`, or all the memory, ends the thread
 * and is answered with a sentence; other messages are read by the next thread. It starts with the first message and
 * doesn't keep the process alive.
 */
export function openMessageReader({ computeMs, memoryMb }: { computeMs: number; memoryMb: number }): MessageReader {
  const script = new URL('./read-on-thread-worker.ts', import.meta.url)
  const thread = openSharedThread({ script, computeMs, memoryMb })
  const ask = async <T>(received: Received, task: ReadingQuestion['task']): Promise<T | { problem: string }> => {
    const raw = ofItsOwn(received.raw)
    const result = await thread.ask({ ...received, raw, task } satisfies ReadingQuestion)
    if (result.state === 'done') return result.answer as T | { problem: string }
    if (result.state === 'failed') throw result.error
    return { problem: result.state === 'late' ? tooLong : tooLarge }
  }
  return {
    decode: (received) => ask<DecodedMail>(received, 'decode'),
    show: (received) => ask<{ shown: ShownMessage }>(received, 'show'),
    parse: async (received, { courtId, formats = [], isSplit = false } = {}) => {
      const task = { courtId, formats: formats.map(({ definition }) => definition), isSplit }
      const answer = await ask<MessageReading>(received, task)
      return 'problem' in answer ? { unclear: answer.problem, understood: {} } : answer
    },
    webLinks: (received) => ask<{ links: readonly WebLink[] }>(received, 'links'),
    lostLinks: (received) => ask<{ why: string | undefined }>(received, 'lost'),
    senders: (received) => ask<{ senders: readonly string[] }>(received, 'senders'),
    othersWords: (received, formats) =>
      ask<{ othersWords: OthersWords | undefined }>(received, {
        wordsBesides: formats.map(({ definition }) => definition),
      }),
    fakeSigns: (received, ownDomains) => ask<{ signs: readonly string[] }>(received, { fakesFor: ownDomains }),
    contentId: (received) => ask<{ id: string | undefined }>(received, 'content'),
    settle: (received, { formats, ...signed }) =>
      ask<SettledReading>(received, { ...signed, formats: formats.map(({ definition }) => definition) }),
    tryFormat: (received, { definition }) => ask<FormatTrial>(received, { format: definition }),
  }
}

const tooLong = 'This message takes too long to read, as if it were built to. Read it yourself, and enter it manually.'
const tooLarge =
  'This message takes too much memory to read, as if it were built to. Read it yourself, and enter it manually.'

/** The process's reader. A court's notice is read in milliseconds, a message of 60 MB in a second or two. */
export const messageReader = openMessageReader({ computeMs: 10_000, memoryMb: 1024 })

/** Copies a view into a larger buffer, which would otherwise be sent whole. */
function ofItsOwn(raw: Uint8Array): Uint8Array {
  return raw.byteLength === raw.buffer.byteLength ? raw : new Uint8Array(raw)
}
