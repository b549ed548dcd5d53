/**
 * Why a message is not examined at all, as the end of a sentence: mailauth takes time with the square of a
 * header's folded lines (15 seconds for 50,000) and of a line's spaces, and every other message would wait meanwhile.
 */
export function whyNotExamined(raw: Uint8Array): string | undefined {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  if (hasLargeHeader(bytes)) return 'its header is larger than any court writes'
  return hasLongLine(bytes) ? 'it has a line of more than a megabyte' : undefined
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

/** Strides from line end to line end as far apart as a line may be long. */
function hasLongLine(bytes: Buffer): boolean {
  for (let at = 0; at + longestLine < bytes.length; ) {
    const feed = bytes.lastIndexOf(0x0a, at + longestLine)
    if (feed < at) return true
    at = feed + 1
  }
  return false
}

/** A message whose examination broke off, which says nothing of its sender: it may be asked about again. */
export class BrokenOffError extends Error {}
