import { findBodyStart, splitFields } from '../courts/message/mime-headers.ts'

/** A message's row in the list before it has been parsed. */
export interface Preview {
  subject: string
  sender: string
  snippet: string
}

/** Shown of a message without one. */
export const noSubject = '(no subject)'

const headerLimit = 64 * 1024

/** Reads subject and sender from the header without decoding the message: receiving must be quick and never fail. */
export function previewOf(raw: Uint8Array): Preview {
  const head = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, headerLimit))
  const bodyStart = findBodyStart(head, 0, head.length)
  const fields = splitFields(head.toString('latin1', 0, bodyStart))
  // As it is read later: what is in a list must not come from elsewhere than what a signature covers.
  const headerValue = (name: string) => {
    const text = fields.find(({ key }) => key === name)?.lines.join('') ?? ''
    return text.slice(text.indexOf(':') + 1)
  }
  return {
    subject: clean(decodeWords(headerValue('subject'))).slice(0, 1000) || noSubject,
    sender: clean(decodeWords(headerValue('from'))).slice(0, 400),
    snippet: clean(withoutTags(head.toString('latin1', bodyStart))).slice(0, 500),
  }
}

/** The address in a sender as a list shows it, which has the name beside it. */
export function addressIn(sender: string): string {
  return /<([^<>]*)>\s*$/.exec(sender)?.[1]?.trim() ?? sender
}

/** Searches for each bracket once: a regular expression for tags would restart at every `<` without a `>`. */
function withoutTags(text: string): string {
  const pieces: string[] = []
  let from = 0
  for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', from)) {
    const close = text.indexOf('>', open)
    if (close < 0) break
    pieces.push(text.slice(from, open))
    from = close + 1
  }
  return [...pieces, text.slice(from)].join(' ')
}

/** Decodes RFC 2047 encoded words; words that can't be decoded stay as they are. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([\w-]{1,40})\?([bq])\?([^?]*)\?=/gi, (word, charset: string, encoding: string, body: string) => {
      const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(body, 'base64') : quotedBytes(body)
      try {
        return new TextDecoder(charset).decode(bytes)
      } catch {
        // RangeError: an unknown charset.
        return word
      }
    })
}

function quotedBytes(text: string): Buffer {
  const plain = text
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, 'latin1')
}

function clean(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .toWellFormed()
    .trim()
}
