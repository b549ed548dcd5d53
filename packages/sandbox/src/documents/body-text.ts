import type { Random } from '../random.ts'
import { makeParagraph } from './paragraphs.ts'
import type { PlacedText } from './pdf.ts'

/** Returns lines of text from this height to the lower margin. */
export function bodyLines(random: Random, area: { from: number; paragraphs: number }): PlacedText[] {
  const lines = Array.from({ length: area.paragraphs }, () => [...wrap(`        ${makeParagraph(random)}`), '']).flat()
  const space = Math.max(0, Math.floor((area.from - 72) / 18))
  return lines
    .slice(0, space)
    .map((text, index): PlacedText => ({ x: 72, y: area.from - index * 18, size: 12, font: 'roman', text }))
    .filter((line) => line.text !== '')
}

/** Returns the page's number at its foot. */
export function footer(page: number): PlacedText {
  return { x: 300, y: 40, size: 10, font: 'roman', text: `- ${page} -` }
}

/** Wraps text at 84 characters, about the width between one-inch margins at 12 points. */
function wrap(text: string): string[] {
  return text.match(/.{1,84}(?:\s|$)/g) ?? []
}
