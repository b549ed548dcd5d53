import { checkedBytes } from '../checked-bytes.ts'
import type { FileToStore } from '../connector.ts'

/** A piece of a file for an upload in several steps. */
export interface FilePart {
  /** Counted from 0. */
  index: number
  /** The position of its first byte. */
  start: number
  bytes: Buffer
}

/**
 * Yields a file in pieces of this many bytes, the last one shorter, beginning with the piece `from`. All bytes are read
 * and checked, and the last piece is held back until they are: an upload of damaged bytes can't be completed.
 */
export async function* partsOf(
  file: FileToStore,
  { size, from = 0 }: { size: number; from?: number },
): AsyncGenerator<FilePart> {
  let held: Uint8Array[] = []
  let length = 0
  let index = 0
  for await (const chunk of checkedBytes(file)) {
    let rest = chunk
    while (length + rest.byteLength >= size) {
      const end = size - length
      held.push(rest.subarray(0, end))
      if (index >= from) yield { index, start: index * size, bytes: Buffer.concat(held) }
      held = []
      length = 0
      index += 1
      rest = rest.subarray(end)
    }
    // A piece that was sent before is read to check it, and not kept.
    if (index >= from && rest.byteLength > 0) held.push(rest)
    length += rest.byteLength
  }
  if (length > 0 && index >= from) yield { index, start: index * size, bytes: Buffer.concat(held) }
}
