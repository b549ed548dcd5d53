/** A piece of text on a page and its place, in points from the upper left corner of the page as it is displayed. */
export interface Fragment {
  text: string
  /** Where the text begins, on its baseline. */
  x: number
  y: number
  /** Its length along the line, and the size of its letters. */
  length: number
  size: number
  /** Degrees by which the text is turned clockwise. */
  turn: 0 | 90 | 180 | 270
}

/** The text of a page with its places, in the order in which it is drawn. */
export interface PageText {
  /** Counted from 1. */
  number: number
  width: number
  height: number
  fragments: readonly Fragment[]
}

/** A rectangle on a page, in points from the upper left corner of the page as it is displayed. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The rectangle a fragment covers. */
export function boxOf({ x, y, length, size, turn }: Fragment): Box {
  if (turn === 90) return { left: x - size * 0.25, top: y, right: x + size, bottom: y + length }
  if (turn === 270) return { left: x - size, top: y - length, right: x + size * 0.25, bottom: y }
  const left = turn === 180 ? x - length : x
  return { left, top: y - size, right: left + length, bottom: y + size * 0.25 }
}

/** The smallest rectangle around all of these. */
export function around(boxes: readonly Box[]): Box {
  const rounded = (value: number) => Math.round(value * 10) / 10
  return {
    left: rounded(Math.min(...boxes.map(({ left }) => left))),
    top: rounded(Math.min(...boxes.map(({ top }) => top))),
    right: rounded(Math.max(...boxes.map(({ right }) => right))),
    bottom: rounded(Math.max(...boxes.map(({ bottom }) => bottom))),
  }
}
