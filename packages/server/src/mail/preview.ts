/** What the list shows of a message before anything of it is understood. */
export interface Preview {
  subject: string
  sender: string
  snippet: string
}

const headerLimit = 64 * 1024

/** Reads the subject and sender off the header, without decoding the message: receiving must be quick and never fail. */
export function previewOf(raw: Uint8Array): Preview {
  const head = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, headerLimit)).toString('latin1')
  const end = head.search(/\r?\n\r?\n/)
  const header = (end < 0 ? head : head.slice(0, end)).replace(/\r?\n[ \t]+/g, ' ')
  const headerValue = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(header)?.[1]?.trim() ?? ''
  return {
    subject: clean(decodeWords(headerValue('Subject'))).slice(0, 1000) || '(no subject)',
    sender: clean(decodeWords(headerValue('From'))).slice(0, 400),
    snippet: clean(end < 0 ? '' : head.slice(end).replace(/<[^>]*>/g, ' ')).slice(0, 500),
  }
}

/** RFC 2047 encoded words; what cannot be decoded stays as it is. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([\w-]{1,40})\?([bq])\?([^?]*)\?=/gi, (word, charset: string, encoding: string, body: string) => {
      const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(body, 'base64') : quotedBytes(body)
      try {
        return new TextDecoder(charset).decode(bytes)
      } catch {
        // RangeError: a charset nobody knows.
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
