import { short } from '../courts/directory/look-alike.ts'
import { findBodyStart, findOddLine } from '../courts/message/mime-headers.ts'

/**
 * Why a message isn't examined at all, as the end of a sentence. mailauth's time grows with the square of the number of
 * folded lines in a header (15 seconds for 50,000) and of the spaces in a line, and every other message would wait.
 */
export function whyNotExamined(raw: Uint8Array): string | undefined {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  if (hasLargeHeader(bytes)) return 'its header is larger than any court writes'
  if (hasLongLine(bytes)) return 'it has a line of more than a megabyte'
  const odd = findOddLine(bytes.toString('latin1', 0, findBodyStart(bytes, 0, bytes.length)))
  return odd === undefined ? undefined : `programs read its header line "${short(odd)}" in more than one way`
}

const mostHeaderLines = 1_000
const longestHeader = 256 * 1024
const longestLine = 1024 * 1024

function hasLargeHeader(bytes: Buffer): boolean {
  let lines = 0
  for (let at = 0; at < bytes.length; ) {
    const feed = bytes.indexOf(0x0a, at)
    if (feed < 0 || feed === at || (feed === at + 1 && bytes[at] === 0x0d)) return false
    if (++lines > mostHeaderLines || feed > longestHeader) return true
    at = feed + 1
  }
  return false
}

/** Jumps from line end to line end by the maximum line length. */
function hasLongLine(bytes: Buffer): boolean {
  for (let at = 0; at + longestLine < bytes.length; ) {
    const feed = bytes.lastIndexOf(0x0a, at + longestLine)
    if (feed < at) return true
    at = feed + 1
  }
  return false
}

/** The check of a message was aborted. That says nothing about its sender, so it may be tried again. */
export class BrokenOffError extends Error {}

/** Why it was, if reading the message took all that a message may take. */
export const hardToRead = 'it takes too much to read'
