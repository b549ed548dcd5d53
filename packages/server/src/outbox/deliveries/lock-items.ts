import { sql } from 'kysely'
import { statement } from '../../base/db/statement.ts'

interface Attempted {
  firmId: number
  id: string
  /** The item that it was for when the attempt began. */
  itemId: string
}

/**
 * Locks the item of a delivery, and the one that it is for now, if it was planned again for another notice of the filing
 * since the attempt began (`orStartOver`). Returns that one. What also writes rows of an item locks it first (`lockItem`).
 */
export const lockItems = statement<Attempted, { itemId: string | null }, string | undefined>({
  columns: 'id uuid, item_id uuid',
  row: ({ id, itemId }) => ({ id, item_id: itemId }),
  write: ({ firmId, rows, every }) => sql`
    with r as (
      select * from ${rows}
    ), item as materialized (
      select id from inbox_items where firm_id = ${firmId} and id in (
          select item_id from r
          union select inbox_item_id from deliveries where firm_id = ${firmId} and id = any(${every('id')}::uuid[]))
        order by id for update
    )
    select r.n, d.inbox_item_id as "itemId" from r join deliveries d on d.firm_id = ${firmId} and d.id = r.id
    where (select count(*) from item) >= 0`,
  answer: ([row]) => row?.itemId ?? undefined,
})
