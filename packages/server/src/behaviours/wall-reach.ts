import { subjectAccess } from '@courtcrier/contract/access.ts'
import { ethicalWall } from '@courtcrier/contract/resources/ethical-wall.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { Touch } from '../records/touch.ts'
import { isKeptOutMore } from '../records/walls/kept-out-more.ts'
import { everyWall, keepsOut } from '../records/walls/walls.ts'

/**
 * Whether the person may manage ethical walls: by role, and because none can exclude them (specification, section 7).
 * The database says whether they have a timekeeper: a missing argument doesn't mean there is none.
 */
export async function managesWalls(trx: Trx, { firmId, writer }: Touch): Promise<boolean> {
  if (subjectAccess(ethicalWall.subject, writer.role) !== 'FULL') return false
  return isNoTimekeeper(trx, { firmId, userId: writer.userId })
}

/** Returns whether no wall can apply to this user. Locks the user, so that they don't become a timekeeper meanwhile. */
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
 * Whether a wall excludes the person but not the other timekeeper, or a user without one. Someone who takes over or
 * creates such an account, or has its mail sent to themselves, would get behind the wall. All walls count, even while
 * turned off: they may be turned on again.
 */
export async function isFreer(trx: Trx, { firmId, writer }: Touch, timekeeperId: string | undefined): Promise<boolean> {
  return isKeptOutMore(trx, { firmId, own: writer.timekeeperId, other: timekeeperId })
}

/**
 * Returns why a person may not manage the firm's programs, to which walls don't apply: a wall would exclude the person
 * from what a program receives. All walls count, as above. Courtcrier itself is never refused.
 */
export async function whyNoPrograms(
  trx: Trx,
  writer: { firmId: number; userId?: string | undefined },
): Promise<string | undefined> {
  return (await isHeldByAnyWall(trx, writer)) ? heldByWall : undefined
}

/** Returns whether a wall, even one that is turned off, excludes the person from anything; none excludes Courtcrier. */
export async function isHeldByAnyWall(
  trx: Trx,
  { firmId, userId }: { firmId: number; userId?: string | undefined },
): Promise<boolean> {
  if (userId === undefined) return false
  const { rows } = await sql`
    select 1 from users u join ${everyWall(firmId)} w on ${keepsOut(sql`u.timekeeper_id`)}
    where u.firm_id = ${firmId}::integer and u.id = ${userId}::uuid and u.timekeeper_id is not null limit 1`.execute(
    trx,
  )
  return rows.length > 0
}

const heldByWall =
  "Ethical walls don't apply to webhooks, and one applies to you. Ask a user no wall restricts to do this."
