import { type CsvRow, makeCsvParser } from './csv-parser.ts'
import { fileSentences, ImportFileError } from './import-file-error.ts'
import { isWorkbook } from './read-sheet.ts'

/** A file that can be read any number of times from the start. */
export interface ImportFile {
  name: string
  open: () => AsyncIterable<Uint8Array>
}

/** The header, and the rows after it as they are requested. */
export interface OpenedFile {
  header: readonly string[]
  rows: () => AsyncGenerator<CsvRow>
}

/** Rows below the header. */
const mostRows = 500_000
/** Longer than any label; a longer header is a cell of something else, and refusals name it. In characters. */
const longestHeader = 200

/** Opens a CSV file; a workbook's content is CSV by now (`sheetAsCsv`). Throws `ImportFileError` with what is wrong with it. */
export async function openImportFile(file: ImportFile): Promise<OpenedFile> {
  if (!/\.(txt|csv)$/i.test(file.name) && !isWorkbook(file.name)) throw new ImportFileError(whyOtherType(file.name))
  const encoding = await detectEncoding(file.open())
  const read = () => readRows(decodeText(file.open(), encoding))
  const header = await readHeader(read())
  return { header, rows: () => withoutHeader(read()) }
}

/** Spreadsheets with macros, of Excel before 2007 and of other programs. */
function whyOtherType(name: string): string {
  const isSpreadsheet = /\.(xls|xl[st][bmx]|ods|fods|numbers|gsheet)$/i.test(name)
  return isSpreadsheet ? "This kind of spreadsheet can't be read. Save it as .xlsx or .csv." : fileSentences.type
}

async function* readRows(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const parser = makeCsvParser()
  for await (const piece of pieces) yield* parser.push(piece)
  yield* parser.end()
}

async function readHeader(rows: AsyncGenerator<CsvRow>): Promise<readonly string[]> {
  const first = await rows.next()
  if (first.done) throw new ImportFileError(fileSentences.empty)
  const cells = first.value.cells.map((cell) => cell.trim())
  const isOther = cells.length === 1 && /[\t;|]/.test(cells[0] ?? '')
  if (isOther) throw new ImportFileError(`${fileSentences.type} The header of this one has no comma.`)
  if (cells.some((cell) => cell.length > longestHeader))
    throw new ImportFileError(`A column's header may have at most ${longestHeader} characters.`)
  const second = await rows.next()
  await rows.return(undefined)
  if (second.done) throw new ImportFileError(`${fileSentences.empty} It has a header and no rows.`)
  return cells
}

async function* withoutHeader(rows: AsyncGenerator<CsvRow>): AsyncGenerator<CsvRow> {
  await rows.next()
  let count = 0
  for await (const row of rows) {
    count += 1
    if (count > mostRows) throw new ImportFileError(`A file may have at most ${mostRows} rows. Import it in parts.`)
    yield row
  }
}

/** A file's encoding, as Excel and similar programs save it. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

type Bytes = AsyncIterable<Uint8Array>

/**
 * Detects a text file's encoding: by its byte order mark, else UTF-8 if all of it is valid, else windows-1252, which
 * Excel writes as "CSV". Throws `ImportFileError` for an empty file or one that isn't text.
 */
async function detectEncoding(bytes: Bytes): Promise<Encoding> {
  let isUtf8 = true
  let start = Buffer.alloc(0)
  let marked: Encoding | undefined
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const check = (chunk: Uint8Array | undefined) => {
    if (!isUtf8) return
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      // Not valid UTF-8: it is the other encoding.
      isUtf8 = false
    }
  }
  for await (const chunk of bytes) {
    if (start.length < 4) {
      start = Buffer.concat([start, chunk.subarray(0, 4)])
      marked = markOf(start)
    }
    if (marked?.startsWith('utf-16')) return marked
    if (start.subarray(0, 4).equals(archive))
      throw new ImportFileError(
        "The file isn't text but an Excel workbook or another archive. Give a workbook the ending .xlsx.",
      )
    if (chunk.includes(0)) throw new ImportFileError(`${fileSentences.type} This one is not text.`)
    check(chunk)
  }
  if (start.length === 0) throw new ImportFileError(fileSentences.empty)
  check(undefined)
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

/** How ZIP archives begin, which workbooks are. */
const archive = Buffer.from('PK\x03\x04')

/** The text, piece by piece, without the byte order mark. */
async function* decodeText(bytes: Bytes, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** The byte order mark (Unicode Standard, section 23.8). */
function markOf(start: Uint8Array): Encoding | undefined {
  const [first, second, third] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined
}
