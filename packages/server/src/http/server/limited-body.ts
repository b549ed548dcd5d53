import { ApiError } from '@courtcrier/contract/errors.ts'
import { megabytes } from '../../outbox/deliveries/place-documents.ts'

/** Beyond this, in bytes, the sender is disconnected. */
const mostDiscarded = 512 * 1024 * 1024

/**
 * The bytes of a body, up to a limit. A body that is too large is read to its end, so that the sender gets the answer
 * instead of a broken connection, and discarded. Throws `too_large`.
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
