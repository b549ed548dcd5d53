import type { PageText } from '../stamps/page-text.ts'
import type { Line } from './blocks.ts'
import { type Caption, findBody, isRule } from './caption.ts'
import { type Cell, divider, type Row } from './rows.ts'
import { isContact, isProse } from './wording.ts'

/** Returns the lines beside the parties. */
export function rightColumn(rows: readonly Row[], { top, end, split }: Caption): Line[] {
  if (split === undefined) return []
  const lines: Line[] = []
  let isCut = false
  for (const row of rows.slice(top, lastRight(rows, { end, split }) + 1)) {
    if (isRule(row)) isCut = true
    for (const cell of row.cells) {
      if (cell.box.left < split - 4 || divider.test(cell.text)) continue
      lines.push({ cell, isCut, isLoose: false })
      isCut = false
    }
  }
  return lines
}

/** The right column may be longer than the parties. */
function lastRight(rows: readonly Row[], { end, split }: { end: number; split: number }): number {
  const edges = rows
    .slice(0, end + 1)
    .flatMap(({ cells }) => cells.map(({ box }) => box.left).filter((left) => left >= split - 4))
  let last = end
  for (let next = end + 1; next < rows.length; next++) {
    const [cell, ...others] = rows[next]?.cells ?? []
    const isInColumn = cell && others.length === 0 && edges.some((edge) => Math.abs(edge - cell.box.left) <= 3)
    if (!isInColumn || isProse(cell.text)) break
    last = next
  }
  return last
}

/** Returns the centered lines between the caption and the text. */
export function belowCaption(rows: readonly Row[], { end, split, hasParties }: Caption, page: PageText): Line[] {
  const lines: Line[] = []
  let isCut = true
  const from = hasParties && split !== undefined ? lastRight(rows, { end, split }) : end
  const middle = middleOf(rows, page)
  for (const row of rows.slice(from + 1, Math.max(findBody(rows) + 1, from + 1))) {
    const [cell, ...others] = row.cells
    const isText = others.length > 0 || !cell || isProse(cell.text) || isContact(cell.text) || !isCentered(cell, middle)
    // Below parties, the first line that isn't centered ends the head; forms have other lines in between.
    const isEnd = isText && hasParties && !isRule(row)
    if (cell && !isRule(row) && (!isText || isEnd)) lines.push({ cell, isCut, isLoose: isEnd })
    if (isEnd) break
    isCut = isText || isRule(row)
  }
  return lines
}

/** The middle of the paper and of the text on it, which pleading paper's line numbers move to the right. */
function middleOf(rows: readonly Row[], { width }: PageText): readonly number[] {
  const wide = rows.flatMap(({ cells }) => cells.filter(({ text }) => isProse(text)))
  if (wide.length < 2) return [width / 2]
  const left = Math.min(...wide.map(({ box }) => box.left))
  const right = Math.max(...wide.map(({ box }) => box.right))
  return [width / 2, (left + right) / 2]
}

function isCentered({ box }: Cell, middles: readonly number[]): boolean {
  return middles.some((middle) => Math.abs((box.left + box.right) / 2 - middle) <= 16)
}
