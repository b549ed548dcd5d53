import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import type { SearchScope } from '../records/viewer.ts'
import { isAnyKeepingOut } from '../records/walls/walls.ts'

/** A message with one of these statuses is being processed, or soon will be. */
export const underWay: readonly ItemStatus[] = ['New', 'Started', 'Retry']

/**
 * Returns whether the message `t` is hidden from the viewer because no one knows yet whose it is: it is being read, and a
 * wall excludes them from something. It takes moments, which a program that follows all changes would use. Undefined
 * for a viewer whom none can bar.
 */
export function isUnreadFor(
  t: string,
  { firmId, timekeeperId }: Pick<SearchScope, 'firmId' | 'timekeeperId'>,
): RawBuilder<boolean> | undefined {
  if (timekeeperId === undefined) return undefined
  const column = (name: string) => sql.ref(`${t}.${name}`)
  const statuses = sql.join(underWay.map((status) => sql.lit(status)))
  return sql<boolean>`(${column('envelope_id')} is null and ${column('status')} in (${statuses})
    and ${column('next_stage')} in ('authenticate', 'parse') and ${column('case_id')} is null
    and ${column('source_type')} <> 'manual' and (select ${isAnyKeepingOut(firmId, timekeeperId)}))`
}

/** Returns whether a message is hidden from a timekeeper as long as it, or a notice that was split off it, is being read. */
export async function isStillUnread(
  trx: Trx,
  { firmId, timekeeperId, id }: Pick<SearchScope, 'firmId' | 'timekeeperId'> & { id: string },
): Promise<boolean> {
  if (timekeeperId === undefined) return false
  const { rows } = await sql`select from inbox_items t
    where t.firm_id = ${firmId} and t.id = ${id}::uuid and (${isUnreadFor('t', { firmId, timekeeperId })} or exists (
      select from inbox_items parts where parts.firm_id = ${firmId} and parts.parent_id = t.id
        and ${isUnreadFor('parts', { firmId, timekeeperId })}))`.execute(trx)
  return rows.length > 0
}
