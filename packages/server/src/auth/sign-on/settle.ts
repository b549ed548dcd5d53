import { withFirmWrite } from '../../base/db/firm-write.ts'
import { originOf, type Requester } from '../sign-ins/origin.ts'
import { admit } from './admit.ts'
import { lockUnderWay, settleAttempt } from './attempts.ts'
import { provedAt } from './fresh.ts'
import type { Identity } from './identity.ts'
import { noteFailure } from './note-failure.ts'
import type { Provider } from './providers.ts'
import type { SignOnDeps } from './sign-on-deps.ts'
import { publicSentences, SignOnProblem } from './sign-on-problem.ts'

interface Settling {
  attempt: { id: string; isFresh: boolean }
  provider: Provider
  /** Who signed in at the provider, or why no one did. */
  outcome: Identity | SignOnProblem
  /** The browser that came back. */
  from: Requester
}

/** Admits the person who signed in at a provider, and leaves the result for the login page; a failure is logged. */
export async function settle(deps: SignOnDeps, { attempt, provider, outcome, from }: Settling): Promise<void> {
  const { firmId } = provider
  const problem =
    outcome instanceof SignOnProblem ? outcome : await tryToAdmit(deps, { attempt, provider, identity: outcome })
  if (!problem) return
  const now = deps.now()
  const origin = await originOf(from)
  await withFirmWrite(deps.database, firmId, async (trx) => {
    await settleAttempt(trx, { firmId, id: attempt.id, now, sentence: publicSentences[problem.kind] })
    await noteFailure(trx, { provider, problem, origin, now })
  })
}

async function tryToAdmit(
  deps: SignOnDeps,
  { attempt: { id, isFresh }, provider, identity }: Omit<Settling, 'outcome' | 'from'> & { identity: Identity },
): Promise<SignOnProblem | undefined> {
  const { firmId } = provider
  const now = deps.now()
  try {
    await withFirmWrite(deps.database, firmId, async (trx) => {
      const underWay = await lockUnderWay(trx, { firmId, id, providerId: provider.row.id })
      // What it says of someone counts for the settings with which it was asked.
      if (!underWay) throw new SignOnProblem('late', 'The settings of the provider were changed during the sign-in.')
      if (!underWay.isInUse) throw new SignOnProblem('broken', 'The provider is no longer in use.')
      const userId = await admit(trx, { provider, identity, now, box: deps.secrets })
      await settleAttempt(trx, { firmId, id, now, userId, provedAt: provedAt(identity, { isFresh, now }) })
    })
    return undefined
  } catch (error) {
    if (error instanceof SignOnProblem) return error
    throw error
  }
}
