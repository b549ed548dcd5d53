import type { Worker } from 'node:worker_threads'

/** Often enough that a thread that unpacks a file gets only a little further meanwhile. */
const everyMs = 100

export interface MemoryWatch {
  start: () => void
  stop: () => void
}

/**
 * Watches the buffers of a thread, which its limit for the heap doesn't include: a file of 2 MB can unpack to gigabytes of
 * them. Calls `onEnd` if they take more than twice that limit.
 */
export function watchMemory(worker: Worker, { memoryMb }: { memoryMb: number }, onEnd: () => void): MemoryWatch {
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    const size = await findBufferSize(worker)
    if (timer && size > 2 * memoryMb * 1024 * 1024) onEnd()
  }
  return {
    start: () => {
      timer ??= setInterval(look, everyMs)
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}

/** None before the thread has started and after it has ended. */
async function findBufferSize(worker: Worker): Promise<number> {
  try {
    return (await worker.getHeapStatistics()).external_memory
  } catch {
    return 0
  }
}

export function outOfMemory(): Error {
  return new Error('The thread took more memory than it may.')
}
