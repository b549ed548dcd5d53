import { parentPort } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'
import { csvLine, neutralize } from './cells.ts'
import { fileSentences } from './import-file-error.ts'
import { columnName, whyTooLarge } from './sheet-extent.ts'
import { correctCell, fillMerged, workbookAsSeen } from './workbook-as-seen.ts'
import { findUnzippedBytes } from './zip-size.ts'

/** The first sheet that a workbook shows as the bytes of a CSV file, or why it can't be read. */
export type SheetAnswer = { csv: Uint8Array } | { problem: string }

/** Unzipped, in bytes: several times the largest list of a firm's cases. */
const mostUnzipped = 300_000_000

parentPort?.on('message', async (bytes: Uint8Array) => {
  const answer = await read(bytes)
  parentPort?.postMessage(answer, 'csv' in answer ? [answer.csv.buffer as ArrayBuffer] : [])
})

async function read(bytes: Uint8Array): Promise<SheetAnswer> {
  const unzipped = findUnzippedBytes(bytes)
  if (unzipped === undefined) return { problem: whyNoArchive(bytes) }
  if (unzipped > mostUnzipped) return { problem: tooMuch }
  try {
    const seen = workbookAsSeen(bytes)
    if ('missing' in seen) return { problem: seen.missing === 'sheet' ? allHidden : notReadable }
    const problem = seen.problem ?? whyTooLarge(seen.extent)
    if (problem) return { problem }
    // Numbers are kept as they are written in the file: a case number isn't rounded.
    const rows = await readSheet(Buffer.from(seen.bytes), seen.sheet, { parseNumber: plainNumber, trim: false })
    fillMerged(rows, seen.merged)
    if (rows.length === 0) return { problem: fileSentences.empty }
    return csvOf(rows)
  } catch (error) {
    return { problem: error instanceof Error && error.name === 'InvalidInputError' ? notReadable : damaged }
  }
}

/** Empty rows too, so that rows have the numbers that Excel shows. */
function csvOf(rows: readonly (readonly unknown[])[]): SheetAnswer {
  const lines: string[] = []
  let length = 0
  for (const [index, cells] of rows.entries()) {
    const column = cells.findIndex(isNoDate)
    if (column >= 0)
      return { problem: `Cell ${columnName(column + 1)}${index + 1} has a date that Excel can't show. ${correctCell}` }
    const line = csvLine(cells.map(textOf))
    length += line.length
    // A text that many cells share is in the file once.
    if (length > mostUnzipped) return { problem: tooMuch }
    lines.push(line)
  }
  return { csv: new TextEncoder().encode(lines.join('')) }
}

const tooMuch = `An Excel file may unpack to at most ${mostUnzipped / 1_000_000} MB. Import it in parts.`
const allHidden = 'The workbook shows no sheet: all are hidden. Show one in Excel and save it again.'
const notReadable = "The file isn't an Excel workbook (.xlsx). Save it as .xlsx or .csv."
const damaged = "The Excel workbook is damaged and can't be read. Open it in Excel and save it again."

/** What else than an archive was given the ending of a workbook, and what to do. */
function whyNoArchive(bytes: Uint8Array): string {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // The container of Office before 2007 (MS-CFB), which encrypted workbooks are in, too (MS-OFFCRYPTO).
  if (file.subarray(0, 8).equals(Buffer.from('d0cf11e0a1b11ae1', 'hex')))
    return file.includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? 'The workbook needs a password. Remove it in Excel, then import it again.'
      : "Workbooks of Excel before 2007 (.xls) can't be read. Save it as .xlsx or .csv."
  const isText = file.length > 0 && !file.includes(0)
  return isText ? "The file isn't an Excel workbook but text. Give it the ending .csv." : notReadable
}

/** In the notation of a form, unless it has an exponent: Excel writes 0.1 as 0.10000000000000001. */
function plainNumber(written: string): string {
  const value = Number(written)
  if (Number.isNaN(value)) throw new Error(`${written.slice(0, 20)} is no number`)
  return /^-?\d+$/.test(written) || !Number.isFinite(value) ? written : String(value)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  return typeof value === 'string' ? neutralize(value) : String(value)
}

/** Days are counted from this one, which is no date itself. */
const dayZero = Date.UTC(1899, 11, 30)
const dayMs = 86_400_000
/** Excel counts February 29, 1900, as the 60th day, so that the days before it have one less than their distance. */
const leapDay = dayZero + 60 * dayMs

/** Excel shows dates of the years 1900 to 9999. */
function isNoDate(value: unknown): boolean {
  if (!(value instanceof Date)) return false
  const time = value.getTime()
  const isLeapDay = time >= leapDay && time < leapDay + dayMs
  return !(time >= dayZero + dayMs && value.getUTCFullYear() <= 9999) || isLeapDay
}

/** Excel's dates have no zone; one without a time is a calendar date. */
function dateText(value: Date): string {
  // A time is a fraction of a day, which is almost never exact: half past eight is read a millisecond early.
  const seconds = Math.round(value.getTime() / 1000)
  const text = new Date(1000 * seconds + (1000 * seconds < leapDay ? dayMs : 0)).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}
