import type { Identity } from './identity.ts'
import { SignOnProblem } from './sign-on-problem.ts'

/** Two clocks may differ by this much. */
const toleranceMs = 60_000

/**
 * Throws a `SignOnProblem` unless the user logged in at the provider for this very sign-in: someone who finds an open browser
 * can begin one, change what it asks the provider for, and be let in by the provider's session. Of a provider that never
 * says when people log in, it is only known that it was asked.
 */
export function demandFresh({ authenticatedAt, saysWhen }: Identity, { begunAt }: { begunAt: Date }): void {
  if (authenticatedAt === undefined) {
    if (!saysWhen) return
    throw new SignOnProblem(
      'stale',
      "The provider doesn't say when its user logged in. Let it send auth_time in the ID token; in Entra, under Token configuration, as an optional claim.",
    )
  }
  if (authenticatedAt.getTime() < begunAt.getTime() - toleranceMs)
    throw new SignOnProblem(
      'stale',
      `The provider let its user in without a new login: the last one was at ${authenticatedAt.toISOString()}.`,
    )
}

/**
 * Returns when a user showed who they are: as the provider says, or for a sign-in that asked it for a new login, now.
 * Otherwise it isn't known; the provider may have let them in by a session that began long ago.
 */
export function provedAt(
  { authenticatedAt }: Pick<Identity, 'authenticatedAt'>,
  { isFresh, now }: { isFresh: boolean; now: Date },
): Date | undefined {
  if (isFresh) return now
  return authenticatedAt && new Date(Math.min(authenticatedAt.getTime(), now.getTime()))
}
