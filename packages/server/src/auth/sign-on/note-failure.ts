import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import type { Trx } from '../../base/db/database.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Provider } from './providers.ts'
import type { SignOnProblem } from './sign-on-problem.ts'

/** Tells administrators, in the firm's log, why a sign-in didn't succeed. */
export async function noteFailure(
  trx: Trx,
  { provider: { firmId, row }, problem }: { provider: Provider; problem: SignOnProblem },
): Promise<void> {
  await recordEvent(trx, {
    firmId,
    level: 'WARNING',
    type: 'login failure',
    sentence: `A sign-in by ${row.name} failed. ${problem.message}`,
    entity: identityProvider.name,
    entityId: row.id,
    action: 'sign_on_failed',
    recordTitle: row.name,
    facts: { why: problem.message.slice(0, 1000) },
  })
}
