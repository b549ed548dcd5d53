import type { ApiError } from '@courtcrier/contract/errors.ts'
import { user as userResource } from '@courtcrier/contract/resources/user.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { attempt } from '../../records/attempt.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Writer } from '../../records/write/change.ts'
import { writeRow } from '../../records/write/write-rows.ts'
import type { Provider } from '../sign-on/providers.ts'
import { type NamedRole, openRoleMapping } from '../sign-on/role-by-groups.ts'
import { groupNames } from './find-groups.ts'
import { whyNeeded } from './last-way-in.ts'

interface Following {
  provider: Provider
  writer: Writer
  /** Everyone in the provider's groups if absent. */
  userIds?: readonly string[]
}

interface Member {
  id: string
  fullName: string
  securityRoleId: string
  isAdministrator: boolean
  groups: readonly string[]
}

/**
 * Gives users the role of the groups they are in now. A group counts by its name and by the ID the provider has for it,
 * as at a sign-in, but not by a name that is another one's ID. Where a rule forbids a change, as for the last
 * administrator, the role stays.
 */
export async function followGroups(trx: Trx, { provider, writer, userIds }: Following): Promise<void> {
  const { firmId, row } = provider
  const roleOf = await openRoleMapping(trx, firmId, row)
  if (!roleOf) return
  for (const member of await findMembers(trx, provider, userIds)) {
    const role = roleOf(member.groups)
    if (role && role.id !== member.securityRoleId) await giveRole(trx, { member, role, writer })
  }
}

async function findMembers(
  trx: Trx,
  { firmId, row }: Provider,
  userIds: readonly string[] | undefined,
): Promise<readonly Member[]> {
  const whose =
    userIds === undefined
      ? sql`exists (select from provisioned_members m where m.firm_id = u.firm_id and m.user_id = u.id)`
      : sql`u.id = any(${[...userIds]}::uuid[])`
  const { rows } = await sql<Member>`
    select u.id, u.full_name as "fullName", u.security_role_id as "securityRoleId",
      r.is_system_defined and r.name = 'Administrator' as "isAdministrator",
      (select coalesce(array_agg(n.name), '{}') from provisioned_members m
        join provisioned_groups g on g.firm_id = m.firm_id and g.id = m.group_id
        cross join lateral unnest(${groupNames}) n(name)
        where m.firm_id = u.firm_id and m.user_id = u.id and g.provider_id = p.provider_id
      ) as groups
    from users u join provisioned_users p on p.firm_id = u.firm_id and p.id = u.id
      join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
    where u.firm_id = ${firmId}::integer and p.provider_id = ${row.id}::uuid and p.deleted_at is null and ${whose}
    order by u.id`.execute(trx)
  return rows
}

interface Giving {
  member: Member
  role: NamedRole
  writer: Writer
}

async function giveRole(trx: Trx, { member, role, writer }: Giving): Promise<void> {
  const { firmId } = writer
  const why = member.isAdministrator ? await whyNeeded(trx, { firmId, userId: member.id }) : undefined
  const change = { kind: 'update' as const, id: member.id, input: { securityRoleId: role.id } }
  const refusal = why ?? (await attempt(trx, () => writeRow(trx, userResource, change, writer)))
  if (refusal) await noteLeft(trx, { member, role, writer, why: sentenceOf(refusal) })
}

function sentenceOf(refusal: string | ApiError): string {
  return typeof refusal === 'string' ? refusal : refusal.message
}

async function noteLeft(trx: Trx, { member, role, writer, why }: Giving & { why: string }): Promise<void> {
  await recordEvent(trx, {
    ...{ firmId: writer.firmId, level: 'WARNING', type: 'other' },
    sentence: `The groups of ${member.fullName} give the role ${role.name}, but the role was left as it is. ${why}`,
    ...{ entity: userResource.name, entityId: member.id, recordTitle: member.fullName },
  })
}
