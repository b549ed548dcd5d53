import { answerQuestions } from '../base/lib/answer-questions.ts'
import { compileFormat } from './formats/firm-format/compile-format.ts'
import type { FirmParser, FormatDefinition } from './formats/firm-format/definition.ts'
import { tryFormat } from './formats/firm-format/try-format.ts'
import { decodeOriginal } from './message/forwarding.ts'
import type { Message } from './message/message.ts'
import { type DecodedMail, decodeMessage } from './message/mime.ts'
import type { ReadingQuestion, Received } from './read-on-thread.ts'
import { parseNotice } from './registry.ts'
import { findNotices, takePart } from './split-notices.ts'

answerQuestions(async ({ task, ...received }: ReadingQuestion) => {
  const decoded = await decodeExcerpt(received)
  if ('problem' in decoded) return decoded
  const { message } = decoded
  if (task === 'decode') return { message: withOwnContents(message) }
  if ('format' in task) return tryFormat(compiled(task.format), message)
  const formats = task.formats.map(compiled)
  const parts = task.isSplit ? findNotices(message, formats) : []
  return parts.length > 1 ? { parts } : parseNotice(message, task.courtId, formats)
})

async function decodeExcerpt({ raw, key, originalId, part }: Received): Promise<DecodedMail> {
  const whole = await decodeOnce(raw, key)
  if ('problem' in whole) return whole
  const read = originalId === undefined ? whole : await decodeOriginal(whole.message, originalId)
  return 'message' in read && part && part.originalId === undefined ? { message: takePart(read.message, part) } : read
}

/** A message is parsed shortly after it is decoded, so the decoded form is cached. */
const recent = new Map<string, DecodedMail>()
const mostRecent = 64
const largestRecent = 500_000

async function decodeOnce(raw: Uint8Array, key: string | undefined): Promise<DecodedMail> {
  const known = key === undefined ? undefined : recent.get(key)
  if (known) return known
  const decoded = await decodeMessage(raw)
  if (key === undefined || raw.byteLength > largestRecent) return decoded
  const [oldest] = recent.keys()
  if (recent.size >= mostRecent && oldest !== undefined) recent.delete(oldest)
  recent.set(key, decoded)
  return decoded
}

/** Copies the contents, which are views of the whole message: each would be sent with all of it. */
function withOwnContents(message: Message): Message {
  return {
    ...message,
    attachments: message.attachments.map((part) => ({ ...part, content: new Uint8Array(part.content) })),
  }
}

const parsers = new Map<string, FirmParser>()
const mostParsers = 500

/** These definitions have been compiled before, so they have no problems. */
function compiled(definition: FormatDefinition): FirmParser {
  const key = JSON.stringify(definition)
  const known = parsers.get(key)
  if (known) return known
  const result = compileFormat(definition)
  if ('problems' in result) throw new Error('a format with problems was to read a message')
  if (parsers.size >= mostParsers) parsers.clear()
  parsers.set(key, result.parser)
  return result.parser
}
