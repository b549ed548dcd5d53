import { crc32, deflateSync } from 'node:zlib'

/** Returns a PNG with this header, padded to `size` bytes with an ignored chunk if a size is given. */
export function pngOf(width: number, height: number, size?: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0], 8)
  const rows = Math.min(height, 10)
  const parts = [
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(rows * (width + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  const missing = (size ?? 0) - Buffer.concat(parts).length - 12
  if (missing > 0) parts.splice(2, 0, chunk('tEXt', Buffer.alloc(missing, 'x')))
  return Buffer.concat(parts)
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
