import { type ImportFile, openImportFile } from './read-file.ts'

/** What a file has to say before anybody says what its columns are. */
export interface InspectedFile {
  header: readonly string[]
  /** Cells of the first rows. */
  samples: readonly (readonly string[])[]
  /** Rows below the header. */
  total: number
}

const sampleCount = 5
const longestSample = 120

/** Reads a file once through. Throws `ImportFileError` when it cannot be used at all. */
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
