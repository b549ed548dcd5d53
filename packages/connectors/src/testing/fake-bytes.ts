import { createHash, randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Bytes that a fake keeps, however many: in memory, on disk, or some of both. */
export interface FakeBytes {
  readonly byteLength: number
  readonly parts: readonly Part[]
  /** As text, for few bytes. */
  toString: () => string
}

/** What follows another part is a part of its own, so that joining and cutting copies nothing. */
type Part = Uint8Array | PartOnDisk

interface PartOnDisk {
  file: number
  start: number
  byteLength: number
}

/** Keeps a text or bytes in memory; bytes that are kept already stay where they are. */
export function fakeBytes(content: string | Uint8Array | FakeBytes = ''): FakeBytes {
  if (typeof content === 'string') return bytesIn([Buffer.from(content)])
  return content instanceof Uint8Array ? bytesIn([content]) : content
}

export function joined(several: readonly FakeBytes[]): FakeBytes {
  return bytesIn(several.flatMap(({ parts }) => parts))
}

/** The bytes from one position up to another. */
export function cut({ parts, byteLength }: FakeBytes, from: number, to = byteLength): FakeBytes {
  let start = 0
  const within = parts.flatMap((part) => {
    const [first, last] = [Math.max(0, from - start), Math.min(part.byteLength, to - start)]
    start += part.byteLength
    return first < last ? [partOf(part, first, last)] : []
  })
  return bytesIn(within)
}

function partOf(part: Part, from: number, to: number): Part {
  if (part instanceof Uint8Array) return part.subarray(from, to)
  return { file: part.file, start: part.start + from, byteLength: to - from }
}

const pieceSize = 256 * 1024

/** The bytes from the first to the last, at most a piece of them in memory. */
export function* piecesOf({ parts }: FakeBytes): Generator<Buffer> {
  for (const part of parts) {
    if (part instanceof Uint8Array) yield Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    else
      for (let at = 0; at < part.byteLength; at += pieceSize) {
        const piece = Buffer.alloc(Math.min(pieceSize, part.byteLength - at))
        if (readSync(part.file, piece, 0, piece.byteLength, part.start + at) < piece.byteLength)
          throw new Error('The temporary file of the fake is too short.')
        yield piece
      }
  }
}

/** All of the bytes at once, for few of them. */
export function bufferOf(bytes: FakeBytes): Buffer {
  return Buffer.concat([...piecesOf(bytes)])
}

export function digestOf(bytes: FakeBytes, algorithm: string): Buffer {
  const hash = createHash(algorithm)
  for (const piece of piecesOf(bytes)) hash.update(piece)
  return hash.digest()
}

/** Where a text begins for the first time from a position on, or -1. */
export function indexIn(bytes: FakeBytes, text: string, from = 0): number {
  let position = from
  let before = Buffer.alloc(0)
  for (const piece of piecesOf(cut(bytes, from))) {
    const both = Buffer.concat([before, piece])
    const found = both.indexOf(text)
    if (found >= 0) return position + found
    // It may begin in this piece and end in the next.
    before = both.subarray(Math.max(0, both.byteLength - Buffer.byteLength(text) + 1))
    position += both.byteLength - before.byteLength
  }
  return -1
}

function bytesIn(parts: readonly Part[]): FakeBytes {
  const bytes: FakeBytes = {
    byteLength: parts.reduce((sum, part) => sum + part.byteLength, 0),
    parts,
    toString: () => bufferOf(bytes).toString(),
  }
  return bytes
}

/** Where a fake keeps what it receives. */
export interface FakeSpool {
  take: (content: AsyncIterable<Uint8Array>) => Promise<FakeBytes>
  /** What was kept on disk is gone then. */
  close: () => void
}

/** The most bytes of one request that are kept in memory. */
const mostInMemory = 1_000_000

/** Keeps bodies in memory, and large ones in a temporary file, which there isn't before one comes. */
export function openFakeSpool(): FakeSpool {
  let file: number | undefined
  let end = 0
  const write = (chunk: Uint8Array): PartOnDisk => {
    file ??= openNameless()
    const start = end
    end += chunk.byteLength
    writeSync(file, chunk, 0, chunk.byteLength, start)
    return { file, start, byteLength: chunk.byteLength }
  }
  return {
    async take(content) {
      const onDisk: PartOnDisk[] = []
      let held: Uint8Array[] = []
      let length = 0
      for await (const chunk of content) {
        held.push(chunk)
        length += chunk.byteLength
        if (length <= mostInMemory) continue
        for (const each of held) addTo(onDisk, write(each))
        held = []
      }
      return bytesIn(onDisk.length > 0 ? onDisk : [Buffer.concat(held)])
    },
    close() {
      if (file !== undefined) closeSync(file)
      file = undefined
      end = 0
    },
  }
}

/** Opens a temporary file that nothing leads to, so that it is gone with the process, however that ends. */
function openNameless(): number {
  const name = path.join(os.tmpdir(), `courtcrier-fake-${randomUUID()}`)
  const file = openSync(name, 'wx+', 0o600)
  unlinkSync(name)
  return file
}

/** Chunks of one body mostly follow each other, unless another one comes at the same time. */
function addTo(parts: PartOnDisk[], next: PartOnDisk): void {
  const last = parts.at(-1)
  if (last && last.start + last.byteLength === next.start) last.byteLength += next.byteLength
  else parts.push(next)
}
