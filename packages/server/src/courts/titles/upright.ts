import type { CourtStamp } from '../stamps/find-stamps.ts'
import type { Box, Fragment, PageText } from '../stamps/page-text.ts'

/** Degrees by which text or a page is turned clockwise. */
export type Turn = Fragment['turn']

/** A page as it is read, and where a rectangle on it is on the page as it is displayed. */
interface Upright {
  page: PageText
  stamps: readonly CourtStamp[] | undefined
  toDisplayed: (box: Box) => Box
}

/** Turns a page that is displayed sideways or upside down, so that most of its text is upright. */
export function toUpright(page: PageText, stamps?: readonly CourtStamp[]): Upright {
  const turn = usualTurn(page.fragments)
  if (turn === 0) return { page, stamps, toDisplayed: (box) => box }
  const size = turn === 180 ? page : { width: page.height, height: page.width }
  const fragments = page.fragments.map((fragment) => ({
    ...fragment,
    ...turnedBack(fragment, turn, page),
    turn: ((fragment.turn - turn + 360) % 360) as Turn,
  }))
  return {
    page: { number: page.number, width: size.width, height: size.height, fragments },
    stamps: stamps?.map((stamp) => ({ ...stamp, box: boxTurnedBack(stamp.box, turn, page) })),
    toDisplayed: (box) => boxAsDisplayed(box, turn, size),
  }
}

/** Where a rectangle on an upright page of this size is if the page is displayed turned clockwise. */
export function boxAsDisplayed(box: Box, turn: Turn, upright: Size): Box {
  return boxTurnedBack(box, ((360 - turn) % 360) as Turn, upright)
}

/** That of more than half of the text, or none: a landscape table on a page of its own has upright letters around it. */
function usualTurn(fragments: readonly Fragment[]): Turn {
  const letters = new Map<Turn, number>()
  let all = 0
  for (const { text, turn } of fragments) {
    letters.set(turn, (letters.get(turn) ?? 0) + text.trim().length)
    all += text.trim().length
  }
  return [...letters].find(([, count]) => count * 2 > all)?.[0] ?? 0
}

interface Size {
  width: number
  height: number
}

/** Where a point is once a page of this size is turned counterclockwise. */
function turnedBack({ x, y }: { x: number; y: number }, turn: Turn, { width, height }: Size): { x: number; y: number } {
  if (turn === 90) return { x: y, y: width - x }
  if (turn === 180) return { x: width - x, y: height - y }
  return turn === 270 ? { x: height - y, y: x } : { x, y }
}

function boxTurnedBack({ left, top, right, bottom }: Box, turn: Turn, size: Size): Box {
  const one = turnedBack({ x: left, y: top }, turn, size)
  const other = turnedBack({ x: right, y: bottom }, turn, size)
  return {
    left: Math.min(one.x, other.x),
    top: Math.min(one.y, other.y),
    right: Math.max(one.x, other.x),
    bottom: Math.max(one.y, other.y),
  }
}
