import { readHeaders, type Structured } from './mime-headers.ts'

interface Attached {
  type: Structured
  fileName: string | undefined
  content: Buffer
}

/**
 * Whether an attachment is a message of its own. Programs that forward one as an attachment call it "message/rfc822", or
 * a file: by its name (`notice.eml`), or, where that was lost too, only its own headers tell.
 */
export function isAttachedMessage({ type, fileName, content }: Attached): boolean {
  if (type.value === 'message/rfc822' || type.value === 'message/global') return true
  return (isMessageName(fileName) || vagueTypes.has(type.value)) && beginsAsMessage(content)
}

export function isMessageName(fileName: string | undefined): boolean {
  return fileName !== undefined && /\.eml$/i.test(fileName)
}

/** What programs call a file of which they know nothing. */
const vagueTypes = new Set([
  'application/octet-stream',
  'text/plain',
  'application/eml',
  'text/rfc822',
  'application/x-eml',
])

/** No message's headers are longer than this before one of the fields that tell it. */
const longestHeaders = 64 * 1024

function beginsAsMessage(content: Buffer): boolean {
  const first = content[0] ?? 0
  const isLetter = (first >= 0x41 && first <= 0x5a) || (first >= 0x61 && first <= 0x7a)
  if (!isLetter) return false
  const { headers } = readHeaders(content, 0, Math.min(content.length, longestHeaders))
  const keys = new Set(headers.map(({ key }) => key))
  // A letter may begin with "To:" and "Subject:"; no writer adds what only programs do.
  return keys.has('from') && written.some((key) => keys.has(key))
}

const written = ['message-id', 'received', 'mime-version', 'return-path', 'dkim-signature', 'content-type']
