import { longestReason } from '@courtcrier/contract/resources/delivery.ts'
import { type RawBuilder, sql } from 'kysely'

/** The statuses of deliveries that ended without an email, as a list in SQL. */
export const unsent = sql`('failed', 'canceled')`

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

/**
 * Follows the statement where an address may be planned again: its delivery starts over, as it is planned now, if it
 * ended without an email, and is otherwise left unchanged. The filing may be in another case by now.
 */
export const orStartOver = sql`on conflict (firm_id, envelope_id, email, repeat) do update
  set status = excluded.status, attempts = 0, inbox_item_id = excluded.inbox_item_id,
    timekeeper_id = excluded.timekeeper_id, method = excluded.method, reason = excluded.reason,
    cadence = excluded.cadence, level = excluded.level, notification_rule_id = excluded.notification_rule_id,
    email_template = excluded.email_template, sentence = null, updated_at = now()
  where deliveries.status in ${unsent}`

function whatIsKept(column: DeliveryColumn): RawBuilder<unknown> {
  if (column !== 'reason') return sql`d.${sql.ref(column)}`
  return sql`left(d.reason, ${sql.lit(longestReason)})`
}
