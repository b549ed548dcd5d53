import { endOfString, jsonCode } from './json-tokens.ts'

/**
 * Returns a key that an object in a JSON text has more than once. The parser would take the last one in silence, and a
 * program on the way that checks what is sent the first (RFC 8259, section 4). A text that isn't JSON is for the parser
 * to refuse; what it may contain is limited before (`findJsonExcess`). With `isAnyCase`, names that differ only in letter
 * case are one key.
 */
export function findRepeatedKey(text: string, { isAnyCase = false } = {}): string | undefined {
  /** The keys of each open object, and nothing for a list. */
  const open: (Set<string> | undefined)[] = []
  let [start, end] = [0, 0]
  for (let index = 0; index < text.length; index++) {
    const at = text.charCodeAt(index)
    if (at === jsonCode.quote) {
      start = index
      end = endOfString(text, index)
      index = end
    } else if (at === jsonCode.openObject) open.push(new Set())
    else if (at === jsonCode.openList) open.push(undefined)
    else if (at === jsonCode.closeObject || at === jsonCode.closeList) open.pop()
    else if (at === jsonCode.colon) {
      const keys = open.at(-1)
      const key = keyOf(text.slice(start + 1, end))
      const name = isAnyCase ? key.toLowerCase() : key
      if (keys?.has(name)) return key
      keys?.add(name)
    }
  }
  return undefined
}

/** A key has many spellings: `a` is also `\u0061`. */
function keyOf(written: string): string {
  if (!written.includes('\\')) return written
  try {
    return JSON.parse(`"${written}"`)
  } catch {
    // Not JSON: the parser refuses it.
    return written
  }
}
