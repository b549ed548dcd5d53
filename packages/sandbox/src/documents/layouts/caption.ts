import type { PlacedText } from '../pdf.ts'
import { below, breakText, type Style } from '../placing.ts'
import type { PaperFacts } from './layout.ts'

export const roman: Style = { size: 12, font: 'roman', step: 14 }
export const bold: Style = { size: 12, font: 'bold', step: 14 }

/** The parties one below the other, with their roles, and the number of lines they take. */
export function sides(
  { plaintiffs, defendants }: Pick<PaperFacts, 'plaintiffs' | 'defendants'>,
  { width, versus = 'v.' }: { width: number; versus?: string },
): string[] {
  const names = (all: readonly string[]) => breakText(`${all.join(' and ').toUpperCase()},`, width, roman)
  const role = (word: string, all: readonly string[], end: string) =>
    `              ${word}${all.length > 1 ? 's' : ''}${end}`
  return [
    ...names(plaintiffs),
    role('Plaintiff', plaintiffs, ','),
    `     ${versus}`,
    ...names(defendants),
    role('Defendant', defendants, '.'),
  ]
}

/** A debtor's name as the head of a bankruptcy. */
export function debtor({ plaintiffs, defendants }: PaperFacts): string[] {
  const [name = ''] = defendants.length > 0 ? defendants : plaintiffs
  return ['In re:', '', ...breakText(`${name.toUpperCase()},`, 190, roman), '', '                    Debtor.']
}

/** Lines with an indentation of spaces, which is a place, not text. */
export function placeSides(lines: readonly string[], area: Style & { x: number; y: number }): PlacedText[] {
  return below(lines, area).map((placed) => {
    const spaces = placed.text.length - placed.text.trimStart().length
    return { ...placed, x: placed.x + spaces * 6, text: placed.text.trim() }
  })
}

/** The same mark on each of so many lines. */
export function dividers(mark: string, count: number, area: Style & { x: number; y: number }): PlacedText[] {
  return below(
    Array.from({ length: count }, () => mark),
    area,
  )
}

/** A title in capitals; the letters of a rule's paragraphs stay as they are: `12(b)(6)`. */
export function capitals(title: string): string {
  return title.toUpperCase().replace(/\([A-Z]\)/g, (letter) => letter.toLowerCase())
}

/** A title as papers print it: in capitals, or now and then with capitalized words. */
export function printedTitle({ title, random }: Pick<PaperFacts, 'title' | 'random'>, share = 0.85): string {
  return random.chance(share) ? capitals(title) : title
}
