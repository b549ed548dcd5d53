import { answerQuestions } from '@courtcrier/lib/answer-questions.ts'
import { contentIdOf } from './content-id.ts'
import { compileFormat } from './formats/firm-format/compile-format.ts'
import type { FirmParser, FormatDefinition } from './formats/firm-format/definition.ts'
import { tryFormat } from './formats/firm-format/try-format.ts'
import { whyLinksLost } from './lost-links.ts'
import { findOriginal } from './message/forwarding.ts'
import type { Message } from './message/message.ts'
import { type DecodedMail, decodeMessage } from './message/mime.ts'
import { takeSigned } from './message/signed-reading.ts'
import { findNamedSenders } from './named-senders.ts'
import { findOthersWords } from './others-words.ts'
import { findFakeSigns } from './probable-fake.ts'
import type { ReadingQuestion, Received, SettleTask } from './read-on-thread.ts'
import { parseNotice } from './registry.ts'
import { type SettledReading, settleReading } from './settle-reading.ts'
import { shownMessage } from './shown-message.ts'
import { findNotices, takePart } from './split-notices.ts'
import { findWebLinks } from './web-links.ts'

answerQuestions(async ({ task, ...received }: ReadingQuestion) => {
  if (typeof task === 'object' && 'signed' in task) return settle(received, task)
  const decoded = await decodeExcerpt(received)
  if ('problem' in decoded) return decoded
  const { message } = decoded
  if (task === 'decode') return { message: withOwnContents(message) }
  if (task === 'show') return { shown: shownMessage(message) }
  if (task === 'senders') return { senders: findNamedSenders(message) }
  if (task === 'content') return { id: contentIdOf(message) }
  if (task === 'links') return { links: findWebLinks(message) }
  if (task === 'lost') return { why: whyLinksLost(message) }
  if ('fakesFor' in task) return { signs: findFakeSigns(message, task.fakesFor) }
  if ('wordsBesides' in task) return { othersWords: findOthersWords(message, task.wordsBesides.map(compiled)) }
  if ('format' in task) return tryFormat(compiled(task.format), message)
  const formats = task.formats.map(compiled)
  const parts = task.isSplit ? findNotices(message, formats) : []
  return parts.length > 1 ? { parts } : parseNotice(message, task.courtId, formats)
})

async function settle(received: Received, { formats, ...task }: SettleTask): Promise<SettledReading> {
  const source = await findSource(received)
  if ('problem' in source) return source
  const delivered = await decodeOnce(source)
  if ('problem' in delivered) return delivered
  const settled = await settleReading({
    ...task,
    raw: source.raw,
    delivered: delivered.message,
    formats: formats.map(compiled),
  })
  return 'message' in settled ? { ...settled, message: withOwnContents(settled.message) } : settled
}

async function decodeExcerpt(received: Received): Promise<DecodedMail> {
  const source = await findSource(received)
  if ('problem' in source) return source
  const { reading, part } = received
  const read = await decodeOnce({ ...source, reading })
  return 'message' in read && part && part.originalId === undefined ? { message: takePart(read.message, part) } : read
}

type Source = Pick<Received, 'raw' | 'key' | 'reading'>

/** The bytes of the message or, for a forward, of the attached one. */
async function findSource({ raw, key, originalId }: Received): Promise<Source | { problem: string }> {
  if (originalId === undefined) return { raw, ...(key !== undefined && { key }) }
  const whole = await decodeOnce({ raw, ...(key !== undefined && { key }) })
  if ('problem' in whole) return whole
  const original = findOriginal(whole.message, originalId)
  if (!original) return { problem: 'The attached original is not in the message any more.' }
  return { raw: original, ...(key !== undefined && { key: `${key} ${originalId}` }) }
}

/** A message is parsed shortly after it is decoded, so the decoded form is cached. */
const recent = new Map<string, DecodedMail>()
const mostRecent = 64
const largestRecent = 500_000

async function decodeOnce({ raw, key, reading }: Source): Promise<DecodedMail> {
  const name = key === undefined || !reading ? key : `${key} ${JSON.stringify(reading)}`
  const known = name === undefined ? undefined : recent.get(name)
  if (known) return known
  const decoded = await decodeMessage(reading ? takeSigned(raw, reading) : raw, reading !== undefined)
  if (name === undefined || raw.byteLength > largestRecent) return decoded
  const [oldest] = recent.keys()
  if (recent.size >= mostRecent && oldest !== undefined) recent.delete(oldest)
  recent.set(name, decoded)
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
