import { isEmail } from '@courtcrier/contract/fields/email.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { user as userResource } from '@courtcrier/contract/resources/user.ts'
import { oneLine } from '@courtcrier/lib/mail-text.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { recordEvent } from '../../records/audit.ts'
import { writeRow } from '../../records/write/write-rows.ts'
import { revokeKeysOf } from '../api-keys/key-rows.ts'
import { sameEmail } from '../lock-out.ts'
import { findFreeTimekeepers } from '../own-timekeeper.ts'
import { removeWaysIn } from '../remove-ways-in.ts'
import { defaultRole, type NamedRole } from '../sign-on/role-by-groups.ts'
import { findByAddress, type Person } from './find-people.ts'
import { followGroups } from './follow-groups.ts'
import { whyNeeded } from './last-way-in.ts'
import { defined, type PersonWish } from './person-wish.ts'
import { type Provisioning, writerOf } from './provisioner.ts'
import { isWithinReach } from './reach.ts'
import { ProvisioningRefusal } from './refusal.ts'
import { saveProvisioned } from './save-provisioned.ts'

/**
 * Creates a person, or adopts the user who has the address: one who was added by hand, who keeps their role, or one whom a
 * provider deleted, who begins with the role of a new user. Returns the user's ID. Throws a `ProvisioningRefusal`.
 */
export async function addPerson(
  trx: Trx,
  work: Provisioning,
  wish: PersonWish & { userName: string },
): Promise<string> {
  const found = await findByAddress(trx, work.provisioner, wish.userName)
  if (!found) return createPerson(trx, work, wish)
  refuseTaken(found, work)
  // A person here may have let a deleted user in again meanwhile, and then chose their role.
  const isReturning = found.isDeleted && !found.isActive
  const securityRoleId = isReturning ? (await roleOfNew(trx, work)).id : undefined
  await changePerson(trx, work, { person: found, wish: { active: true, ...defined(wish) }, securityRoleId })
  // Nothing is left unless they were deleted when that left it.
  if (isReturning) await endAccess(trx, work, found.id)
  // The provider may have them in a group that another one's deletion left alone.
  if (isReturning) await followGroups(trx, { ...work, writer: writerOf(work), userIds: [found.id] })
  return found.id
}

function refuseTaken(
  { email, isServiceAccount, isDeleted, providerId, providerName }: Person,
  { provisioner }: Provisioning,
): void {
  if (isServiceAccount)
    throw new ProvisioningRefusal('taken', `The address ${email} belongs to a service account of Courtcrier.`)
  if (providerId === null || isDeleted) return
  throw new ProvisioningRefusal(
    'taken',
    providerId === provisioner.providerId
      ? `There is already a user with the userName ${email}.`
      : `${email} is provisioned by another identity provider: ${providerName}.`,
  )
}

async function createPerson(trx: Trx, work: Provisioning, wish: PersonWish & { userName: string }): Promise<string> {
  const role = await roleOfNew(trx, work)
  const { userName: email, displayName, active: isActive = true } = wish
  const input = {
    ...{ email, fullName: fullNameOf(wish) ?? email, securityRoleId: role.id, isActive },
    ...(displayName ? { displayName } : {}),
  }
  const { id } = await writeRow(trx, userResource, { kind: 'create', input }, writerOf(work))
  await saveProvisioned(trx, work.provisioner, { id, wish, isSuspended: !isActive })
  return id
}

async function roleOfNew(trx: Trx, { provider: { firmId, row } }: Provisioning): Promise<NamedRole> {
  const role = await defaultRole(trx, firmId, row)
  if (role) return role
  throw new ProvisioningRefusal(
    'conflict',
    `No role is given to new users. Choose one in Courtcrier under "Role of new users" of the identity provider "${row.name}".`,
  )
}

/** Changes a person as the provider wishes, and so adopts one who was added by hand. Throws a `ProvisioningRefusal`. */
export async function changePerson(
  trx: Trx,
  work: Provisioning,
  { person, wish, securityRoleId }: { person: Person; wish: PersonWish; securityRoleId?: string | undefined },
): Promise<void> {
  const input: AnyRow = {}
  if (securityRoleId !== undefined && securityRoleId !== person.securityRoleId) input.securityRoleId = securityRoleId
  if (wish.userName !== undefined && wish.userName !== person.email) {
    await refuseBeyond(trx, work, { person, email: wish.userName })
    input.email = wish.userName
    Object.assign(input, await timekeeperOf(trx, { firmId: work.provisioner.firmId, person, email: wish.userName }))
  }
  const fullName = fullNameOf(wish, person)
  if (fullName !== undefined && fullName !== person.fullName) input.fullName = fullName
  if (wish.displayName !== undefined && wish.displayName !== person.displayName) input.displayName = wish.displayName
  const { isActive, isSuspended } = await activityOf(trx, {
    firmId: work.provisioner.firmId,
    person,
    active: wish.active,
  })
  if (isActive !== person.isActive) input.isActive = isActive
  const change = { kind: 'update' as const, id: person.id, input }
  if (Object.keys(input).length > 0) await writeRow(trx, userResource, change, writerOf(work))
  await saveProvisioned(trx, work.provisioner, { id: person.id, person, wish, isSuspended })
}

