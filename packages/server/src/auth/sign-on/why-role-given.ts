import { nameKey } from '@courtcrier/contract/name-key.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { parseGroupRole } from './role-by-groups.ts'

/**
 * Returns why a role isn't deleted that an identity provider gives by group: without it, everyone in the groups would get
 * the default role at their next sign-in. The default role itself is a reference, which is refused like any other.
 */
export async function whyRoleGiven(trx: Trx, { name }: AnyRow, firmId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string; groupRoles: readonly string[] }>`
    select name, group_roles as "groupRoles" from identity_providers
    where firm_id = ${firmId}::integer order by lower(name)`.execute(trx)
  const isThis = (text: string) => nameKey(parseGroupRole(text)?.role ?? '') === nameKey(String(name))
  const giving = rows.find(({ groupRoles }) => groupRoles.some(isThis))
  return giving && `The identity provider "${giving.name}" gives this role. Choose another one there first.`
}
