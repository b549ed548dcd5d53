import { ApiError } from '@courtcrier/contract/errors.ts'
import { openFairTurns } from '@courtcrier/lib/fair-turns.ts'
import type { FastifyReply } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import type { LookBack } from '../notices/trials/look-back.ts'
import type { Caller } from '../records/caller.ts'

/** How much a trial does. */
export interface TrialLimits {
  /** For each of its parts: going through the past, and trying a rule on what it found there. */
  partMs: number
  /** How many notices are read at a time. */
  batch: number
}

/** Both parts together take less than the console waits for an answer. */
const usualLimits: TrialLimits = { partMs: 6000, batch: 1000 }

/** Runs the trials of this process: few at a time, each as long as its caller waits for it. */
export type TrialRunner = <T>(
  asked: { caller: Caller; reply: FastifyReply },
  run: (looking: LookBack) => Promise<T>,
) => Promise<T>

const atOnce = 2
const mostWaiting = 40

export function openTrialRunner({ database }: Pick<Services, 'database'>, limits = usualLimits): TrialRunner {
  const turns = openFairTurns({ atOnce, mostWaiting, whenFull: () => new ApiError('too_many_requests') })
  return ({ caller, reply }, run) => {
    const startTime = () => {
      const end = performance.now() + limits.partMs
      // A person who goes on typing has the next draft tried, and no longer waits for this one.
      return () => performance.now() < end && !reply.raw.destroyed
    }
    const looking: LookBack = {
      scope: caller,
      within: (work) => withFirm(database, caller.firmId, work),
      startTime,
      batch: limits.batch,
    }
    return turns.run([String(caller.firmId), caller.userId], () => run(looking))
  }
}
