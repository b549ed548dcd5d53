import { createHash } from 'node:crypto'
import type { FileToStore } from './connector.ts'
import { problemError } from './problems.ts'

/**
 * The bytes of a file as they are sent, chunk by chunk. The last one is kept back until all of them are known to be the
 * right ones: a store that was promised a length takes nothing in that ends before.
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

/** Whether a stream has these bytes and no others. */
export async function isSame(
  bytes: AsyncIterable<Uint8Array>,
  { sha256 }: Pick<FileToStore, 'sha256'>,
): Promise<boolean> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex') === sha256
}

/** The name that a file has until it is whole: the same at every try, so that the next one takes the place of the last. */
export function temporaryName({ idempotencyKey }: Pick<FileToStore, 'idempotencyKey'>): string {
  return `.courtcrier-${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 24)}.tmp`
}

function damaged() {
  return problemError('rejected', 'The document kept by this server is damaged, so it was not stored.')
}
