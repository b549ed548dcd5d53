import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import type { Trx } from '../../base/db/database.ts'
import { recordEvent } from '../../records/audit.ts'
import { countAttempt } from '../lock-out.ts'
import type { Origin } from '../sign-ins/origin.ts'
import { recordRefusal } from '../sign-ins/record.ts'
import type { Provider } from './providers.ts'
import type { SignOnProblem } from './sign-on-problem.ts'

interface Failed {
  provider: Provider
  problem: SignOnProblem
  /** Where the browser is. */
  origin: Origin
  now: Date
}

/**
 * Tells administrators, in the firm's log, why a sign-in didn't succeed; if it was a user's, it is in their history of
 * sign-ins, too. Anyone can begin a sign-in, so repeated failures are noted ever less often, by the rules that slow wrong
 * passwords down.
 */
export async function noteFailure(trx: Trx, { provider, problem, origin, now }: Failed): Promise<void> {
  const { firmId, row } = provider
  const { refused, message } = problem
  const email = refused ? `sign-on of ${refused.userId}` : `sign-on by ${row.id}`
  const counted = await countAttempt(trx, { firmId, email, from: { network: origin.network }, isRight: false, now })
  if (counted !== 'refused') return
  if (refused)
    await recordRefusal(trx, {
      ...{ firmId, origin, now, way: 'SIGN_ON', provider: row.name, outcome: 'REFUSED' },
      ...refused,
    })
  await recordEvent(trx, {
    firmId,
    level: 'WARNING',
    type: 'login failure',
    sentence: `A sign-in by ${row.name} failed. ${message}`,
    entity: identityProvider.name,
    entityId: row.id,
    action: 'sign_on_failed',
    recordTitle: row.name,
    facts: { why: message.slice(0, 1000) },
  })
}
