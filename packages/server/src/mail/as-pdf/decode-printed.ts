import { findOriginal } from '../../courts/message/forwarding.ts'
import type { Message, MessagePart } from '../../courts/message/message.ts'
import { decodeMessage } from '../../courts/message/mime.ts'
import { type SignedReading, takeSigned } from '../../courts/message/signed-reading.ts'
import { readBody } from '../../courts/text/body.ts'

/** What of a message is printed. */
export interface Printed {
  raw: Uint8Array
  /** Whether a lost encoding isn't guessed, because nothing was lost on the way. */
  isExact?: boolean
  /** The attached original to print instead of the message. */
  originalId?: string | undefined
  /** The one notice to print, of a message with several. */
  part?: MessagePart | undefined
  /** What of the attached original is believed, if that is printed. */
  reading?: SignedReading | undefined
}

export type DecodedPrint = Awaited<ReturnType<typeof decodeMessage>>

/**
 * Decodes what is printed. Of a message with several notices that is one of them alone: its readers may not be
 * allowed to see the others.
 */
export async function decodePrinted(printed: Printed): Promise<DecodedPrint> {
  const { part } = printed
  const decoded = await decodeSource(printed)
  if (!part || part.originalId !== undefined || 'problem' in decoded) return decoded
  return { message: withPartOnly(decoded.message, part) }
}

async function decodeSource({ raw, isExact, originalId, reading }: Printed): Promise<DecodedPrint> {
  const decoded = await decodeMessage(raw, isExact)
  if (originalId === undefined || 'problem' in decoded) return decoded
  const original = findOriginal(decoded.message, originalId)
  if (!original) return { problem: 'The attached original is not in the message any more.' }
  return decodeMessage(reading ? takeSigned(original, reading) : original, reading !== undefined)
}

/** Its text without the layout: the layout is that of the whole message. */
function withPartOnly(whole: Message, part: MessagePart): Message {
  const { html: _, ...message } = whole
  const text = readBody(whole).text.slice(part.start, part.end)
  const notes = [...(message.notes ?? []), 'This message contains several notices. This is the text of one of them.']
  return { ...message, text, subject: part.subject ?? message.subject, attachments: [], notes }
}
