import { nameKey } from '@courtcrier/contract/name-key.ts'
import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { nextVersion } from '../../base/db/row-version.ts'
import { parseGroupRole, writeGroupRole } from './role-by-groups.ts'

interface Renaming {
  firmId: number
  from: string
  to: string
}

/**
 * Has the roles by group of the firm's identity providers name a role as it is called now: without it, the groups would
 * give the default role in its place at the next sign-in.
 */
export async function renameMappedRole(trx: Trx, { firmId, from, to }: Renaming): Promise<void> {
  const { rows } = await sql<{ id: string; groupRoles: readonly string[] }>`
    select id, group_roles as "groupRoles" from identity_providers
    where firm_id = ${firmId}::integer order by id for update`.execute(trx)
  const { rows: others } = await sql<{ name: string }>`
    select name from user_security_roles where firm_id = ${firmId}::integer and name <> ${to}`.execute(trx)
  // An older database may have another role of the same name, spelled otherwise, that the provider means.
  const isMeant = (role: string) => nameKey(role) === nameKey(from) && !others.some(({ name }) => name === role)
  for (const { id, groupRoles } of rows) {
    const renamed = groupRoles.map((text) => renamedIn(text, { isMeant, to }))
    if (renamed.every((text, at) => text === groupRoles[at])) continue
    // Not by the records' own write: it means the same role as before, whose renaming is in the log.
    await sql`update identity_providers p set group_roles = ${renamed}::text[], updated_at = ${nextVersion('p')}
      where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
    await announce(trx, { firmId, entity: identityProvider.name, ids: [id] })
  }
}

function renamedIn(text: string, { isMeant, to }: { isMeant: (role: string) => boolean; to: string }): string {
  const entry = parseGroupRole(text)
  return entry && isMeant(entry.role) ? writeGroupRole({ ...entry, role: to }) : text
}
