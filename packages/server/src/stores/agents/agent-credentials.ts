import { kindsWithAgent } from '@courtcrier/contract/credential-kinds.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'

/** The credentials that an agent saves with: a table of all of them, to be joined by `firm_id` and `id`. */
export const agentCredentials = sql`(${sql.join(
  kindsWithAgent.map(
    (kind) =>
      sql`select firm_id, id, agent, agent_credential from ${sql.table(tableOf(getResource(kind)))} where use_agent`,
  ),
  sql` union all `,
)})`

/** An `AgentPlace` of that table under the name `ac`; null without an agent. */
export const agentPlace = sql`case when ac.id is not null then
  jsonb_build_object('name', coalesce(ac.agent, ''), 'credential', coalesce(ac.agent_credential, '')) end`
