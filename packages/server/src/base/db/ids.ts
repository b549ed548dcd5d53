import { randomFillSync } from 'node:crypto'

/** A UUIDv7 (RFC 9562, section 5.7): sorts by creation time, also within a millisecond of this process. */
export function newId(): string {
  const now = Date.now()
  // While the clock stands still, or is set back, the count goes on in the next millisecond once this one has no more.
  const isFull = now <= lastTime && sequence === 0x0fff
  sequence = now > lastTime || isFull ? 0 : sequence + 1
  lastTime = isFull ? lastTime + 1 : Math.max(now, lastTime)
  const bytes = takeRandom()
  const view = new DataView(bytes.buffer)
  view.setUint16(0, Math.floor(lastTime / 2 ** 32))
  view.setUint32(2, lastTime % 2 ** 32)
  // Section 6.2, method 1: the 12 bits of rand_a count within the millisecond.
  view.setUint16(6, 0x7000 | sequence)
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80)
  const hex = Buffer.from(bytes).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

let lastTime = 0
let sequence = 0

/** Random bytes are fetched for 256 ids at once: the system call costs far more than the bytes. */
const pool = new Uint8Array(16 * 256)
let used = pool.length

function takeRandom(): Uint8Array<ArrayBuffer> {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 16
  return pool.slice(used - 16, used)
}
