import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

/** The code points of the basic plane for which a font (TrueType or WOFF 1) has glyphs. */
export function readGlyphs(file: string): ReadonlySet<number> {
  const found = [...readCoverage(readTable(readFileSync(file), 'cmap'))]
  return new Set(found.filter((codePoint) => !isInvisible(codePoint)))
}

/**
 * Control characters, private use, byte order mark, object replacement and non-characters: their glyphs show nothing.
 */
function isInvisible(codePoint: number): boolean {
  return (
    codePoint < 0x20 || (codePoint >= 0xe000 && codePoint <= 0xf8ff) || [0xfeff, 0xfffc, 0xffff].includes(codePoint)
  )
}

/** Reads a font's character map: the segments in format 4 (OpenType 1.9, "cmap"), which cover the basic plane. */
function readCoverage(font: Buffer): ReadonlySet<number> {
  const covered = new Set<number>()
  for (let n = 0; n < font.readUInt16BE(2); n++) {
    const at = font.readUInt32BE(4 + n * 8 + 4)
    if (font.readUInt16BE(at) !== 4) continue
    const size = font.readUInt16BE(at + 6)
    for (let segment = 0; segment < size; segment += 2) {
      const end = font.readUInt16BE(at + 14 + segment)
      const start = font.readUInt16BE(at + 16 + size + segment)
      for (let codePoint = start; codePoint <= end; codePoint++) {
        if (hasGlyph(font, { at, size, segment, offset: codePoint - start, codePoint })) covered.add(codePoint)
      }
    }
  }
  return covered
}

interface SegmentEntry {
  at: number
  size: number
  segment: number
  offset: number
  codePoint: number
}

/** Whether a code point in a segment has a glyph other than 0, which is the box for missing ones. */
function hasGlyph(font: Buffer, { at, size, segment, offset, codePoint }: SegmentEntry): boolean {
  const delta = font.readUInt16BE(at + 16 + 2 * size + segment)
  const rangeAt = at + 16 + 3 * size + segment
  const range = font.readUInt16BE(rangeAt)
  if (range === 0) return ((codePoint + delta) & 0xffff) !== 0
  return font.readUInt16BE(rangeAt + range + 2 * offset) !== 0
}

function readTable(font: Buffer, name: string): Buffer {
  const isWoff = font.toString('latin1', 0, 4) === 'wOFF'
  const count = font.readUInt16BE(isWoff ? 12 : 4)
  const [first, size] = isWoff ? [44, 20] : [12, 16]
  for (let record = first; record < first + count * size; record += size) {
    if (font.toString('latin1', record, record + 4) !== name) continue
    if (!isWoff) return font.subarray(font.readUInt32BE(record + 8))
    // WOFF 1.0, section 4: a table whose stored length equals its original length isn't compressed.
    const [offset, length, whole] = [4, 8, 12].map((at) => font.readUInt32BE(record + at)) as [number, number, number]
    const table = font.subarray(offset, offset + length)
    return length < whole ? inflateSync(table) : table
  }
  throw new Error(`The font has no table ${name}.`)
}
