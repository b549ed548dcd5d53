import { problemError } from '../problems.ts'

/** Answers are lists of a few records; a service that sends more than this, in bytes, is broken or hostile. */
const longestAnswer = 5_000_000

/** Yields an answer that isn't a file. Throws a problem if it has no end. */
export async function* wholeAnswer(bytes: AsyncIterable<Uint8Array>, what: string): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.byteLength
    if (length > longestAnswer) throw problemError('transient', `The answer of the DMS to ${what} has no end.`)
    yield chunk
  }
}

/** Reads such an answer. */
export async function readWhole(bytes: AsyncIterable<Uint8Array>, what: string): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(wholeAnswer(bytes, what)))
}

/** Reads a file that was written for a test, which is small. */
export function readSmall(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return readWhole(bytes, 'reading a file')
}
