import { crc32 } from 'node:zlib'

export interface PngHeader {
  /** In pixels. */
  width: number
  height: number
}

/** PNG specification, sections 5.2 (signature) and 11.2.1 (IHDR comes first and has 13 bytes). */
const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const headerEnd = 33

/** The header of a PNG image; undefined if the bytes are something else, whatever the file name says. */
export function readPngHeader(bytes: Uint8Array): PngHeader | undefined {
  if (bytes.length < headerEnd) return undefined
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!buffer.subarray(0, 8).equals(signature)) return undefined
  const chunk = buffer.subarray(12, 29)
  const isHeader = buffer.readUInt32BE(8) === 13 && chunk.toString('latin1', 0, 4) === 'IHDR'
  if (!isHeader || buffer.readUInt32BE(29) !== crc32(chunk)) return undefined
  const [width, height] = [buffer.readUInt32BE(16), buffer.readUInt32BE(20)]
  return width > 0 && height > 0 ? { width, height } : undefined
}

/** Returns whether the image goes on to its last chunk, IEND: browsers show nothing, or a part, of one cut off before. */
export function isWholePng(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = signature.length
  while (at + 12 <= buffer.length) {
    const end = at + 12 + buffer.readUInt32BE(at)
    if (buffer.toString('latin1', at + 4, at + 8) === 'IEND') return end <= buffer.length
    at = end
  }
  return false
}
