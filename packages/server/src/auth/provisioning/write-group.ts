import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { user as userResource } from '@courtcrier/contract/resources/user.ts'
import { isUuid, storedId } from '@courtcrier/contract/uuid.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { recordEvent } from '../../records/audit.ts'
import type { Group } from './find-groups.ts'
import { followGroups } from './follow-groups.ts'
import { type Provisioning, writerOf } from './provisioner.ts'
import { ProvisioningRefusal } from './refusal.ts'

/** A change of a group's members, by their IDs. */
export type MemberChange = { kind: 'add' | 'remove' | 'replace'; ids: string[] } | { kind: 'clear' }

/** What a provider sets of a group; undefined leaves a value as it is. */
export interface GroupWish {
  displayName?: string | undefined
  externalId?: string | null | undefined
  members: readonly MemberChange[]
}

/** Creates a group and returns its ID. Throws a `ProvisioningRefusal`. */
export async function addGroup(
  trx: Trx,
  work: Provisioning,
  { displayName, externalId = null, members }: GroupWish & { displayName: string },
): Promise<string> {
  const { firmId, providerId, key } = work.provisioner
  await refuseTwin(trx, work, { displayName })
  const id = newId()
  await sql`insert into provisioned_groups (firm_id, id, provider_id, display_name, external_id)
    values (${firmId}::integer, ${id}::uuid, ${providerId}::uuid, ${displayName}, ${externalId}::text)`.execute(trx)
  await note(trx, work, {
    action: 'group_provisioned',
    sentence: `The group "${displayName}" was created by provisioning with the token "${key.name}".`,
    facts: { group: displayName },
  })
  await changeMembers(trx, work, { id, displayName, changes: members })
  await follow(trx, work, await namesakeMembers(trx, work, externalId))
  return id
}

