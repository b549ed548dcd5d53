import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Returns the SHA-256 of a file on this machine, read piece by piece. */
export function hashOfFile(path: string): Promise<string> {
  return hashOf(createReadStream(path))
}

/** Returns the SHA-256 of what is read. */
export async function hashOf(content: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest('hex')
}
