import { ApiError } from '@courtcrier/contract/errors.ts'
import { megabytes } from '../delivery/place-documents.ts'

/** Beyond this, in bytes, whoever sends is cut off. */
const mostDiscarded = 512 * 1024 * 1024

/**
 * The bytes of a body, up to a limit. What is too large is read to its end, so that whoever sends it hears the answer
 * instead of a broken connection, and kept nowhere. Throws `too_large`.
 */
export async function* limitedBody(chunks: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size <= most) yield chunk
    else if (size > most + mostDiscarded) break
  }
  if (size > most) throw new ApiError('too_large', { sentence: `A file may have at most ${megabytes(most)}.` })
}
