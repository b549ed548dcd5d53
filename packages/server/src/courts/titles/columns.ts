import type { PageText } from '../stamps/page-text.ts'
import type { Line } from './blocks.ts'
import { type Caption, findBody, isRule } from './caption.ts'
import { type Cell, divider, type Row } from './rows.ts'
import { isContact } from './wording.ts'

/** Returns the lines beside the parties. */
export function rightColumn(rows: readonly Row[], { top, end, split }: Caption): Line[] {
  if (split === undefined) return []
  const lines: Line[] = []
  let isCut = false
  const last = lastRight(rows, { end, split })
  for (const row of rows.slice(top, last + 1)) {
    if (isRule(row)) isCut = true
    for (const cell of row.cells) {
      const isBeside = cell.box.left >= split - 4
      // What reaches across the columns may be a line of the title with something printed over it.
      const isAcross = !isBeside && cell.box.right > split + 24 && !isRule(row)
      if (divider.test(cell.text) || !(isBeside || isAcross)) continue
      lines.push({ cell, isCut, isLoose: isAcross })
      isCut = false
    }
  }
  return [...lines, ...besideOthers(rows, { last, lines, split })]
}

/** A line of the column with something beside or printed over it, or set further in than the others, below the parties. */
function besideOthers(
  rows: readonly Row[],
  { last, lines, split }: { last: number; lines: readonly Line[]; split: number },
): Line[] {
  const edges = lines.map(({ cell }) => cell.box.left)
  const cells = rows.slice(last + 1, last + 3).flatMap((row) => row.cells)
  const isFurtherIn = ({ box }: Cell) => box.left > Math.max(split, ...edges)
  const cell = cells.find(
    (each) => isFurtherIn(each) || edges.some((edge) => each.box.left <= edge + 3 && each.box.right > edge + 8),
  )
  return cell ? [{ cell, isCut: false, isLoose: !isFurtherIn(cell) }] : []
}

/** How many rows of the left column alone may be between lines of the right one. */
const mostLeftRows = 3

/** The right column may be longer than the parties. */
function lastRight(rows: readonly Row[], { end, split }: { end: number; split: number }): number {
  const edges = rows
    .slice(0, end + 1)
    .flatMap(({ cells }) => cells.map(({ box }) => box.left).filter((left) => left >= split - 4))
  let last = end
  for (const [at, row] of rows.entries()) {
    if (at <= end) continue
    const isOver = isRule(row) || row.cells.some(({ isProse }) => isProse) || at - last > mostLeftRows
    if (isOver || row.cells.some(({ box }) => box.left < split - 4 && box.right > split + 4)) break
    if (isInColumn(row, { edges, split, isDirect: at === last + 1 && last > end })) last = at
  }
  return last
}

/** A line begins where the column's others do; one that doesn't is something between them. */
function isInColumn(
  { cells }: Row,
  { edges, split, isDirect }: { edges: readonly number[]; split: number; isDirect: boolean },
): boolean {
  return cells.some(({ text, box }) => {
    if (box.left < split - 4 || divider.test(text)) return false
    return isDirect || edges.some((edge) => Math.abs(edge - box.left) <= 3)
  })
}

/** Returns the centered lines between the caption and the text. */
export function belowCaption(rows: readonly Row[], { end, split, hasParties }: Caption, page: PageText): Line[] {
  const lines: Line[] = []
  let isCut = true
  const from = hasParties && split !== undefined ? lastRight(rows, { end, split }) : end
  const middle = middleOf(rows, page)
  for (const row of rows.slice(from + 1, Math.max(findBody(rows) + 1, from + 1))) {
    const [cell, ...others] = row.cells
    const isText = others.length > 0 || !cell || cell.isProse || isContact(cell.text) || !isCentered(cell, middle)
    // Below parties, the first line that isn't centered ends the head; forms have other lines in between.
    const isEnd = isText && hasParties && !isRule(row)
    const line = others.length > 0 ? row.cells.find((each) => isCentered(each, middle)) : cell
    if (line && !isRule(row) && (!isText || isEnd)) lines.push({ cell: line, isCut, isLoose: isEnd })
    if (isEnd) break
    isCut = isText || isRule(row)
  }
  return lines
}

/** The middle of the paper and of the text on it, which pleading paper's line numbers move to the right. */
function middleOf(rows: readonly Row[], { width }: PageText): readonly number[] {
  const wide = rows.flatMap(({ cells }) => cells.filter(({ isProse }) => isProse))
  if (wide.length < 2) return [width / 2]
  const left = Math.min(...wide.map(({ box }) => box.left))
  const right = Math.max(...wide.map(({ box }) => box.right))
  return [width / 2, (left + right) / 2]
}

function isCentered({ box }: Cell, middles: readonly number[]): boolean {
  return middles.some((middle) => Math.abs((box.left + box.right) / 2 - middle) <= 16)
}
