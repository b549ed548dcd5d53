import { noticeTrialLimits } from '@courtcrier/contract/calls/trials.ts'
import type { Tried } from '../notices/trials/tried.ts'

/** What a trial found. */
export interface FoundByTrial<Each extends Tried = Tried> {
  looked: number
  caught: readonly Each[]
  /** Why it would have applied to none, whatever the notices say. */
  why?: string
}

/** Returns what a trial found as it is answered: the latest few, with the total. */
export function trialAnswer<Each extends Tried>({ looked, caught, why }: FoundByTrial<Each>) {
  return {
    looked,
    ...(why !== undefined && { why }),
    count: caught.filter(({ isCaught }) => isCaught).length,
    caught: caught.slice(0, noticeTrialLimits.shown).map(({ isCaught: _, ...tried }) => tried),
  }
}
