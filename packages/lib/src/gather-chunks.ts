import { Transform } from 'node:stream'

/** A stream that passes on its input in pieces of at least `size` bytes: each piece is a write to a socket. */
export function gatherChunks(size: number): Transform {
  let waiting: Buffer[] = []
  let length = 0
  const take = () => {
    const piece = waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting, length)
    waiting = []
    length = 0
    return piece
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting.push(chunk)
      length += chunk.length
      if (length >= size) this.push(take())
      done()
    },
    flush(done) {
      if (length > 0) this.push(take())
      done()
    },
  })
}
