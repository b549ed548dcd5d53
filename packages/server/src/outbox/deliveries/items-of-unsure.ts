import { type RawBuilder, sql } from 'kysely'
import { standingWalls } from '../../records/walls/walls.ts'

/**
 * Returns the query that locks the items of those deliveries that may have to be canceled when they are begun
 * (`cancel-unseen.ts`), which may end their item: what writes rows of an item locks it before them (`lockItem`). Most
 * emails are never canceled and needn't wait for it. The statement that counts these rows before it locks others has the
 * items first.
 */
export function itemsOfUnsure(firmId: number, deliveryIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select i.id from inbox_items i where i.firm_id = ${firmId} and i.id in (
      select o.inbox_item_id from deliveries o
        left join timekeepers t on t.firm_id = o.firm_id and t.id = o.timekeeper_id
      where o.firm_id = ${firmId} and o.id = any(${deliveryIds}::uuid[]) and o.status in ('waiting', 'sending')
        and (t.status <> 'Active' or o.level in ('firm', 'rule', 'timekeeper')
          or exists (select from ${standingWalls(firmId)})))
    order by i.id for update`
}
