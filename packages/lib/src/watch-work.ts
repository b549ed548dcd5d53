import type { Worker } from 'node:worker_threads'

/** How much a piece of work may take of its thread. */
export interface WorkLimits {
  /** Processor time of the thread, in milliseconds: unlike the time that passes, it doesn't grow on a busy machine. */
  computeMs: number
  /** Milliseconds that may pass; a minute by default, or four times `computeMs`. */
  stallMs?: number
}

/** The machine gave a thread too little processor time. That says nothing about the work, which may be tried again. */
export class StalledError extends Error {
  constructor() {
    super('The server was too busy to finish this.')
  }
}

/** `late`: the work used up its processor time. `stalled`: the machine didn't give it that much. */
export type WorkEnd = 'late' | 'stalled'

export interface WorkWatch {
  start: () => void
  /** The thread has answered: what it does from now on is other work. */
  heard: () => void
  stop: () => void
}

interface WorkEvents {
  /** Called several times within the limit; false if the thread hasn't begun to work. */
  onLook?: () => boolean
  onEnd: (end: WorkEnd) => void
}

/**
 * Counted besides the times: after a pause of this process itself, the thread's answers may be waiting to be read, and
 * only one look comes before them.
 */
const looksInLimit = 5

/** Watches what a thread takes for its work, while the thread itself may be blocked. */
export function watchWork(
  worker: Worker,
  { computeMs, stallMs = Math.max(60_000, 4 * computeMs) }: WorkLimits,
  { onLook = () => true, onEnd }: WorkEvents,
): WorkWatch {
  const everyMs = computeMs / looksInLimit
  let timer: NodeJS.Timeout | undefined
  let looks = 0
  let before: number | undefined
  let period = 0
  const heard = () => {
    period += 1
    looks = 0
    before = undefined
  }
  const look = async () => {
    if (!onLook()) return
    looks += 1
    // Before the thread is asked, which can't answer within a single long step of native code.
    if (looks * everyMs >= stallMs) return onEnd('stalled')
    const asked = period
    const now = await findProcessorMs(worker)
    if (asked !== period || now === undefined) return
    before ??= now
    if (looks > looksInLimit && now - before >= computeMs) onEnd('late')
  }
  return {
    start: () => {
      if (timer) return
      heard()
      timer = setInterval(look, everyMs)
    },
    heard,
    stop: () => {
      heard()
      clearInterval(timer)
      timer = undefined
    },
  }
}

/** Undefined if the thread has ended, which its `exit` event reports. */
async function findProcessorMs(worker: Worker): Promise<number | undefined> {
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch {
    return undefined
  }
}
