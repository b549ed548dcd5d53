import { ApiError } from '@courtcrier/contract/errors.ts'
import { openFairTurns } from '@courtcrier/lib/fair-turns.ts'
import type { FastifyReply } from 'fastify'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import type { LookBack } from '../notices/trials/look-back.ts'
import type { Caller } from '../records/caller.ts'

/** How much a trial does. */
export interface TrialLimits {
  /** For each of its parts, unless it is answered in steps: going through the past, and trying a rule on what it found there. */
  partMs: number
  /** How many notices are read at a time. */
  batch: number
  stepMs?: number
}

/** Both parts together take less than the console waits for an answer. */
const usualLimits: TrialLimits = { partMs: 6000, batch: 1000 }

/** Runs the trials of this process: few at a time, each as long as its caller waits for it. */
export type TrialRunner = <T>(asked: AskedTrial<T>, run: (looking: LookBack<T>) => Promise<T>) => Promise<T>

interface AskedTrial<T> {
  caller: Caller
  reply: FastifyReply
  /** Sends what was found so far: the trial then has no limit of time. */
  tell?: ((step: T) => void) | undefined
}

const atOnce = 2
const mostWaiting = 40
/** How often what was found so far is sent, in milliseconds; it takes some queries of its own. */
const stepMs = 1000

export function openTrialRunner({ database }: Pick<Services, 'database'>, limits = usualLimits): TrialRunner {
  const turns = openFairTurns({ atOnce, mostWaiting, whenFull: () => new ApiError('too_many_requests') })
  return ({ caller, reply, tell }, run) => {
    const keys = [String(caller.firmId), caller.userId]
    const within: LookBack<unknown>['within'] = (work) => withFirm(database, caller.firmId, work)
    // A person who goes on typing has the next draft tried, and no longer waits for this one.
    const isAwaited = () => !reply.raw.destroyed
    const looking = { scope: caller, batch: limits.batch }
    if (tell)
      return run({
        ...looking,
        // In turn for each transaction: a long trial must not keep short ones waiting.
        within: (work) => turns.run(keys, () => within(work)),
        startTime: () => isAwaited,
        report: reporter(tell, limits.stepMs ?? stepMs),
      })
    const startTime = () => {
      const end = performance.now() + limits.partMs
      return () => performance.now() < end && isAwaited()
    }
    return turns.run(keys, () => run({ ...looking, within, startTime }))
  }
}

function reporter<T>(tell: (step: T) => void, everyMs: number): LookBack<T>['report'] {
  let last = performance.now()
  return async (answer) => {
    if (performance.now() - last < everyMs) return
    tell(await answer())
    last = performance.now()
  }
}
