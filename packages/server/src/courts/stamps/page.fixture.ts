import type { Fragment, PageText } from './page-text.ts'

export interface Placed {
  text: string
  x?: number
  y: number
  turn?: Fragment['turn']
}

/** A Letter page with these texts, in letters of 10 points. */
export function pageOf(texts: readonly Placed[]): PageText {
  const fragments = texts.map(
    ({ text, x = 72, y, turn = 0 }): Fragment => ({
      text,
      x,
      y,
      turn,
      size: 10,
      length: Math.min(450, text.length * 5),
    }),
  )
  return { number: 1, width: 612, height: 792, fragments }
}
