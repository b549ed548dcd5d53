import type { IdentityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Identity } from './identity.ts'

export interface NamedRole {
  id: string
  name: string
}

/** One entry of a provider's roles by group. */
interface GroupRole {
  group: string
  role: string
}

/** Reads an entry such as `Docket staff = Docketing`; undefined if it isn't one. A group may have equals signs, as in an LDAP name. */
export function parseGroupRole(text: string): GroupRole | undefined {
  const at = text.lastIndexOf('=')
  if (at < 0) return undefined
  const [group, role] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  return group && role ? { group, role } : undefined
}

/** Returns the role a sign-in gives: by the first group that has one, else the default; undefined leaves it as it is. */
export async function roleOf(
  trx: Trx,
  { firmId, row, identity: { groups } }: { firmId: number; row: IdentityProvider; identity: Identity },
): Promise<NamedRole | undefined> {
  if (!row.groupsClaim || !groups) return undefined
  return (await openRoleMapping(trx, firmId, row))?.(groups)
}

/** Returns the role that groups give, undefined for none, or nothing if the provider gives no roles by group. */
export async function openRoleMapping(
  trx: Trx,
  firmId: number,
  row: IdentityProvider,
): Promise<((groups: readonly string[]) => NamedRole | undefined) | undefined> {
  const byGroup = row.groupRoles.flatMap((text) => parseGroupRole(text) ?? [])
  if (byGroup.length === 0) return undefined
  const names = byGroup.map(({ role }) => role.toLowerCase())
  const { rows } = await sql<NamedRole>`
    select id, name from user_security_roles
    where firm_id = ${firmId} and lower(name) = any(${names}::text[])`.execute(trx)
  const roles = new Map(rows.map((role) => [role.name.toLowerCase(), role]))
  const usual = await defaultRole(trx, firmId, row)
  return (groups) => {
    const given = byGroup.find(({ group, role }) => groups.includes(group) && roles.has(role.toLowerCase()))
    return given ? roles.get(given.role.toLowerCase()) : usual
  }
}

export async function defaultRole(
  trx: Trx,
  firmId: number,
  { defaultRoleId }: IdentityProvider,
): Promise<NamedRole | undefined> {
  if (!defaultRoleId) return undefined
  const { rows } = await sql<NamedRole>`
    select id, name from user_security_roles where firm_id = ${firmId} and id = ${defaultRoleId}::uuid`.execute(trx)
  return rows[0]
}
