import { parentPort } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/node'
import { csvLine, neutralize } from './cells.ts'
import { fileSentences } from './import-file-error.ts'
import { whyTooLarge } from './sheet-extent.ts'
import { fillMerged, workbookAsSeen } from './workbook-as-seen.ts'
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
  if (unzipped === undefined) return { problem: notReadable }
  if (unzipped > mostUnzipped) return { problem: tooMuch }
  try {
    const seen = workbookAsSeen(bytes)
    if (!seen) return { problem: notReadable }
    const problem = whyTooLarge(seen.extent)
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
  for (const cells of rows) {
    const line = csvLine(cells.map(textOf))
    length += line.length
    // A text that many cells share is in the file once.
    if (length > mostUnzipped) return { problem: tooMuch }
    lines.push(line)
  }
  return { csv: new TextEncoder().encode(lines.join('')) }
}

const tooMuch = `An Excel file may unpack to at most ${mostUnzipped / 1_000_000} MB. Import it in parts.`
const notReadable = "The file isn't an Excel workbook (.xlsx). Save it as .xlsx or .csv."
const damaged = "The Excel workbook is damaged and can't be read. Open it in Excel and save it again."

/** In the notation of a form, unless it has an exponent: Excel writes 0.1 as 0.10000000000000001. */
function plainNumber(written: string): string {
  return /^-?\d+$/.test(written) ? written : String(Number(written))
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return dateText(value)
  return typeof value === 'string' ? neutralize(value) : String(value)
}

/** Excel's dates have no zone; one without a time is a calendar date. */
function dateText(value: Date): string {
  // A time is a fraction of a day, which is almost never exact: half past eight is read a millisecond early.
  const text = new Date(1000 * Math.round(value.getTime() / 1000)).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}
