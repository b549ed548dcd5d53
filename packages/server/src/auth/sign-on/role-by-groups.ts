import { nameKey } from '@courtcrier/contract/name-key.ts'
import type { IdentityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Identity } from './identity.ts'

export interface NamedRole {
  id: string
  name: string
}

/** Returns the role of a name; of several with the same one, which older databases may have, the one that is spelled so. */
export function findNamed<Role extends { name: string }>(roles: readonly Role[], name: string): Role | undefined {
  const same = roles.filter((role) => nameKey(role.name) === nameKey(name))
  return same.find((role) => role.name === name) ?? same[0]
}

/** One entry of a provider's roles by group. */
interface GroupRole {
  group: string
  role: string
}

/**
 * Reads an entry such as `Docket staff = Docketing`; undefined if it isn't one. A group may have equals signs, as in an
 * LDAP name; a role that has some is in quotation marks, with its own doubled: `Docket staff = "Desk = A"`.
 */
export function parseGroupRole(text: string): GroupRole | undefined {
  for (let at = text.lastIndexOf('='); at >= 0; at = at === 0 ? -1 : text.lastIndexOf('=', at - 1)) {
    const role = readQuoted(text.slice(at + 1).trim())
    if (role !== undefined) return entryOf(text.slice(0, at), role)
  }
  const at = text.lastIndexOf('=')
  return at < 0 ? undefined : entryOf(text.slice(0, at), text.slice(at + 1))
}

function entryOf(group: string, role: string): GroupRole | undefined {
  const entry = { group: group.trim(), role: role.trim() }
  return entry.group && entry.role ? entry : undefined
}

/** What is in the quotation marks around the whole text; undefined if there are none. */
function readQuoted(text: string): string | undefined {
  if (text.length < 2 || !text.startsWith('"') || !text.endsWith('"')) return undefined
  const parts = text.slice(1, -1).replaceAll('""', '')
  return parts.includes('"') ? undefined : text.slice(1, -1).replaceAll('""', '"')
}

/** Returns the entry that gives a group a role, which `parseGroupRole` reads as such whatever the role's name is. */
export function writeGroupRole({ group, role }: GroupRole): string {
  const plain = `${group} = ${role}`
  const read = parseGroupRole(plain)
  return read?.role === role && read.group === group ? plain : `${group} = "${role.replaceAll('"', '""')}"`
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
  const { rows } = await sql<NamedRole>`
    select id, name from user_security_roles where firm_id = ${firmId} order by id`.execute(trx)
  const entries = byGroup.flatMap(({ group, role: name }) => {
    const role = findNamed(rows, name)
    return role ? [{ group, role }] : []
  })
  const usual = await defaultRole(trx, firmId, row)
  return (groups) => entries.find(({ group }) => groups.includes(group))?.role ?? usual
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
