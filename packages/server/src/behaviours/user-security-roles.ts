import { isAdmin, permittedField } from '@courtcrier/contract/access.ts'
import { describeExcess, fieldOfExcess, findExcess } from '@courtcrier/contract/covers.ts'
import type { Problem } from '@courtcrier/contract/messages.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { openOnPredefined, peopleOf, roleProblems } from '@courtcrier/contract/role-rules.ts'
import { sql } from 'kysely'
import { renameMappedRole } from '../auth/sign-on/rename-mapped-role.ts'
import { whyRoleGiven } from '../auth/sign-on/why-role-given.ts'
import type { Trx } from '../base/db/database.ts'
import type { Behaviour, Save } from '../records/behaviour.ts'
import { type Touch, touchedFields } from '../records/touch.ts'
import { areLastAdministrators, demandAdministrator } from './administrators.ts'
import { whyMembersBeyond } from './user-reach.ts'

/**
 * A role's people are the users who have it. Saving the list assigns the role to the users added; none can be removed
 * from it, since every user has a role.
 */
export const roleBehaviour: Behaviour = {
  computed: {
    userIds: (alias) =>
      sql`(select coalesce(array_agg(u.id order by u.full_name), '{}') from users u where u.firm_id = ${sql.ref(`${alias}.firm_id`)} and u.security_role_id = ${sql.ref(`${alias}.id`)})`,
  },
  members: { userIds: { resource: user, key: 'securityRoleId', saysJoined: saysGiven } },
  whyBeyond: whyRoleBeyond,
  beforeSave: async (trx, save) => {
    const problems = problemsOf(save)
    const { joining } = peopleOf(save.values, save.current)
    if (problems.length > 0 || joining.length === 0) return problems
    if (permittedField(user.name, 'security_role_id', save.writer.role) !== 'FULL')
      return [{ field: 'userIds', code: 'forbidden_field' }]
    const isAdministrators = save.current?.isSystemDefined === true && save.current.name === 'Administrator'
    const isLast = !isAdministrators && (await areLastAdministrators(trx, { firmId: save.firmId, ids: joining }))
    return isLast ? [{ field: 'userIds', code: 'last_administrator' }] : []
  },
  afterSave: async (trx, save) => {
    await endDuties(trx, save)
    const [from, to] = [String(save.current?.name ?? ''), String(save.values.name ?? '')]
    if (from !== '' && to !== '' && from !== to) await renameMappedRole(trx, { firmId: save.firmId, from, to })
    const { joining } = peopleOf(save.values, save.current)
    if (joining.length === 0) return
    await demandAdministrator(trx, save.firmId, 'userIds')
  },
  whyNotDeleted: async (trx, row, firmId) =>
    row.isSystemDefined ? 'Predefined roles cannot be removed.' : whyRoleGiven(trx, row, firmId),
}

function saysGiven(role: string) {
  return (person: string) =>
    ({ sentence: `${person} was given the role "${role}".`, action: 'role_given', facts: { role } }) as const
}

/** Once a role demands a second factor again, everyone gets the whole time for it. */
async function endDuties(trx: Trx, { firmId, id, values }: Save): Promise<void> {
  if (values.requiresSecondFactor !== false) return
  await sql`delete from factor_duties where firm_id = ${firmId} and role_id = ${id}::uuid`.execute(trx)
}

/**
 * Someone who may not see who has a role doesn't learn from a refusal that no one has it, and couldn't add anyone
 * either.
 */
function problemsOf({ values, current, writer }: Save): readonly Problem[] {
  const problems = roleProblems(values, current)
  const isHidden = current !== undefined && fieldAccess(userSecurityRole, 'userIds', writer.role) === 'DENY'
  return isHidden ? problems.filter(({ field }) => field !== 'userIds') : problems
}

/**
 * A role is created, changed, granted and removed only by someone whose own role covers all of its grants, before and
 * after; and no one changes their own role. Administrators are fixed: they may
 * grant that role, and demand a second factor of it.
 */
async function whyRoleBeyond(trx: Trx, touch: Touch): Promise<readonly Problem[]> {
  const { id, before, after, writer } = touch
  const fields = touchedFields(touch)
  if (after && fields.length === 0) return []
  const isShared = isAdmin(writer.role) && fields.every((key) => openOnPredefined.includes(key))
  if (before && id === writer.role.id && !isShared)
    return (after ? fields : ['id']).map((field) => ({ field, code: 'own_role' }))
  const former = before && findExcess(writer.role, roleFromRow({ ...before, id }))
  if (former) return [{ field: fieldOfExcess(former), code: `stronger_role:${describeExcess(former)}` }]
  const next = after && findExcess(writer.role, roleFromRow({ ...after, id }))
  if (next) return [{ field: fieldOfExcess(next), code: `grants_more:${describeExcess(next)}` }]
  const { joining } = after ? peopleOf(after, before) : { joining: [] }
  return joining.length === 0 ? [] : whyMembersBeyond(trx, touch, joining)
}
