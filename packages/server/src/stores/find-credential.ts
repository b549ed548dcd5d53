import type { GrantPlace } from '@courtcrier/connectors/ways/grants.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { AgentPlace } from './agents/agent-connector.ts'
import { agentCredentials, agentPlace } from './agents/agent-credentials.ts'
import { credentialSettings } from './credential-settings.ts'
import type { StoreKey } from './open-stores.ts'

/** Returns by what a credential of any kind is opened, and its name; undefined if there is none with the ID. */
export async function findCredential(
  trx: Trx,
  { firmId, credentialId }: GrantPlace,
): Promise<(StoreKey & { name: string }) | undefined> {
  const { rows } = await sql<
    Omit<StoreKey, 'firmId' | 'credentialId' | 'agent'> & { name: string; agent: AgentPlace | null }
  >`
    select c.name, c.kind, g.driver, coalesce(s.updated_at::text, '') as version, ${agentPlace} as agent from credentials c
      left join ${credentialSettings} s on s.firm_id = c.firm_id and s.id = c.id
      left join ${agentCredentials} ac on ac.firm_id = c.firm_id and ac.id = c.id
      left join generic_credentials g on g.firm_id = c.firm_id and g.id = c.id and c.kind = ${genericCredential.name}
    where c.firm_id = ${firmId} and c.id = ${credentialId}::uuid`.execute(trx)
  const [row] = rows
  return row && { firmId, credentialId, ...row, agent: row.agent ?? undefined }
}
