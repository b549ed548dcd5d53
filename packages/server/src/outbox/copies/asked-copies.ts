import { type RawBuilder, sql } from 'kysely'
import { isOfItsFiling } from '../stop-with-item.ts'

/**
 * Whether a copy `d` is one of those that may begin. It is asked before their items are locked, to find these, and again of
 * each copy as it is afterwards.
 */
export function mayBegin(firmId: number, ids: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`d.firm_id = ${firmId} and d.id = any(${ids}::uuid[]) and d.status in ('new', 'started', 'delayed')`
}

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
      where ${mayBegin(firmId, ids)}
    ), item as materialized (
      select i.id from inbox_items i where i.firm_id = ${firmId}
        and i.id in (select inbox_item_id from asked where attempts > 0 or not is_of_filing)
      order by i.id for update
    )`
}
