import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import type { Page } from './find-people.ts'
import type { Provisioner } from './provisioner.ts'

/** A group of a provider, with its members unless they are left out. */
export interface Group {
  id: string
  displayName: string
  externalId: string | null
  createdAt: Date
  updatedAt: Date
  members: readonly { value: string; display: string }[]
}

interface Wanted {
  where: RawBuilder<boolean>
  page: Page
  hasMembers: boolean
}

function columns(hasMembers: boolean): RawBuilder<unknown> {
  const members = hasMembers
    ? sql`(select coalesce(jsonb_agg(jsonb_build_object('value', u.id, 'display', u.full_name) order by u.full_name, u.id), '[]')
        from provisioned_members m join users u on u.firm_id = m.firm_id and u.id = m.user_id
        where m.firm_id = g.firm_id and m.group_id = g.id)`
    : sql`'[]'::jsonb`
  return sql`g.id, g.display_name as "displayName", g.external_id as "externalId", g.created_at as "createdAt",
    g.updated_at as "updatedAt", ${members} as members`
}

function isOwn({ firmId, providerId }: Provisioner): RawBuilder<boolean> {
  return sql`(g.firm_id = ${firmId}::integer and g.provider_id = ${providerId}::uuid)`
}

/** Returns the provider's groups that match, the oldest first. */
export async function listGroups(
  trx: Trx,
  provisioner: Provisioner,
  { where, page, hasMembers }: Wanted,
): Promise<{ groups: readonly Group[]; total: number }> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from provisioned_groups g where ${isOwn(provisioner)} and ${where}`.execute(trx)
  const total = counted[0]?.total ?? 0
  if (page.limit === 0 || page.offset >= total) return { groups: [], total }
  const { rows } = await sql<Group>`
    select ${columns(hasMembers)} from provisioned_groups g where ${isOwn(provisioner)} and ${where}
    order by g.created_at, g.id limit ${page.limit}::integer offset ${page.offset}::integer`.execute(trx)
  return { groups: rows, total }
}

/** Returns one of the provider's groups. */
export async function findGroup(
  trx: Trx,
  provisioner: Provisioner,
  { id, hasMembers = false }: { id: string; hasMembers?: boolean },
): Promise<Group | undefined> {
  const { rows } = await sql<Group>`
    select ${columns(hasMembers)} from provisioned_groups g
    where ${isOwn(provisioner)} and g.id = ${id}::uuid`.execute(trx)
  return rows[0]
}

/** IDs as Entra, Ping and Keycloak, Okta, Google, JumpCloud and Windows domains form them. */
const idForm = [
  '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
  '00g[0-9a-z]{17}',
  '0[0-9a-z]{14}',
  '[0-9a-f]{24}',
  's-1-5-21(-[0-9]+){3,4}',
].join('|')

/**
 * The names by which a group `g` gives a role: its name and the provider's ID for it. In many directories anyone may
 * create a group and name it as they like, so a name that is another group's ID isn't counted, nor one that looks like an
 * ID: that group may come later.
 */
export const groupNames = sql`array_remove(array[
  case when not (g.external_id is distinct from g.display_name) then null
    when g.external_id is not null and g.display_name ~* ${`^(${idForm})$`}::text then null
    when exists (select from provisioned_groups o where o.firm_id = g.firm_id and o.provider_id = g.provider_id
      and o.external_id = g.display_name) then null
    else g.display_name end,
  g.external_id], null)`

const memberIds = sql`select fm.user_id from provisioned_members fm where fm.firm_id = g.firm_id and fm.group_id = g.id`

/** What a filter of groups compares, by the attribute's name in lower case. */
export const groupColumns = {
  id: { kind: 'id', column: sql`g.id::text` },
  displayname: { kind: 'text', column: sql`g.display_name` },
  externalid: { kind: 'exact', column: sql`g.external_id` },
  members: { kind: 'ids', column: memberIds },
  'members.value': { kind: 'ids', column: memberIds },
  'meta.created': { kind: 'time', column: sql`g.created_at` },
  'meta.lastmodified': { kind: 'time', column: sql`g.updated_at` },
} as const