/** Changes a group, and the roles of everyone who joins or leaves it. Throws a `ProvisioningRefusal`. */
export async function changeGroup(
  trx: Trx,
  work: Provisioning,
  { group, wish }: { group: Group; wish: GroupWish },
): Promise<void> {
  const { firmId } = work.provisioner
  const { id } = group
  const { displayName = group.displayName, externalId = group.externalId, members } = wish
  const isRenamed = displayName !== group.displayName || externalId !== group.externalId
  if (isRenamed) {
    await refuseTwin(trx, work, { displayName, except: id })
    await sql`update provisioned_groups
      set display_name = ${displayName}, external_id = ${externalId}::text, updated_at = clock_timestamp()
      where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
  }
  const touched = await changeMembers(trx, work, { id, displayName, changes: members })
  // A mapping may name the group by its former or its new name.
  if (!isRenamed) return
  const namesakes = await namesakeMembers(trx, work, externalId)
  await follow(trx, work, [...touched, ...namesakes, ...(await memberIds(trx, { firmId, id }))])
}

/** Deletes a group; its members lose the role it gave. */
export async function removeGroup(trx: Trx, work: Provisioning, { id, displayName }: Group): Promise<void> {
  const { firmId, key } = work.provisioner
  const members = await memberIds(trx, { firmId, id })
  await sql`delete from provisioned_groups where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
  await note(trx, work, {
    action: 'group_unprovisioned',
    sentence: `The group "${displayName}" was deleted by provisioning with the token "${key.name}".`,
    facts: { group: displayName },
  })
  await follow(trx, work, members)
}

async function refuseTwin(
  trx: Trx,
  { provisioner: { firmId, providerId } }: Provisioning,
  { displayName, except }: { displayName: string; except?: string },
): Promise<void> {
  const { rows } = await sql`
    select 1 from provisioned_groups where firm_id = ${firmId}::integer and provider_id = ${providerId}::uuid
      and lowered(display_name) = lowered(${displayName}) and id is distinct from ${except ?? null}::uuid`.execute(trx)
  if (rows.length > 0)
    throw new ProvisioningRefusal('taken', `There is already a group with the displayName ${displayName}.`)
}

interface Membership {
  id: string
  displayName: string
  changes: readonly MemberChange[]
}

/** Returns the users who joined or left. */
async function changeMembers(
  trx: Trx,
  work: Provisioning,
  { id, displayName, changes }: Membership,
): Promise<readonly string[]> {
  if (changes.length === 0) return []
  const { firmId, key } = work.provisioner
  const before = new Set(await memberIds(trx, { firmId, id }))
  const { after, named } = applied(before, changes)
  if (named.size > 0) await demandPeople(trx, work, [...named])
  const [joined, left] = [[...after.difference(before)], [...before.difference(after)]]
  if (joined.length + left.length === 0) return []
  await sql`delete from provisioned_members
    where firm_id = ${firmId}::integer and group_id = ${id}::uuid and user_id = any(${left}::uuid[])`.execute(trx)
  await sql`insert into provisioned_members (firm_id, group_id, user_id)
    select ${firmId}::integer, ${id}::uuid, unnest(${joined}::uuid[])`.execute(trx)
  await sql`update provisioned_groups set updated_at = clock_timestamp()
    where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
  await note(trx, work, {
    action: 'group_members_provisioned',
    sentence: `The members of the group "${displayName}" were changed by provisioning with the token "${key.name}": ${joined.length} joined, ${left.length} left.`,
    facts: { group: displayName, joined: String(joined.length), left: String(left.length) },
  })
  await follow(trx, work, [...joined, ...left])
  return [...joined, ...left]
}

/**
 * Returns who is in a group after changes, and whom they name as members. Here, not one by one in the database: a request
 * may have ten thousand, and others of the firm wait for it.
 */
function applied(before: ReadonlySet<string>, changes: readonly MemberChange[]) {
  let after = new Set(before)
  const named = new Set<string>()
  for (const change of changes) {
    if (change.kind === 'clear' || change.kind === 'replace') after = new Set()
    if (change.kind === 'clear') continue
    for (const id of change.ids.map(storedId)) {
      if (change.kind === 'remove') {
        after.delete(id)
        continue
      }
      named.add(id)
      after.add(id)
    }
  }
  return { after, named }
}

/**
 * Throws for an ID that is none of a user whom the provider sees: one of another firm, a group's, or a made-up one. Those
 * who were added by hand are adopted.
 */
async function demandPeople(
  trx: Trx,
  { provisioner: { firmId, providerId } }: Provisioning,
  ids: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u left join provisioned_users p on p.firm_id = u.firm_id and p.id = u.id
    where u.firm_id = ${firmId}::integer and u.id = any(${ids.filter(isUuid)}::uuid[]) and not u.is_service_account
      and p.deleted_at is null and (p.provider_id is null or p.provider_id = ${providerId}::uuid)`.execute(trx)
  const known = new Set(rows.map(({ id }) => id))
  const missing = ids.find((id) => !known.has(id))
  if (missing !== undefined)
    throw new ProvisioningRefusal('unknown', `There is no user with the ID ${missing}. Only users can be members.`)
  await sql`insert into provisioned_users (firm_id, id, provider_id)
    select ${firmId}::integer, unnest(${[...known]}::uuid[]), ${providerId}::uuid on conflict do nothing`.execute(trx)
}

async function memberIds(trx: Trx, { firmId, id }: { firmId: number; id: string }): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from provisioned_members
    where firm_id = ${firmId}::integer and group_id = ${id}::uuid`.execute(trx)
  return rows.map(({ userId }) => userId)
}

/** Returns who is in groups with a name that is the ID of another: it gives them nothing from now on. */
async function namesakeMembers(
  trx: Trx,
  { provisioner: { firmId, providerId } }: Provisioning,
  externalId: string | null,
): Promise<readonly string[]> {
  if (externalId === null) return []
  const { rows } = await sql<{ userId: string }>`
    select distinct m.user_id as "userId" from provisioned_members m
      join provisioned_groups g on g.firm_id = m.firm_id and g.id = m.group_id
    where m.firm_id = ${firmId}::integer and g.provider_id = ${providerId}::uuid
      and g.display_name = ${externalId}`.execute(trx)
  return rows.map(({ userId }) => userId)
}

async function follow(trx: Trx, work: Provisioning, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  await followGroups(trx, { ...work, writer: writerOf(work), userIds })
  await announce(trx, { firmId: work.provisioner.firmId, entity: userResource.name, ids: [] })
}

type Noted = Required<Pick<Parameters<typeof recordEvent>[1], 'action' | 'sentence' | 'facts'>>

async function note(trx: Trx, { provisioner, provider }: Provisioning, { facts, ...event }: Noted): Promise<void> {
  const { firmId, providerId, key } = provisioner
  await recordEvent(trx, {
    ...{ firmId, level: 'AUDIT', type: 'other' },
    ...event,
    ...{ entity: identityProvider.name, entityId: providerId, recordTitle: provider.row.name },
    facts: { ...facts, key: key.name },
  })
}
