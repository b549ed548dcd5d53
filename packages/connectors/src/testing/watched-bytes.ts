import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FileToStore } from '../connector.ts'

interface WatchedBytes {
  bytes: Pick<FileToStore, 'sha256' | 'size' | 'open'>
  /** The most MB that were in memory at once, since the bytes were first read. */
  mostInMemory: () => number
}

/**
 * Makes so many MB, each when it is read, and counts after every few how many of them are in memory: collecting takes a
 * second in a worker that has run many tests.
 */
export function watchBytes(megabytes: number, every: number): WatchedBytes {
  const chunk = Buffer.alloc(1_000_000, 'x')
  const hash = createHash('sha256')
  for (let n = 0; n < megabytes; n++) hash.update(chunk)
  const collect = garbageCollector()
  let most = 0
  const open = async function* () {
    const handed: WeakRef<Buffer>[] = []
    for (let n = 1; n <= megabytes; n++) {
      const piece = Buffer.from(chunk)
      handed.push(new WeakRef(piece))
      yield piece
      if (n % every > 0) continue
      await setImmediate()
      collect()
      most = Math.max(most, handed.filter((each) => each.deref()).length)
    }
  }
  return { bytes: { sha256: hash.digest('hex'), size: megabytes * 1_000_000, open }, mostInMemory: () => most }
}

/** Unused memory still counts until it is collected. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}
