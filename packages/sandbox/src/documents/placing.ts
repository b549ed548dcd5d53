import type { PlacedText } from './pdf.ts'

type Font = PlacedText['font']

/** Times-Roman's widths in thousandths of the size, from the space to the tilde (Adobe's metrics of the standard fonts). */
const widths = [
  250, 333, 408, 500, 500, 833, 778, 180, 333, 333, 500, 564, 250, 333, 250, 278, 500, 500, 500, 500, 500, 500, 500,
  500, 500, 500, 278, 278, 564, 564, 564, 444, 921, 722, 667, 667, 722, 611, 556, 722, 722, 333, 389, 722, 611, 889,
  722, 722, 556, 722, 667, 556, 611, 722, 722, 944, 722, 722, 611, 333, 278, 333, 469, 500, 333, 444, 500, 444, 500,
  444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500, 500, 722, 500, 500, 444, 480,
  200, 480, 541,
] as const

/** Returns about how wide a text is, in points. */
export function widthOf(text: string, { size, font }: { size: number; font: Font }): number {
  const sum = [...text].reduce((all, letter) => all + (widths[letter.charCodeAt(0) - 32] ?? 500), 0)
  return (sum / 1000) * size * (font === 'roman' ? 1 : 1.06)
}

export interface Style {
  size: number
  font: Font
  /** Distance of the lines. */
  step: number
}

/** Breaks a text into lines of at most this width. */
export function breakText(text: string, width: number, style: Pick<Style, 'size' | 'font'>): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (lines.length > 0 && widthOf(longer, style) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

interface Area extends Style {
  /** Left edge, or the middle of centered lines. */
  x: number
  /** Baseline of the first line. */
  y: number
}

/** Places lines below each other, from the same left edge. */
export function below(lines: readonly string[], { x, y, size, font, step }: Area): PlacedText[] {
  return lines.map((text, at) => ({ x, y: y - at * step, size, font, text })).filter(({ text }) => text !== '')
}

/** Places lines below each other, centered around `x`. */
export function centered(lines: readonly string[], { x, y, size, font, step }: Area): PlacedText[] {
  return lines.map((text, at) => ({
    ...{ x: Math.round((x - widthOf(text, { size, font }) / 2) * 10) / 10, y: y - at * step },
    ...{ size, font, text },
  }))
}
