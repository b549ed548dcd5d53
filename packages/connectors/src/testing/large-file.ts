import { createHash } from 'node:crypto'
import { fileOf } from '../connector.suite.ts'
import type { FileToStore } from '../connector.ts'

/** Returns files of this many bytes, a multiple of the chunk's, made as they are read. */
export function largeFile(size: number, chunkSize = 1_000_000): (path: string) => FileToStore {
  const chunk = Buffer.alloc(chunkSize, 'x')
  const open = function* () {
    for (let n = 0; n < size / chunkSize; n++) yield chunk
  }
  const hash = createHash('sha256')
  for (const each of open()) hash.update(each)
  const sha256 = hash.digest('hex')
  return (path) => ({ ...fileOf(path, ''), sha256, size, open })
}
