/** How far a sheet reaches, its rows and columns counted from 1. */
export interface SheetExtent {
  /** The last row, even if it is empty: a reader fills up to it. */
  lastRow: number
  /** The last row, and the last column, with a value. */
  rows: number
  columns: number
}

export const noExtent: SheetExtent = { lastRow: 0, rows: 0, columns: 0 }

/** As spreadsheet programs have them (Excel specifications and limits). */
const most = { rows: 1_048_576, columns: 16_384 } as const
/** Each takes memory once the sheet is read, also the empty ones between two values. */
const mostCells = 20_000_000

/** Returns why a sheet of this extent isn't read, or undefined if it is. */
export function whyTooLarge({ lastRow, rows, columns }: SheetExtent): string | undefined {
  const isExcel = lastRow <= most.rows && columns <= most.columns
  if (isExcel && rows * columns <= mostCells) return undefined
  return `An Excel sheet may have at most ${mostCells / 1_000_000} million cells, counted up to its last row and column. Import it in parts.`
}

/** Returns the extent of a sheet that has a row with this number, too. */
export function withRow(extent: SheetExtent, number = ''): SheetExtent {
  return { ...extent, lastRow: Math.max(extent.lastRow, Number(number) || 0) }
}

/** Returns the extent of a sheet that has a cell at this address, too, such as `B7`. */
export function withCell(extent: SheetExtent, address: string | undefined, hasValue: boolean): SheetExtent {
  if (address === undefined) return extent
  const [, letters = '', digits] = /^([A-Z]+)(\d+)$/.exec(address) ?? []
  // Readers make something of other addresses too, such as A1e9.
  const row = digits === undefined ? Number.POSITIVE_INFINITY : Number(digits)
  const lastRow = Math.max(extent.lastRow, row)
  if (!hasValue) return { ...extent, lastRow }
  return {
    lastRow,
    rows: Math.max(extent.rows, row),
    columns: Math.max(extent.columns, columnNumber(letters)),
  }
}

/** `A` is 1, `AA` is 27. */
export function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0)
}

/** The letters of a column, counted from 1: 27 is `AA`. */
export function columnName(number: number): string {
  const above = Math.floor((number - 1) / 26)
  return `${above > 0 ? columnName(above) : ''}${String.fromCharCode(65 + ((number - 1) % 26))}`
}
