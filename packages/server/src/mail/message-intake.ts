import type { Readable } from 'node:stream'

/** The memory that messages on their way in may take together. */
export interface IntakeBudget {
  /** Takes so many bytes, or says that there are not so many left. */
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
  /** Larger than allowed; the rest was read and thrown away, so that the sender hears the answer. */
  | { kind: 'too large' }
  /** So much larger that the sender is not listened to any more. */
  | { kind: 'endless' }
  /** All memory for messages is taken. */
  | { kind: 'busy' }

export interface IntakeOptions {
  maxBytes: number
  budget: IntakeBudget
}

/**
 * Reads one message into memory, never more than `maxBytes` and never more than the budget has. Rejects when
 * the sender breaks off.
 */
export async function takeIn(stream: Readable, { maxBytes, budget }: IntakeOptions): Promise<Intake> {
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
 * A mail server that is cut off while it sends takes it for a broken line and sends all of it again, for days.
 * So what is too large is read to its end, and only what no mail server would send is cut off.
 */
const mostDiscarded = 512 * 1024 * 1024

/** A court's notice fits the first block; the others are large, so that many tiny packets cost no more than few. */
const firstBlock = 32 * 1024
const nextBlock = 1024 * 1024

interface Blocks {
  /** False when the budget has no room for it. */
  add: (chunk: Buffer) => boolean
  join: () => Buffer
  /** Gives all memory back. */
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
    // Of its own and not from the shared pool, which would be kept whole for a small part of it.
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
