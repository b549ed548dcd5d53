import { readHeaders, type Structured } from './mime-headers.ts'

interface Attached {
  type: Structured
  fileName: string | undefined
  content: Buffer
}

/**
 * Whether an attachment is itself a message. Programs that forward one as an attachment label it "message/rfc822", or
 * as a file, which is recognized by its name (`notice.eml`) or, if that was lost too, only by its headers.
 */
export function isAttachedMessage({ type, fileName, content }: Attached): boolean {
  if (type.value === 'message/rfc822' || type.value === 'message/global') return true
  return (isMessageName(fileName) || vagueTypes.has(type.value)) && beginsAsMessage(content)
}

export function isMessageName(fileName: string | undefined): boolean {
  return fileName !== undefined && /\.eml$/i.test(fileName)
}

/** Types used for a file of unknown kind. */
const vagueTypes = new Set([
  'application/octet-stream',
  'text/plain',
  'application/eml',
  'text/rfc822',
  'application/x-eml',
])

/** No message has longer headers than this before one of the recognized fields. */
const longestHeaders = 64 * 1024

function beginsAsMessage(content: Buffer): boolean {
  const first = content[0] ?? 0
  const isLetter = (first >= 0x41 && first <= 0x5a) || (first >= 0x61 && first <= 0x7a)
  if (!isLetter) return false
  const { headers } = readHeaders(content, 0, Math.min(content.length, longestHeaders))
  const keys = new Set(headers.map(({ key }) => key))
  // A letter may begin with "To:" and "Subject:", but people don't write fields that only programs add.
  return keys.has('from') && written.some((key) => keys.has(key))
}

const written = ['message-id', 'received', 'mime-version', 'return-path', 'dkim-signature', 'content-type']
