import { longestReason } from '@courtcrier/contract/resources/delivery.ts'
import { type RawBuilder, sql } from 'kysely'

/** Columns whose values differ; the others have the same for every new delivery, or the table's default. */
type DeliveryColumn =
  | 'id'
  | 'envelope_id'
  | 'inbox_item_id'
  | 'timekeeper_id'
  | 'email'
  | 'method'
  | 'reason'
  | 'status'
  | 'repeat'
  | 'cadence'
  | 'level'
  | 'notification_rule_id'
  | 'email_template'

interface NewDeliveries {
  firmId: number
  columns: readonly DeliveryColumn[]
  /** Selects the columns, in their order. */
  from: RawBuilder<unknown>
}

/**
 * The statement that adds deliveries; nothing else does. It can be part of a larger one. None was attempted yet, and
 * each has its ID as its Message-ID. Reasons are cut to what a delivery keeps.
 */
export function insertDeliveries({ firmId, columns, from }: NewDeliveries): RawBuilder<unknown> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const values = sql.join(columns.map(whatIsKept))
  return sql`insert into deliveries (firm_id, message_id, attempts, ${names})
    select ${firmId}::integer, d.id::text, 0, ${values} from (${from}) as d (${names})`
}

function whatIsKept(column: DeliveryColumn): RawBuilder<unknown> {
  if (column !== 'reason') return sql`d.${sql.ref(column)}`
  return sql`left(d.reason, ${sql.lit(longestReason)})`
}
