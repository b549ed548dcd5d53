import type { Readable } from 'node:stream'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { type IntakeBudget, readIntake } from '../message-intake.ts'

interface HeldBody {
  /** Reads the body, once. Throws `too_large`, or `unavailable` if all memory for messages is in use. */
  read: (maxBytes: number) => Promise<Buffer>
  /** Frees the memory. */
  release: () => void
}

/** A provider that takes longer is disconnected, and calls again. */
const longestMs = 2 * 60_000

/** The body of a call, in the memory that all messages share. */
export function holdBody(stream: Readable, budget: IntakeBudget): HeldBody {
  let release = () => {}
  return {
    read: async (maxBytes) => {
      const timer = setTimeout(() => stream.destroy(), longestMs)
      try {
        const intake = await readIntake(stream, { maxBytes, budget })
        if (intake.kind === 'busy') throw new ApiError('unavailable', { sentence: busySentence })
        if (intake.kind !== 'whole') throw new ApiError('too_large')
        release = intake.release
        return intake.raw
      } catch (cause) {
        // The caller disconnected, or was.
        throw cause instanceof ApiError ? cause : new ApiError('malformed_request', { cause })
      } finally {
        clearTimeout(timer)
      }
    },
    release: () => release(),
  }
}

const busySentence = 'Too many messages are being received right now. Try again later.'
