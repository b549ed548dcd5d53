import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { everyWall, keepsOut } from './walls.ts'

/**
 * Whether a wall excludes one person, by their timekeeper, but not another. Who could act as the other would get behind
 * the wall. All walls count, even while turned off: they may be turned on again.
 */
export async function isKeptOutMore(
  trx: Trx,
  { firmId, own, other }: { firmId: number; own: string | undefined; other: string | undefined },
): Promise<boolean> {
  if (own === undefined || own === other) return false
  const { rows } = await sql`
    select 1 from ${everyWall(firmId)} w
    where ${keepsOut(own)} and not ${other ? keepsOut(other) : sql`false`} limit 1`.execute(trx)
  return rows.length > 0
}
