import type { Readable } from 'node:stream'

/** The memory that all incoming messages may use together. */
export interface IntakeBudget {
  /** Reserves the bytes. Returns false if fewer are left. */
  take: (bytes: number) => boolean
  give: (bytes: number) => void
}

export function makeIntakeBudget(most: number): IntakeBudget {
  let used = 0
  return {
    take: (bytes) => {
      if (used + bytes > most) return false
      used += bytes
      return true
    },
    give: (bytes) => {
      used -= bytes
    },
  }
}

export type Intake =
  /** Call `release` when the bytes are no longer needed. */
  | { kind: 'whole'; raw: Buffer; release: () => void }
  /** Larger than allowed. The rest was read and discarded so that the sender receives the answer. */
  | { kind: 'too large' }
  /** So much larger that the connection is closed. */
  | { kind: 'endless' }
  /** All memory for messages is in use. */
  | { kind: 'busy' }

export interface IntakeOptions {
  maxBytes: number
  budget: IntakeBudget
}

/** Reads one message into memory, up to `maxBytes` and the budget. Rejects when the sender disconnects. */
export async function readIntake(stream: Readable, { maxBytes, budget }: IntakeOptions): Promise<Intake> {
  const blocks = makeBlocks(budget)
  let refusal: 'too large' | 'busy' | undefined
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes + mostDiscarded) return { kind: 'endless' }
      if (refusal) continue
      if (size > maxBytes) refusal = 'too large'
      else if (!blocks.add(chunk)) refusal = 'busy'
      if (refusal) blocks.clear()
    }
  } catch (error) {
    blocks.clear()
    throw error
  }
  if (refusal) return { kind: refusal }
  return { kind: 'whole', raw: blocks.join(), release: blocks.clear }
}

/**
 * A mail server disconnected while sending assumes a network error and resends everything for days. So a message that
 * is too large is read to its end, and only a size that no mail server sends is cut off.
 */
const mostDiscarded = 512 * 1024 * 1024

/**
 * A court's notice fits in the first block. The others are large, so that many tiny packets cost no more than a few.
 */
const firstBlock = 32 * 1024
const nextBlock = 1024 * 1024

interface Blocks {
  /** Returns false if the budget has no room for it. */
  add: (chunk: Buffer) => boolean
  join: () => Buffer
  /** Frees all memory. */
  clear: () => void
}

function makeBlocks(budget: IntakeBudget): Blocks {
  let blocks: Buffer[] = []
  let taken = 0
  let length = 0
  let free = 0
  const grow = () => {
    const size = blocks.length === 0 ? firstBlock : nextBlock
    if (!budget.take(size)) return false
    taken += size
    free = size
    // Allocated outside the shared pool, which a small part of it would keep alive.
    blocks.push(Buffer.allocUnsafeSlow(size))
    return true
  }
  return {
    add: (chunk) => {
      for (let at = 0; at < chunk.length; ) {
        if (free === 0 && !grow()) return false
        const block = blocks.at(-1) as Buffer
        const copied = chunk.copy(block, block.length - free, at)
        at += copied
        free -= copied
        length += copied
      }
      return true
    },
    join: () => {
      const [only = Buffer.alloc(0)] = blocks
      return blocks.length < 2 ? only.subarray(0, length) : Buffer.concat(blocks, length)
    },
    clear: () => {
      budget.give(taken)
      taken = 0
      free = 0
      blocks = []
    },
  }
}
