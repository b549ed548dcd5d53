import { type Block, type Cell, limits, type TextBlock } from './blocks.ts'

/**
 * Returns a data table as is. A layout table, as used to arrange mail, becomes its cells one after the other: it has
 * one row, one column, nested tables, or more columns than fit on a page.
 */
export function readingOrder(all: readonly Cell[][]): readonly Block[] {
  const rows = all.filter((row) => row.some(({ blocks }) => blocks.length > 0))
  const cells = rows.flat()
  const line = rows.length === 1 ? asLine(cells) : undefined
  if (line) return [line]
  const isArranging =
    cells.some(({ blocks }) => blocks.some(({ kind }) => kind === 'table')) ||
    rows.every((row) => row.filter(({ blocks }) => blocks.length > 0).length <= 1) ||
    rows.some((row) => columnsOf(row) > limits.columns)
  if (isArranging) return cells.flatMap(({ blocks }) => blocks)
  return rows.length > 0 ? [{ kind: 'table', rows: withoutEmptyEnd(rows) }] : []
}

/** The cells of a table's only row as one line if they are short, as in a signature; otherwise undefined. */
function asLine(cells: readonly Cell[]): TextBlock | undefined {
  const texts = cells.flatMap(({ blocks }) => blocks)
  const isShort = texts.every((block) => block.kind === 'text' && !block.marker && lengthOf(block) <= longestPart)
  const [first] = texts
  if (!isShort || first?.kind !== 'text' || cells.some(({ blocks }) => blocks.length > 1)) return undefined
  const runs = texts.flatMap((block) => (block.kind === 'text' ? [{ text: ' ' }, ...block.runs] : []))
  return { ...first, runs: runs.slice(1) }
}

const longestPart = 80

function lengthOf({ runs }: TextBlock): number {
  return runs.reduce((sum, { text }) => sum + text.length, 0)
}

/** Drops columns at the right in which no cell starts; courts' tables have them for spacing. */
function withoutEmptyEnd(rows: readonly Cell[][]): Cell[][] {
  const columns = Math.max(...rows.map(columnsInUse))
  return rows.map((row) => {
    let from = 0
    return row.flatMap((cell) => {
      const span = Math.min(cell.span, columns - from)
      from += cell.span
      return span > 0 ? [{ ...cell, span }] : []
    })
  })
}

function columnsInUse(row: readonly Cell[]): number {
  const last = row.findLastIndex(({ blocks }) => blocks.length > 0)
  return columnsOf(row.slice(0, last)) + 1
}

export function columnsOf(row: readonly Cell[]): number {
  return row.reduce((sum, { span }) => sum + span, 0)
}
