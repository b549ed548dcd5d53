import { around, type PageText } from '../stamps/page-text.ts'
import type { DocumentTitle } from './find-title.ts'
import { type Cell, toRows } from './rows.ts'
import { isContinuation, isOpenEnd, isTitleStyle, namesPaper } from './wording.ts'

const mostText = 8000

/** The text of a page, row by row, for a reader that sees no places. */
export function textOfPage(page: PageText): string {
  const rows = toRows(page).map(({ cells }) => cells.map(({ text }) => text).join('   '))
  return rows.join('\n').slice(0, mostText)
}

/**
 * Finds a title that someone else read on a page, as it is printed there: in lines below each other. Undefined if it
 * isn't; sure only if it also names a kind of paper.
 */
export function locateTitle(page: PageText, title: string): DocumentTitle | undefined {
  const wanted = letters(title)
  if (wanted.length < 4) return undefined
  const cells = toRows(page).flatMap((row) => row.cells)
  for (const at of cells.keys()) {
    const lines = linesFrom(cells.slice(at), wanted)
    if (!lines) continue
    const text = lines.map((line) => line.text).join(' ')
    const box = around(lines.map((line) => line.box))
    const isWhole = !isOpenEnd(text) && !isContinuation(text)
    return { text, page: page.number, box, isSure: isWhole && namesPaper(text) && isTitleStyle(text) }
  }
  return undefined
}

/** The lines from this one on that make up the title; each is below the one before, in the same column. */
function linesFrom(cells: readonly Cell[], wanted: string): Cell[] | undefined {
  const lines: Cell[] = []
  let found = ''
  for (const next of cells) {
    const last = lines.at(-1)
    const isBelow = !last || (next.box.top > last.box.top && overlap(next, last) > 0)
    const longer = found + letters(next.text)
    if (!isBelow) continue
    if (longer === found || !wanted.startsWith(longer)) return undefined
    lines.push(next)
    found = longer
    if (found === wanted) return lines
  }
  return undefined
}

function overlap(a: Cell, b: Cell): number {
  return Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
}

/** What a reader may change counts for nothing: capitals, spaces, punctuation. */
function letters(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
