import type { ParseResult } from '@courtcrier/contract/notice.ts'
import { openSharedThread } from '../base/lib/shared-thread.ts'
import type { MessagePart } from '../mail/message.ts'
import type { DecodedMail } from '../mail/mime.ts'
import type { FirmParser, FormatDefinition } from './firm-format/definition.ts'
import type { FormatTrial } from './firm-format/try-format.ts'

/** What the thread is asked. */
export interface ReadingQuestion extends Received {
  task: 'decode' | ParseTask | { format: FormatDefinition }
}

interface ParseTask {
  courtId: string | undefined
  formats: readonly FormatDefinition[]
  isSplit: boolean
}

/** A received message, and what of it is read. */
export interface Received {
  raw: Uint8Array
  /** What it is stored under; a message with one is decoded once for all that is asked of it soon after. */
  key?: string
  /** Of a forward, the attached message that is read in its place. */
  originalId?: string | undefined
  /** Of a message that holds several notices, the one that is read. */
  part?: MessagePart | undefined
}

/** What a message says, or where the notices are that it holds several of. */
export type Reading = ParseResult | { parts: readonly MessagePart[] }

interface ParseOptions {
  courtId?: string | undefined
  formats?: readonly FirmParser[]
  /** Whether several notices in it are told apart instead of being read as one. */
  isSplit?: boolean
}

/** Reads messages without ever holding up the process, whatever they are. */
export interface MessageReader {
  /** As `decodeMessage` does. */
  decode: (received: Received) => Promise<DecodedMail>
  /** As `decodeMessage`, `findNotices` where the message is to be split, and `parseNotice` do one after the other. */
  parse: (received: Received, how?: ParseOptions) => Promise<Reading>
  /** Tries a firm's format on a message. */
  tryFormat: (received: Received, format: FirmParser) => Promise<FormatTrial | { problem: string }>
}

/**
 * Reads messages on a thread of their own. One that takes longer than `silenceMs`, or all the memory, ends the thread
 * and is answered with a sentence; the messages beside it are read by the next thread. It starts with the first
 * message and keeps no process alive.
 */
export function openMessageReader({ silenceMs, memoryMb }: { silenceMs: number; memoryMb: number }): MessageReader {
  const script = new URL('./read-on-thread-worker.ts', import.meta.url)
  const thread = openSharedThread({ script, silenceMs, memoryMb })
  const ask = async <T>(received: Received, task: ReadingQuestion['task']): Promise<T | { problem: string }> => {
    const raw = ofItsOwn(received.raw)
    const result = await thread.ask({ ...received, raw, task } satisfies ReadingQuestion)
    if (result.state === 'done') return result.answer as T | { problem: string }
    if (result.state === 'failed') throw result.error
    return { problem: result.state === 'late' ? tooLong : tooLarge }
  }
  return {
    decode: (received) => ask<DecodedMail>(received, 'decode'),
    parse: async (received, { courtId, formats = [], isSplit = false } = {}) => {
      const task = { courtId, formats: formats.map(({ definition }) => definition), isSplit }
      const answer = await ask<Reading>(received, task)
      return 'problem' in answer ? { unclear: answer.problem, understood: {} } : answer
    },
    tryFormat: (received, { definition }) => ask<FormatTrial>(received, { format: definition }),
  }
}

const tooLong = 'This message takes too long to read, as if it were built to. Read it yourself, and enter it by hand.'
const tooLarge =
  'This message takes too much memory to read, as if it were built to. Read it yourself, and enter it by hand.'

/** The reader of the process. A court's notice is read in milliseconds, a message of 60 MB in a second or two. */
export const messageReader = openMessageReader({ silenceMs: 10_000, memoryMb: 1024 })

/** A view into a larger buffer would be sent with all of it. */
function ofItsOwn(raw: Uint8Array): Uint8Array {
  return raw.byteLength === raw.buffer.byteLength ? raw : new Uint8Array(raw)
}
