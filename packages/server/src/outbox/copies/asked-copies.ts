import { type RawBuilder, sql } from 'kysely'
import { isOfItsFiling } from '../stop-with-item.ts'

/**
 * Returns the first parts of the statement that begins copies: `asked` says which of them aren't for a case that their
 * filing was moved away from, and `item` locks the items of those that may be canceled now, which may end their item.
 * What writes rows of an item locks it before them (`lockItem`).
 */
export function askedCopies(firmId: number, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`asked as materialized (
      select d.id, d.inbox_item_id, d.attempts, d.status = 'started' or ${isOfItsFiling('d')} as is_of_filing
      from document_copies d
        join envelopes e on e.firm_id = d.firm_id and e.id = d.envelope_id
        left join item_progress p on p.firm_id = d.firm_id and p.id = d.inbox_item_id
      where d.firm_id = ${firmId} and d.id = any(${ids}::uuid[]) and d.status in ('new', 'started', 'delayed')
    ), item as materialized (
      select i.id from inbox_items i where i.firm_id = ${firmId}
        and i.id in (select inbox_item_id from asked where attempts > 0 or not is_of_filing)
      order by i.id for update
    )`
}
