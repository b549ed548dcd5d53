import { ApiError } from '@courtcrier/contract/errors.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { standingWalls } from '../resources/standing-walls.ts'
import type { Viewer } from '../resources/viewer.ts'
import { canBeWalled } from '../resources/walled-rows.ts'

/**
 * Refuses what was written down of rows for a person whom a wall keeps out that was raised, changed or turned on
 * since, or who became another timekeeper since: it may hold what they may no longer see. Throws `forbidden`.
 */
export async function refuseSinceWalls(
  trx: Trx,
  resource: Resource,
  { viewer, madeAt }: { viewer: Viewer; madeAt: Date },
): Promise<void> {
  const { firmId, userId, timekeeperId } = viewer
  if (timekeeperId === undefined || !canBeWalled(resource)) return
  const isNamed = sql`${timekeeperId}::uuid = any(w.timekeeper_ids)`
  const { rows } = await sql`
    select 1 from ${standingWalls} w join users u on u.firm_id = w.firm_id and u.id = ${userId}::uuid
    where w.firm_id = ${firmId}::integer
      and case w.wall_type when 'INCLUSIONARY' then not (${isNamed}) else ${isNamed} end
      and greatest(w.updated_at, u.updated_at,
        (select max(s.switched_on_at) from wall_switches s where s.firm_id = w.firm_id)) >= ${madeAt}::timestamptz limit 1`.execute(
    trx,
  )
  if (rows.length > 0) throw new ApiError('forbidden', { sentence: tooOld })
}

const tooOld = 'What you may see has changed since this file was made. Make it again to download it.'
