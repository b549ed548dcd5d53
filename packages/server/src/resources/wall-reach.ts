import { subjectAccess } from '@courtcrier/contract/access.ts'
import { ethicalWall } from '@courtcrier/contract/resources/ethical-wall.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { Touch } from './touch.ts'

/**
 * Whether the person may manage ethical walls: by their role, and since none can keep them out (specification, section 7).
 * The database is asked whether they have a timekeeper: that none was given does not say that there is none.
 */
export async function managesWalls(trx: Trx, { firmId, writer }: Touch): Promise<boolean> {
  if (subjectAccess(ethicalWall.subject, writer.role) !== 'FULL') return false
  return isNoTimekeeper(trx, { firmId, userId: writer.userId })
}

/** Whether no wall can hold this user. Locked, so that they do not become a timekeeper meanwhile. */
export async function isNoTimekeeper(
  trx: Trx,
  { firmId, userId }: { firmId: number; userId?: string | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where firm_id = ${firmId}::integer and id = ${userId ?? null}::uuid and timekeeper_id is null
    for share`.execute(trx)
  return rows.length > 0
}

/**
 * Whether a wall keeps the person out that would not keep out the other timekeeper, or a user who is none. Whoever takes
 * over or makes such an account, or has its mail sent to themselves, would be behind the wall. Asked of all walls, also
 * while they are turned off: they may be turned on again.
 */
export async function isFreer(trx: Trx, { firmId, writer }: Touch, timekeeperId: string | undefined): Promise<boolean> {
  if (writer.timekeeperId === undefined || writer.timekeeperId === timekeeperId) return false
  const keepsOut = (id: string | undefined) => {
    if (id === undefined) return sql`false`
    const isNamed = sql`${id}::uuid = any(w.timekeeper_ids)`
    return sql`case w.wall_type when 'INCLUSIONARY' then not (${isNamed}) else ${isNamed} end`
  }
  const { rows } = await sql`
    select 1 from ethical_walls w where w.firm_id = ${firmId}::integer
      and (${keepsOut(writer.timekeeperId)}) and not (${keepsOut(timekeeperId)}) limit 1`.execute(trx)
  return rows.length > 0
}

/**
 * Why a person may not manage programs of the firm, which no wall holds: one would keep them out of what a program hears.
 * Asked of all walls, as above. Nothing refuses the program itself.
 */
export async function whyNoPrograms(
  trx: Trx,
  { firmId, userId }: { firmId: number; userId?: string | undefined },
): Promise<string | undefined> {
  if (userId === undefined) return undefined
  const isNamed = sql`u.timekeeper_id = any(w.timekeeper_ids)`
  const { rows } = await sql`
    select 1 from users u join ethical_walls w on w.firm_id = u.firm_id
      and case w.wall_type when 'INCLUSIONARY' then not (${isNamed}) else ${isNamed} end
    where u.firm_id = ${firmId}::integer and u.id = ${userId}::uuid and u.timekeeper_id is not null limit 1`.execute(
    trx,
  )
  return rows.length > 0 ? heldByWall : undefined
}

const heldByWall =
  "Ethical walls don't apply to webhooks, and one applies to you. Ask a user whom no wall keeps out to do this."
