import type { Resource } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { behaviourOf } from './behaviour.ts'

/**
 * Waits until no other transaction writes to the firm's rows of a resource whose writes take turns; call it before
 * locking the first row. The turn lasts until the transaction ends.
 */
export async function waitForTurn(trx: Trx, resource: Resource, { firmId }: { firmId: number }): Promise<void> {
  if (!behaviourOf(resource).takesTurns) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`write:${resource.name}:${firmId}`}, 0))`.execute(trx)
}
