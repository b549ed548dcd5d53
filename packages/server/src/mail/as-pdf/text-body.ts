import { type Block, type Body, limits } from './blocks.ts'
import { openParagraphs, plainLook } from './paragraphs.ts'

/** Plain text as it stands, line by line; empty lines end paragraphs. */
export function readTextBody(text: string, most: number = limits.characters): Body {
  const look = { ...plainLook, preformatted: true }
  const blocks: Block[] = []
  const paragraphs = openParagraphs(blocks)
  for (const paragraph of text
    .slice(0, most)
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)) {
    if (paragraphs.isFull()) break
    paragraphs.add(paragraph, look)
    paragraphs.end(look)
  }
  return { blocks, isCut: text.length > most || paragraphs.isFull() }
}
