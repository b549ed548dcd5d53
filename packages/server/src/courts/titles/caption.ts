import { isCourtName, isInRe, isRoleLine, isVersus } from './parties.ts'
import { type Cell, divider, type Row } from './rows.ts'

/** The head of a pleading: court, parties and, to the right of the parties, what states the case. */
export interface Caption {
  /** Index of the first and last row with parties; of the court's name if there are none. */
  top: number
  end: number
  /** Where the column to the right of the parties begins. */
  split?: number
  hasParties: boolean
}

const aRule = /^[-–—_=.*~ ]{3,}[xX)/]?$/

/** Returns whether a row is a line drawn with characters. */
export function isRule({ cells }: Row): boolean {
  return cells.every(({ text }) => aRule.test(text)) && cells.some(({ text }) => text.length > 3)
}

/** The court's name is in the upper part of the page. */
const headPart = 0.6

/** Finds the caption; undefined if the page has none. */
export function findCaption(rows: readonly Row[], page: { width: number; height: number }): Caption | undefined {
  const body = findBody(rows)
  const head = rows.findIndex(
    ({ y, cells }, at) => at < body && y <= page.height * headPart && cells.some(({ text }) => isCourtName(text)),
  )
  const isIn = (at: number) => at < body && at >= head
  const first = rows.findIndex((row, at) => isIn(at) && (hasRole(row) || isInReRow(row)))
  if (first < 0) return head < 0 ? undefined : { top: head, end: head, hasParties: false }
  const last = rows.findLastIndex((row, at) => isIn(at) && hasRole(row))
  const end = extend(rows, { from: last < 0 ? endOfName(rows, first) : last, body })
  // Beside the court's name may be a clerk's mark.
  const beside = rows.slice(Math.max(0, head), end + 1).filter(({ cells }) => !isCourtName(cells[0]?.text ?? ''))
  const split = findSplit(beside, page.width)
  return { top: topOfParties(rows, { head, first, end, split }), end, hasParties: true, ...(split && { split }) }
}

function hasRole({ cells }: Row): boolean {
  return cells.some(({ text }) => isRoleLine(text) || isVersus(bare(text)))
}

/** The names above the first role, without the court's name and a clerk's mark. */
function topOfParties(
  rows: readonly Row[],
  { head, first, end, split }: { head: number; first: number; end: number; split: number | undefined },
): number {
  let top = first
  for (let at = first - 1; at > head; at--) {
    const row = rows[at]
    const [cell] = row?.cells ?? []
    if (!row || !cell || isRule(row) || isCourtName(cell.text)) break
    if ((rows[top]?.y ?? 0) - row.y > cell.size * 3.2) break
    const isBeside = split !== undefined && cell.box.left >= split - 4
    // A clerk's mark may be there; a line of the column begins where its other lines do.
    if (isBeside && isInColumn(rows.slice(at + 1, end + 6), { split, cell })) top = at
    if (isBeside) continue
    if (split !== undefined && cell.box.right > split + 12) break
    top = at
  }
  return top
}

function isInColumn(rows: readonly Row[], { split, cell }: { split: number; cell: Cell }): boolean {
  const others = rows.flatMap(({ cells }) => cells.filter(({ box }) => box.left >= split - 4))
  return others.some(({ box }) => Math.abs(box.left - cell.box.left) <= 3)
}

function bare(text: string): string {
  return text.replace(/[-–—_]{2,}/g, ' ').trim()
}

function isInReRow({ cells }: Row): boolean {
  return cells.some(({ text }) => isInRe(text))
}

/** A matter without sides is named by the lines directly below. */
function endOfName(rows: readonly Row[], first: number): number {
  let end = first
  for (let next = first + 1; next < rows.length; next++) {
    const [row, above] = [rows[next], rows[end]]
    const size = row?.cells[0]?.size ?? 0
    const isNear = row && above && row.y - above.y <= size * 1.7
    const isAligned = row && Math.abs((row.cells[0]?.box.left ?? 0) - (rows[first]?.cells[0]?.box.left ?? 0)) < 60
    if (!isNear || !isAligned || isRule(row)) break
    end = next
  }
  return end
}

/** The divider between the columns may go on below the last party. */
function extend(rows: readonly Row[], { from, body }: { from: number; body: number }): number {
  let end = from
  while (end + 1 < body && rows[end + 1]?.cells.some(({ text }) => divider.test(text))) end++
  return end
}

/** Index of the first row of the text: three rows of sentences follow each other. */
export function findBody(rows: readonly Row[]): number {
  const prose = rows.map(({ cells }) => cells.some(({ isProse }) => isProse))
  const at = prose.findIndex((_, index) => prose[index] && prose[index + 1] && prose[index + 2])
  return at < 0 ? rows.length : at
}

/** Finds where the right column begins: at dividers, or where most rows of the right half begin. */
function findSplit(rows: readonly Row[], width: number): number | undefined {
  const isMiddle = ({ box }: Cell) => box.left >= width * 0.36 && box.left <= width * 0.68
  const cells = rows.flatMap(({ cells }) => cells.filter(isMiddle))
  const marks = mostAligned(cells.filter(({ text }) => divider.test(text) || /^[)|\]IlJ!1}]$/.test(text)))
  if (marks.count >= 3) return marks.right
  const second = rows.flatMap(({ cells }) => (cells.length > 1 ? cells.slice(1).filter(isMiddle) : []))
  const column = mostAligned(second.filter(({ text }) => !divider.test(text)))
  if (column.count >= 1) return column.left
  // The lines of both columns may be at different heights.
  const alone = cells.filter(
    (cell) => !isCenteredOn(cell, width) && !isRoleLine(cell.text) && !isVersus(bare(cell.text)),
  )
  const between = mostAligned(alone)
  return between.count >= 2 ? between.left : undefined
}

function isCenteredOn({ box }: Cell, width: number): boolean {
  return Math.abs((box.left + box.right) / 2 - width / 2) <= 16
}

interface Aligned {
  count: number
  left: number
  right: number
}

/** More than any caption has. */
const mostCells = 300

/** The largest group of cells that begin at about the same place. */
function mostAligned(cells: readonly Cell[]): Aligned {
  let best: Aligned = { count: 0, left: 0, right: 0 }
  for (const { box } of cells.slice(0, mostCells)) {
    const group = cells.filter((other) => Math.abs(other.box.left - box.left) <= 7)
    if (group.length <= best.count) continue
    best = {
      count: group.length,
      left: Math.min(...group.map((other) => other.box.left)),
      right: Math.max(...group.map((other) => other.box.right)),
    }
  }
  return best
}
