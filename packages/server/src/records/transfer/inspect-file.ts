import { type ImportFile, openImportFile } from './read-file.ts'

/** What is known about a file before its columns are mapped. */
export interface InspectedFile {
  header: readonly string[]
  /** Cells of the first rows. */
  samples: readonly (readonly string[])[]
  /** Rows below the header. */
  total: number
}

const sampleCount = 5
const longestSample = 120

/** Reads a file through once. Throws `ImportFileError` if it can't be used at all. */
export async function inspectFile(file: ImportFile): Promise<InspectedFile> {
  const { header, rows } = await openImportFile(file)
  const samples: string[][] = []
  let total = 0
  for await (const { cells } of rows()) {
    total += 1
    if (samples.length < sampleCount)
      samples.push(header.map((_, index) => (cells[index] ?? '').slice(0, longestSample).toWellFormed()))
  }
  return { header, samples, total }
}
