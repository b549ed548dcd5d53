import type { Fragment, PageText } from './page-text.ts'

export interface Placed {
  text: string
  x?: number
  y: number
  turn?: Fragment['turn']
  size?: number
}

/** A Letter page with these texts, in letters of 10 points unless they name another size. */
export function pageOf(texts: readonly Placed[]): PageText {
  const fragments = texts.map(
    ({ text, x = 72, y, turn = 0, size = 10 }): Fragment => ({
      text,
      x,
      y,
      turn,
      size,
      length: Math.min(450, (text.length * size) / 2),
    }),
  )
  return { number: 1, width: 612, height: 792, fragments }
}
