import type { Problem } from '@courtcrier/contract/messages.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { Save } from '../records/behaviour.ts'

const field = 'signonType'

/** A firm turns single sign-on on only after the administrator who does it has signed in that way. */
export async function findSignOnProblems(trx: Trx, { firmId, values, current, writer }: Save): Promise<Problem[]> {
  const { signonType } = values
  if (signonType === undefined || signonType === current?.signonType || signonType === 'local') return []
  const { rows } = await sql`
    select 1 from sign_on_tests t
      join identity_providers p on p.firm_id = t.firm_id and p.id = t.provider_id and p.is_active
        and p.protocol = upper(${signonType})
      join users u on u.firm_id = t.firm_id and u.id = t.user_id and u.is_active
    where t.firm_id = ${firmId} and t.user_id = ${writer.userId ?? null}::uuid for update of p`.execute(trx)
  return rows.length > 0 ? [] : [{ field, code: 'sign_on_untested' }]
}
