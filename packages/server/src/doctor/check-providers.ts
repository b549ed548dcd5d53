import { sql } from 'kysely'
import { describeSignOnProblem } from '../auth/sign-on/describe-problem.ts'
import { discover } from '../auth/sign-on/protocol.ts'
import { openSignOnFetch } from '../auth/sign-on/sign-on-deps.ts'
import type { Config } from '../base/config.ts'
import type { Database } from '../base/db/database.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import type { Check } from './check.ts'

/** Asks every identity provider in use for its addresses, as each sign-in does. */
export async function checkProviders(database: Database, config: Config): Promise<readonly Check[]> {
  const { rows } = await withSystem(database, (trx) =>
    sql<{ firmId: number; name: string; issuer: string; clientId: string }>`
      select firm_id as "firmId", name, issuer, client_id as "clientId" from identity_providers
      where is_active order by firm_id, lower(name)`.execute(trx),
  )
  const fetch = openSignOnFetch({ config })
  return Promise.all(
    rows.map(async ({ firmId, name, issuer, clientId }): Promise<Check> => {
      const about = `Identity provider ${name} of firm ${firmId}`
      try {
        await discover({ issuer, clientId, fetch })
        return { name: about, state: 'ok', sentence: `${issuer} answers.` }
      } catch (error) {
        const { message } = describeSignOnProblem(error, { issuer, redirectUri: '' })
        return { name: about, state: 'failed', sentence: `${message} No one can sign in by it.` }
      }
    }),
  )
}
