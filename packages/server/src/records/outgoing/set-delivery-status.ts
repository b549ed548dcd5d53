import type { Delivery } from '@courtcrier/contract/resources/delivery.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Before, type Follows, type StatusChange, startOver, statusChange } from './status-change.ts'

/**
 * What may become of a delivery: nothing sent is canceled or sent again. One that ended without an email starts over
 * when its address is planned again (`orStartOver`).
 */
export const deliveryFollows = {
  // It was planned again while the email of a former plan, which had been canceled, went out.
  held: ['waiting', 'sent', 'canceled'],
  // The email it is in has attempts of its own.
  scheduled: ['sent', 'failed', 'canceled'],
  // A power cut can lose the mark of an attempt whose result is known.
  waiting: ['sending', 'sent', 'waiting', 'failed', 'canceled'],
  sending: ['sending', 'sent', 'waiting', 'failed', 'canceled'],
  // Its email was returned.
  sent: ['failed'],
  // An attempt that stood still turns out to have sent it, or an email that someone had given up.
  failed: ['sent'],
  // It was canceled while its email went out.
  canceled: ['sent'],
} as const satisfies Follows<Delivery['status']>

/** Returns the statement that changes the status of deliveries, `d` in its parts; nothing else does. */
export function setDeliveryStatus<To extends Delivery['status']>(
  change: StatusChange<To, Before<typeof deliveryFollows, To>>,
): RawBuilder<unknown> {
  return statusChange({ table: 'deliveries', row: 'd', follows: deliveryFollows }, change)
}

/** Whether the delivery `d` failed because its email, which was sent, was returned. */
export const isReturned = sql<boolean>`(d.status = 'failed' and d.sent_at is not null)`

const unsentStatuses = ['failed', 'canceled'] as const satisfies Delivery['status'][]

/** The statuses of deliveries that ended without an email, as a list in SQL. */
export const unsent = sql`(${sql.join(unsentStatuses.map((each) => sql.lit(each)))})`

/**
 * Follows the statement that adds deliveries where an address may be planned again: its delivery starts over, as it is
 * planned now, if it ended without an email, and is otherwise left unchanged. The filing may be in another case by now.
 */
export const orStartOver = startOver({
  table: 'deliveries',
  unique: sql`firm_id, envelope_id, email, repeat`,
  over: unsentStatuses,
  to: sql`excluded.status`,
  set: sql`inbox_item_id = excluded.inbox_item_id, timekeeper_id = excluded.timekeeper_id, method = excluded.method,
    reason = excluded.reason, cadence = excluded.cadence, level = excluded.level,
    notification_rule_id = excluded.notification_rule_id, email_template = excluded.email_template`,
})
