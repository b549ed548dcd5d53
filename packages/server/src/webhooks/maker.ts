import { tableOf } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { standingWalls } from '../resources/standing-walls.ts'
import { isThisSide } from '../resources/walled-rows.ts'
import type { Payload } from './payload.ts'

interface Key {
  firmId: number
  webhookId: string
}

/**
 * Whether an ethical wall keeps whoever directed a webhook to its address out of the record that a call tells of: a wall
 * may have come since, and the address may be theirs. Of a record that is gone nobody can tell any more behind which
 * wall it was, so that any wall that keeps them out counts.
 */
export async function isMakerWalledOff(
  trx: Trx,
  { firmId, webhookId, payload }: Key & { payload: Pick<Payload, 'entity' | 'entityId'> },
): Promise<boolean> {
  const timekeeperId = await findMaker(trx, { firmId, webhookId })
  const resource = getResource(payload.entity)
  const isSeen = timekeeperId && isThisSide(resource, { firmId, timekeeperId })
  if (!timekeeperId || !isSeen) return false
  const isNamed = sql`${timekeeperId}::uuid = any(w.timekeeper_ids)`
  const { rows } = await sql`
    select 1 from ${standingWalls} w where w.firm_id = ${firmId}::integer
      and case w.wall_type when 'INCLUSIONARY' then not (${isNamed}) else ${isNamed} end
      and not exists (select from ${sql.table(tableOf(resource))} t
        where t.firm_id = ${firmId}::integer and t.id = ${payload.entityId}::uuid and ${isSeen})
    limit 1`.execute(trx)
  return rows.length > 0
}

/** The timekeeper whom the maker is now; nobody where no wall can hold them. */
async function findMaker(trx: Trx, { firmId, webhookId }: Key): Promise<string | undefined> {
  const { rows } = await sql<{ timekeeperId: string | null }>`
    select u.timekeeper_id as "timekeeperId" from webhook_makers m
      join users u on u.firm_id = m.firm_id and u.id = m.user_id
    where m.firm_id = ${firmId}::integer and m.id = ${webhookId}::uuid`.execute(trx)
  return rows[0]?.timekeeperId ?? undefined
}