/**
 * Someone whose address becomes that of a timekeeper is that timekeeper from then on, as one who is created with it: their
 * ethical walls must not depend on the order in which a provider sends what it knows.
 */
async function timekeeperOf(
  trx: Trx,
  { firmId, person, email }: { firmId: number; person: Person; email: string },
): Promise<AnyRow> {
  if (person.timekeeperId !== null || sameEmail(email) === sameEmail(person.email)) return {}
  const [timekeeperId, ...others] = await findFreeTimekeepers(trx, { firmId, email })
  if (others.length === 0) return timekeeperId === undefined ? {} : { timekeeperId }
  throw new ProvisioningRefusal(
    'conflict',
    `Several timekeepers have the address ${email}. Change it for ${person.fullName} in Courtcrier, and choose there which one they are.`,
    person,
  )
}

async function refuseBeyond(
  trx: Trx,
  { provider }: Provisioning,
  { person, email }: { person: Person; email: string },
): Promise<void> {
  if (sameEmail(email) === sameEmail(person.email)) return
  if (!isEmail(email) || (await isWithinReach(trx, provider, person.securityRoleId))) return
  throw new ProvisioningRefusal(
    'forbidden',
    `The address of ${person.fullName} can't be changed by provisioning, because their role is none that the identity provider gives. Change it in Courtcrier.`,
    person,
  )
}

/**
 * Decides whether a person may sign in from now on. A provider activates only those it deactivated itself: a
 * person who was locked out here stays so.
 */
async function activityOf(
  trx: Trx,
  { firmId, person, active }: { firmId: number; person: Person; active: boolean | undefined },
): Promise<{ isActive: boolean; isSuspended: boolean }> {
  const wasSuspended = !person.isActive && person.isSuspended === true
  if (active === undefined || active === person.isActive)
    return { isActive: person.isActive, isSuspended: wasSuspended }
  if (!active) {
    await refuseNeeded(trx, firmId, person)
    return { isActive: false, isSuspended: true }
  }
  if (wasSuspended) return { isActive: true, isSuspended: false }
  throw new ProvisioningRefusal(
    'conflict',
    `${person.fullName} was deactivated in Courtcrier, and can only be activated there.`,
    person,
  )
}

async function refuseNeeded(trx: Trx, firmId: number, person: Person): Promise<void> {
  const why = await whyNeeded(trx, { firmId, userId: person.id })
  if (why) throw new ProvisioningRefusal('conflict', why, person)
}

/**
 * Deletes a person for the provider, who no longer sees them: the user is deactivated and stays, because notices,
 * history and the log name them, but nothing that let them in does: an address may be another person's later. Throws a
 * `ProvisioningRefusal`.
 */
export async function removePerson(trx: Trx, work: Provisioning, person: Person): Promise<void> {
  await changePerson(trx, work, { person, wish: { active: false } })
  const { firmId, providerId } = work.provisioner
  await endAccess(trx, work, person.id)
  await sql`delete from provisioned_members m using provisioned_groups g
    where m.firm_id = ${firmId}::integer and m.user_id = ${person.id}::uuid
      and g.firm_id = m.firm_id and g.id = m.group_id and g.provider_id = ${providerId}::uuid`.execute(trx)
  await sql`update provisioned_users set deleted_at = ${work.now}::timestamptz
    where firm_id = ${firmId}::integer and id = ${person.id}::uuid`.execute(trx)
  await noteRemoval(trx, work, person)
}

async function endAccess(trx: Trx, { provisioner: { firmId }, now }: Provisioning, userId: string): Promise<void> {
  await removeWaysIn(trx, { firmId, userId })
  await revokeKeysOf(trx, { firmId, userId, now })
}

async function noteRemoval(
  trx: Trx,
  { provisioner: { firmId, key } }: Provisioning,
  { id, fullName }: Person,
): Promise<void> {
  await recordEvent(trx, {
    ...{ firmId, level: 'AUDIT', type: 'other', action: 'user_unprovisioned' },
    sentence: `${fullName} was deleted by provisioning with the token "${key.name}": their password, second factors, links to identity providers and API keys ended.`,
    ...{ entity: userResource.name, entityId: id, recordTitle: fullName },
    facts: { key: key.name },
  })
}

/** Returns the full name the wish leads to; undefined if it says nothing about names. */
function fullNameOf(wish: PersonWish, person?: Person): string | undefined {
  const said = [wish.givenName, wish.familyName, wish.formattedName, wish.displayName]
  if (said.every((part) => part === undefined)) return undefined
  const { givenName, familyName, formattedName, displayName } = { ...person, ...defined(wish) }
  const parts = [givenName, familyName].filter(Boolean).join(' ')
  return oneLine(parts || formattedName || displayName || '', longestName) || undefined
}

/** What a user's name may have. */
const longestName = 255
