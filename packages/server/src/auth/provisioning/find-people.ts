import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { sameEmail } from '../lock-out.ts'
import type { Provisioner } from './provisioner.ts'

/** A user as a provider knows them. */
export interface Person {
  id: string
  email: string
  fullName: string
  displayName: string | null
  securityRoleId: string
  timekeeperId: string | null
  isActive: boolean
  isServiceAccount: boolean
  createdAt: Date
  updatedAt: Date
  /** The provider that provisions the user; null for one who was added by hand. */
  providerId: string | null
  providerName: string | null
  externalId: string | null
  givenName: string | null
  familyName: string | null
  formattedName: string | null
  workEmail: string | null
  isSuspended: boolean | null
  isDeleted: boolean
  groups: readonly { value: string; display: string }[]
}

/** The tables of a person: the user `u`, what a provider says of them `p`, and that provider `i`. */
const people = sql`users u
  left join provisioned_users p on p.firm_id = u.firm_id and p.id = u.id
  left join identity_providers i on i.firm_id = p.firm_id and i.id = p.provider_id`

const updatedAt = sql`greatest(u.updated_at, p.updated_at)`

function columns(providerId: string): RawBuilder<unknown> {
  return sql`u.id, u.email, u.full_name as "fullName", u.display_name as "displayName",
    u.security_role_id as "securityRoleId", u.timekeeper_id as "timekeeperId", u.is_active as "isActive", u.is_service_account as "isServiceAccount",
    u.created_at as "createdAt", ${updatedAt} as "updatedAt", p.provider_id as "providerId", i.name as "providerName",
    p.external_id as "externalId", p.given_name as "givenName", p.family_name as "familyName",
    p.formatted_name as "formattedName", p.work_email as "workEmail", p.is_suspended as "isSuspended",
    p.deleted_at is not null as "isDeleted",
    (select coalesce(jsonb_agg(jsonb_build_object('value', g.id, 'display', g.display_name) order by g.display_name), '[]')
      from provisioned_members m join provisioned_groups g on g.firm_id = m.firm_id and g.id = m.group_id
      where m.firm_id = u.firm_id and m.user_id = u.id and g.provider_id = ${providerId}::uuid) as groups`
}

/**
 * Whom a provider sees: the firm's people, without service accounts, those of other providers, and those it deleted.
 * People who were added by hand are among them, so that it finds and adopts them.
 */
function isSeen({ firmId, providerId }: Provisioner): RawBuilder<boolean> {
  return sql`(u.firm_id = ${firmId}::integer and not u.is_service_account and p.deleted_at is null
    and (p.provider_id is null or p.provider_id = ${providerId}::uuid))`
}

export interface Page {
  /** How many to skip. */
  offset: number
  limit: number
}

/** Returns the people who match, the oldest first. */
export async function listPeople(
  trx: Trx,
  provisioner: Provisioner,
  { where, page }: { where: RawBuilder<boolean>; page: Page },
): Promise<{ people: readonly Person[]; total: number }> {
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from ${people} where ${isSeen(provisioner)} and ${where}`.execute(trx)
  const total = counted[0]?.total ?? 0
  if (page.limit === 0 || page.offset >= total) return { people: [], total }
  const { rows } = await sql<Person>`
    select ${columns(provisioner.providerId)} from ${people} where ${isSeen(provisioner)} and ${where}
    order by u.created_at, u.id limit ${page.limit}::integer offset ${page.offset}::integer`.execute(trx)
  return { people: rows, total }
}

/** Returns one person whom the provider sees. */
export async function findPerson(trx: Trx, provisioner: Provisioner, id: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select ${columns(provisioner.providerId)} from ${people}
    where ${isSeen(provisioner)} and u.id = ${id}::uuid`.execute(trx)
  return rows[0]
}

/** Returns the firm's user with an address, provisioned or not. */
export async function findByAddress(trx: Trx, provisioner: Provisioner, email: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select ${columns(provisioner.providerId)} from ${people}
    where u.firm_id = ${provisioner.firmId}::integer and lowered(u.email) = ${sameEmail(email)}`.execute(trx)
  return rows[0]
}

const groupIds = sql`select fm.group_id from provisioned_members fm
  join provisioned_groups fg on fg.firm_id = fm.firm_id and fg.id = fm.group_id
  where fm.firm_id = u.firm_id and fm.user_id = u.id and fg.provider_id = p.provider_id`

/** What a filter of people compares, by the attribute's name in lower case. */
export const peopleColumns = {
  id: { kind: 'id', column: sql`u.id::text` },
  username: { kind: 'text', column: sql`u.email` },
  externalid: { kind: 'exact', column: sql`p.external_id` },
  displayname: { kind: 'text', column: sql`coalesce(u.display_name, u.full_name)` },
  'name.formatted': { kind: 'text', column: sql`coalesce(p.formatted_name, u.full_name)` },
  'name.givenname': { kind: 'text', column: sql`p.given_name` },
  'name.familyname': { kind: 'text', column: sql`p.family_name` },
  emails: { kind: 'text', column: sql`coalesce(p.work_email, u.email)` },
  'emails.value': { kind: 'text', column: sql`coalesce(p.work_email, u.email)` },
  'emails.type': { kind: 'text', column: sql`'work'::text` },
  'emails.primary': { kind: 'boolean', column: sql`true` },
  active: { kind: 'boolean', column: sql`u.is_active` },
  groups: { kind: 'ids', column: groupIds },
  'groups.value': { kind: 'ids', column: groupIds },
  'meta.created': { kind: 'time', column: sql`u.created_at` },
  'meta.lastmodified': { kind: 'time', column: sql`${updatedAt}` },
} as const
