/** `/api/v1/notification_rule/try`: which past notices a condition would have caught. */
export interface RuleTrial {
  /** What is wrong with the condition, as a sentence, and where: counted in characters from 0. */
  problem?: { message: string; at: number }
  /** The latest that it would have caught, newest first. */
  caught: readonly CaughtNotice[]
  /** How many of those looked at it would have caught. */
  count: number
  /** How many were looked at: the latest that the caller may see. */
  looked: number
}

export interface CaughtNotice {
  id: string
  title: string
  /** ISO time at which it came in. */
  at: string
}

/** The latest that are shown, and the latest that are looked at. */
export const trialLimits = { shown: 10, looked: 1000 } as const
