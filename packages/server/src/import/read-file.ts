import type { CsvRow } from './csv-parser.ts'
import { makeCsvParser } from './csv-parser.ts'
import { decodeText, detectEncoding } from './decode-text.ts'
import { fileSentences, ImportFileError } from './import-file-error.ts'

/** A file that can be read as often as needed, from its beginning. */
export interface ImportFile {
  name: string
  open: () => AsyncIterable<Uint8Array>
}

/** The header, and the rows behind it as they are asked for. */
export interface OpenedFile {
  header: readonly string[]
  rows: () => AsyncGenerator<CsvRow>
}

/** Rows below the header. */
const mostRows = 500_000

/** Opens a file of comma-separated values. Throws `ImportFileError` with what is wrong with it. */
export async function openImportFile(file: ImportFile): Promise<OpenedFile> {
  if (!/\.(txt|csv)$/i.test(file.name)) throw new ImportFileError(fileSentences.type)
  const encoding = await detectEncoding(file.open())
  const read = () => readRows(decodeText(file.open(), encoding))
  const header = await readHeader(read())
  return { header, rows: () => withoutHeader(read()) }
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
