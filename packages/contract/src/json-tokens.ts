/** The characters that structure a JSON text. */
export const jsonCode = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  backslash: 0x5c,
  openList: 0x5b,
  closeList: 0x5d,
  openObject: 0x7b,
  closeObject: 0x7d,
} as const

/** Returns the index of the quotation mark that ends a string; the text's length if none does. */
export function endOfString(text: string, start: number): number {
  let index = start + 1
  while (index < text.length) {
    const at = text.charCodeAt(index)
    if (at === jsonCode.quote) return index
    index += at === jsonCode.backslash ? 2 : 1
  }
  return index
}
