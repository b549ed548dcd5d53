import { strFromU8, unzipSync } from 'fflate'

/** The XML of a workbook's one sheet. Throws when the file is none. */
export function sheetOf(workbook: Uint8Array): string {
  const parts = unzipSync(workbook)
  const sheet = parts['xl/worksheets/sheet1.xml']
  if (!parts['[Content_Types].xml'] || !sheet) throw new Error('this is no workbook')
  return strFromU8(sheet)
}
