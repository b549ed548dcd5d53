import { ImportFileError } from './import-file-error.ts'

/** A row of a file: its number as a spreadsheet counts (the header is 1), and its cells as text. */
export interface CsvRow {
  number: number
  cells: readonly string[]
  /** The file ended within this row, without a line ending after it. */
  isCutOff: boolean
}

/** Longer than any value; a quotation that is longer has no closing mark. */
export const longestCell = 1_000_000

/** Several times the fields of any kind of record, with room for the columns of other programs. */
const mostColumns = 500

export interface CsvParser {
  /** The rows completed by this piece of the text. */
  push: (text: string) => CsvRow[]
  /** The last row, if the text doesn't end with a line ending. */
  end: () => CsvRow[]
}

/**
 * Reads comma-separated text piece by piece (RFC 4180, any line endings, and single quotation marks inside a cell taken
 * literally). Empty rows are left out. Throws `ImportFileError` for a cell that never ends, and for a row of too many.
 */
export function makeCsvParser(): CsvParser {
  const reading: ParserState = { cells: [], cell: '', state: 'start', number: 1, rows: [] }
  let skipsFeed = false
  const take = () => reading.rows.splice(0)
  return {
    push: (text) => {
      let position = 0
      if (skipsFeed && text.startsWith('\n')) position = 1
      if (text !== '') skipsFeed = false
      while (position < text.length) {
        position = readPart(reading, text, position)
        if (text[position - 1] !== '\r' || reading.state !== 'ended') continue
        if (position === text.length) skipsFeed = true
        else if (text[position] === '\n') position += 1
      }
      return take()
    },
    end: () => {
      if (reading.state === 'quoted') throw unclosed(reading.number)
      if (reading.cells.length > 0 || reading.state === 'plain' || reading.state === 'closed') endRow(reading, true)
      return take()
    },
  }
}

interface ParserState {
  cells: string[]
  cell: string
  /** `closed`: after the quotation mark that ended a cell, unless it is doubled. `ended`: a row was just completed. */
  state: 'start' | 'ended' | 'plain' | 'quoted' | 'closed'
  number: number
  rows: CsvRow[]
}

const plainEnd = /[,\r\n]/g

/** Reads from this position and returns the next. Runs of ordinary characters are taken at once. */
function readPart(reading: ParserState, text: string, position: number): number {
  if (reading.state === 'quoted') return readQuoted(reading, text, position)
  const character = text[position]
  if (character === '"' && reading.state !== 'plain') return openQuote(reading, position)
  if (character === ',') {
    endCell(reading)
    return position + 1
  }
  if (character === '\n' || character === '\r') {
    endRow(reading, false)
    return position + 1
  }
  plainEnd.lastIndex = position
  const end = plainEnd.exec(text)?.index ?? text.length
  append(reading, text.slice(position, end))
  reading.state = 'plain'
  return end
}

function openQuote(reading: ParserState, position: number): number {
  // A second mark after a closing one stands for itself.
  if (reading.state === 'closed') append(reading, '"')
  reading.state = 'quoted'
  return position + 1
}

function readQuoted(reading: ParserState, text: string, position: number): number {
  const end = text.indexOf('"', position)
  if (end < 0) {
    append(reading, text.slice(position))
    return text.length
  }
  append(reading, text.slice(position, end))
  reading.state = 'closed'
  return end + 1
}

function append(reading: ParserState, part: string): void {
  reading.cell += part
  if (reading.cell.length <= longestCell) return
  throw reading.state === 'quoted' ? unclosed(reading.number) : tooLong(reading.number)
}

function endCell(reading: ParserState): void {
  if (reading.cells.length >= mostColumns)
    throw new ImportFileError(`Row ${reading.number} has more than ${mostColumns} columns.`)
  reading.cells.push(reading.cell)
  reading.cell = ''
  reading.state = 'start'
}

function endRow(reading: ParserState, isCutOff: boolean): void {
  endCell(reading)
  const { cells, number } = reading
  if (cells.some((cell) => cell.trim() !== '')) reading.rows.push({ number, cells, isCutOff })
  reading.cells = []
  reading.number += 1
  reading.state = 'ended'
}

function tooLong(number: number): ImportFileError {
  return new ImportFileError(
    `A cell of row ${number} has more than ${longestCell.toLocaleString('en-US')} characters. Shorten it.`,
  )
}

function unclosed(number: number): ImportFileError {
  return new ImportFileError(
    `A cell that starts in row ${number} has no closing quotation mark. Quotation marks within a cell must be doubled.`,
  )
}
