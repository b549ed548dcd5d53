import { createHash } from 'node:crypto'
import type { FileToStore } from '../connector.ts'
import { partsOf } from '../ways/parts.ts'

const blockSize = 4 * 1024 * 1024

/** Dropbox's checksum: the SHA-256 of the SHA-256 of each block of 4 MB (Dropbox, "Content hash"). */
export async function contentHashOf(file: FileToStore): Promise<string> {
  const whole = createHash('sha256')
  for await (const { bytes } of partsOf(file, { size: blockSize })) whole.update(sha256(bytes))
  return whole.digest('hex')
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
