import type { Random } from '../random.ts'
import { makeParagraph } from './paragraphs.ts'
import type { PlacedText } from './pdf.ts'

/** Returns lines of text from this height to the lower margin. */
export function bodyLines(random: Random, area: { from: number; paragraphs: number; left?: number }): PlacedText[] {
  const { left = margin } = area
  // About as many characters as fit between the margins at 12 points.
  const most = Math.floor((612 - margin - left) / 5.57)
  const lines = Array.from({ length: area.paragraphs }, () => [
    ...wrap(`        ${makeParagraph(random)}`, most),
    '',
  ]).flat()
  const space = Math.max(0, Math.floor((area.from - 72) / 18))
  return lines
    .slice(0, space)
    .map((text, index): PlacedText => ({ x: left, y: area.from - index * 18, size: 12, font: 'roman', text }))
    .filter((line) => line.text !== '')
}

/** Returns the page's number at its foot. */
export function footer(page: number): PlacedText {
  return { x: 300, y: 40, size: 10, font: 'roman', text: `- ${page} -` }
}

const margin = 72

function wrap(text: string, most: number): string[] {
  return text.match(new RegExp(`.{1,${most}}(?:\\s|$)`, 'g')) ?? []
}
