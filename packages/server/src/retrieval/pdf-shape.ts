/** What the bytes of a file show about its being a complete PDF, without opening it. */
export type PdfShape = 'whole' | 'cut' | 'not a pdf'

/**
 * Recognizes a PDF by its marks. Readers look for `%PDF` in the first 1,024 bytes and for `%%EOF` at the end (ISO
 * 32000-1, annex H.3.4.1 and 7.5.5). Courts' servers pad the end with spaces and zeros, which are ignored.
 */
export function pdfShape(bytes: Uint8Array): PdfShape {
  if (!isPdf(bytes)) return 'not a pdf'
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const linearizedLength = /\/Linearized\b[^>]{0,200}?\/L\s+(\d+)/.exec(file.toString('latin1', 0, 2048))?.[1]
  // A linearized PDF has an end mark near its start, and states its length in its head (annex F.3.3).
  if (linearizedLength !== undefined && Number(linearizedLength) > file.byteLength) return 'cut'
  return hasEnd(file) ? 'whole' : 'cut'
}

/** What a court's server appended after the last end mark, such as a page, is ignored unless it is more of the PDF. */
function hasEnd(file: Buffer): boolean {
  const mark = file.lastIndexOf('%%EOF')
  if (mark < 0) return false
  const end = lengthWithoutPadding(file)
  if (end - mark <= 2048) return true
  return !/\b\d{1,10} \d{1,5} obj\b/.test(file.toString('latin1', mark, Math.min(end, mark + 65_536)))
}

/** Whether the bytes begin like a PDF. */
export function isPdf(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1024))
  return start.includes('%PDF')
}

function lengthWithoutPadding(file: Buffer): number {
  let end = file.byteLength
  while (end > 0 && (file[end - 1] ?? 0x21) <= 0x20) end--
  return end
}
