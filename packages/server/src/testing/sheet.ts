import { strFromU8, unzipSync } from 'fflate'

/** Returns the XML of a workbook's only sheet. Throws when the file isn't a workbook. */
export function sheetOf(workbook: Uint8Array): string {
  const parts = unzipSync(workbook)
  const sheet = parts['xl/worksheets/sheet1.xml']
  if (!parts['[Content_Types].xml'] || !sheet) throw new Error('this is no workbook')
  return strFromU8(sheet)
}
