import type { Role } from '@courtcrier/contract/access.ts'
import { describeExcess, type Excess, findExcess } from '@courtcrier/contract/covers.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { describeProblem, type Problem } from '@courtcrier/contract/messages.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { type Touch, touchedFields } from '../records/touch.ts'
import { isFreer, managesWalls } from './wall-reach.ts'

/** Fields no one may change for themselves. */
const ownFields = ['securityRoleId', 'timekeeperId']
/** The owner of an account's address receives the link that sets its password. */
const takingOver = ['email', 'timekeeperId']

/**
 * An account is created, changed and removed only by someone whose role covers its present and future role; its
 * timekeeper, which determines its ethical walls, is changed only by people who manage walls.
 */
export async function whyUserBeyond(trx: Trx, touch: Touch): Promise<readonly Problem[]> {
  const { id, before, after, writer } = touch
  const fields = touchedFields(touch)
  if (after && fields.length === 0) return []
  const own = id === writer.userId ? fields.filter((key) => ownFields.includes(key)) : []
  if (before && own.length > 0) return own.map((field) => ({ field, code: 'own_access' }))
  const stronger = await strengthProblems(trx, touch, fields)
  if (stronger.length > 0) return stronger
  return [...(await timekeeperProblems(trx, touch, fields)), ...(await wallProblems(trx, touch, fields))]
}

async function strengthProblems(trx: Trx, touch: Touch, fields: readonly string[]): Promise<Problem[]> {
  const { firmId, before, after, writer } = touch
  const roleOf = (row: AnyRow | undefined) => row && findRole(trx, { firmId, id: row.securityRoleId })
  const former = await excessOf(writer.role, await roleOf(before))
  if (former) {
    const code = `stronger_user:${describeExcess(former)}`
    return (after ? fields : ['id']).map((field) => ({ field, code }))
  }
  const next = await excessOf(writer.role, await roleOf(after))
  return next ? [{ field: 'securityRoleId', code: `grants_more:${describeExcess(next)}` }] : []
}

/** Throws a refusal when the user's role allows what the caller's doesn't: the weaker don't sign out the stronger. */
export async function refuseStronger(
  trx: Trx,
  { caller: { firmId, role }, userId }: { caller: { firmId: number; role: Role }; userId: string },
): Promise<void> {
  const { rows } = await sql<{ role: string }>`
    select security_role_id as role from users where firm_id = ${firmId}::integer and id = ${userId}::uuid`.execute(trx)
  const excess = await excessOf(role, await findRole(trx, { firmId, id: rows[0]?.role }))
  if (!excess) return
  throw new ApiError('forbidden', { sentence: describeProblem(`stronger_user:${describeExcess(excess)}`) })
}

async function excessOf(own: Role, other: Role | undefined): Promise<Excess | undefined> {
  return other && findExcess(own, other)
}

/**
 * A user's timekeeper can't be changed except by someone who manages walls: an ethical wall that names the timekeeper
 * would no longer apply to the user.
 */
async function timekeeperProblems(trx: Trx, touch: Touch, fields: readonly string[]): Promise<Problem[]> {
  const isTaken = Boolean(touch.before?.timekeeperId) && fields.includes('timekeeperId')
  return isTaken && !(await managesWalls(trx, touch)) ? [{ field: 'timekeeperId', code: 'walls_manager_only' }] : []
}

async function wallProblems(trx: Trx, touch: Touch, fields: readonly string[]): Promise<Problem[]> {
  const { before, after } = touch
  const taken = fields.filter((key) => takingOver.includes(key))
  if (!after || taken.length === 0 || touch.id === touch.writer.userId) return []
  for (const row of [before, after]) {
    const timekeeperId = row?.timekeeperId ? String(row.timekeeperId) : undefined
    if (row && (await isFreer(trx, touch, timekeeperId)))
      return taken.map((field) => ({ field, code: 'freed_of_wall' }))
  }
  return []
}

/** Returns undefined when there is no such role; the reference is then refused as such. */
async function findRole(trx: Trx, { firmId, id }: { firmId: number; id: unknown }): Promise<Role | undefined> {
  if (typeof id !== 'string') return undefined
  const { rows } = await sql<DatabaseRecord>`
    select * from user_security_roles where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
  return rows[0] && roleFromRow(rowOf(userSecurityRole, rows[0]))
}

/**
 * Returns why some of these people are beyond the rights of the person assigning them another role, as problems of the
 * field that lists them.
 */
export async function whyMembersBeyond(
  trx: Trx,
  { firmId, writer }: Touch,
  members: readonly string[],
): Promise<readonly Problem[]> {
  if (members.some((id) => id === writer.userId)) return [{ field: 'userIds', code: 'own_access' }]
  const { rows } = await sql<{ role: string }>`
    select distinct security_role_id as role from users
    where firm_id = ${firmId}::integer and id = any(${[...members]}::uuid[])`.execute(trx)
  for (const { role } of rows) {
    const excess = await excessOf(writer.role, await findRole(trx, { firmId, id: role }))
    if (excess) return [{ field: 'userIds', code: `stronger_user:${describeExcess(excess)}` }]
  }
  return []
}
