import { sql } from 'kysely'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import type { ApiCall, TestApi } from './api.ts'

/** Returns requests to the routes that enroll and revoke agents. */
export function agentCalls(api: TestApi): Readonly<Record<string, () => Promise<Partial<ApiCall>>>> {
  const body = { name: 'New York' }
  return {
    'POST /firm/agent-tokens': async () => ({ body }),
    'DELETE /firm/agent-tokens/{id}': async () => {
      const url = '/api/v1/firm/agent-tokens'
      const made = await api.call({ as: 'Administrator', method: 'POST', url, body })
      return { url: `${url}/${(made.json() as { token: { id: string } }).token.id}` }
    },
    'DELETE /firm/agents/{id}': async () => {
      const id = newId()
      await withFirm(api.services.database, 1, (trx) =>
        sql`insert into agents (firm_id, id, name, version) values (1, ${id}::uuid, 'Branch', '1.0.0')`.execute(trx),
      )
      return { url: `/api/v1/firm/agents/${id}` }
    },
  }
}
