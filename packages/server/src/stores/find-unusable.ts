import type { GrantPlace } from '@courtcrier/connectors/ways/grants.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { findAgent } from './agents/agent-rows.ts'
import { findCredential } from './find-credential.ts'
import { findMissingSignIn } from './sign-in/signed-in.ts'

/**
 * Returns the code of what keeps a credential from saving anything until someone does something about it; undefined if
 * nothing is known against it.
 */
export async function findUnusable(trx: Trx, place: GrantPlace): Promise<string | undefined> {
  const provider = await findMissingSignIn(trx, place)
  if (provider !== undefined) return `not_signed_in:${provider}`
  if (await lacksAgent(trx, place)) return 'agent_not_enrolled'
  if (await isExpired(trx, place)) return 'credential_expired'
  return (await isFailing(trx, place)) ? 'credential_failing' : undefined
}

/** One that is only away may be back any minute. */
async function lacksAgent(trx: Trx, place: GrantPlace): Promise<boolean> {
  const agent = (await findCredential(trx, place))?.agent
  return agent !== undefined && !(await findAgent(trx, { firmId: place.firmId, name: agent.name }))
}

/** On the day itself it may still work. */
async function isExpired(trx: Trx, { firmId, credentialId }: GrantPlace): Promise<boolean> {
  const { rows } = await sql`
    select 1 from credentials c join firms f on f.id = c.firm_id
    where c.firm_id = ${firmId} and c.id = ${credentialId}::uuid
      and c.expires_at < (now() at time zone coalesce(f.default_time_zone, 'UTC'))::date`.execute(trx)
  return rows.length > 0
}

async function isFailing(trx: Trx, { firmId, credentialId }: GrantPlace): Promise<boolean> {
  const { rows } = await sql`
    select 1 from credentials where firm_id = ${firmId} and id = ${credentialId}::uuid and health = 'failing'`.execute(
    trx,
  )
  return rows.length > 0
}
