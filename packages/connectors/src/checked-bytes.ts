import { createHash } from 'node:crypto'
import type { FileToStore } from './connector.ts'
import { problemError } from './problems.ts'

/**
 * The bytes of a file, chunk by chunk. The last chunk is held back until all are verified: a DMS that was promised a
 * length rejects an upload that ends early.
 */
export async function* checkedBytes(file: FileToStore): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let size = 0
  let held: Uint8Array | undefined
  for await (const chunk of file.open()) {
    hash.update(chunk)
    size += chunk.byteLength
    if (held) yield held
    held = chunk
  }
  if (size !== file.size || hash.digest('hex') !== file.sha256) throw damaged()
  if (held) yield held
}

/** Whether a stream contains exactly these bytes. One that has more isn't read to its end, which it may not have. */
export async function isSame(
  bytes: AsyncIterable<Uint8Array>,
  { sha256, size }: Pick<FileToStore, 'sha256' | 'size'>,
): Promise<boolean> {
  const hash = createHash('sha256')
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.byteLength
    if (length > size) return false
    hash.update(chunk)
  }
  return hash.digest('hex') === sha256
}

/** The file's name until it is complete. It is the same for every attempt, so that the next one overwrites the last. */
export function temporaryName({ idempotencyKey }: Pick<FileToStore, 'idempotencyKey'>): string {
  return `.courtcrier-${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 24)}.tmp`
}

function damaged() {
  return problemError('rejected', "This server's copy of the document is damaged, so it was not saved to the DMS.")
}
