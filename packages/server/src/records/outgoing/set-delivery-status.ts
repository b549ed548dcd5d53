import type { Delivery } from '@courtcrier/contract/resources/delivery.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Before, type Follows, mayChange, newStatus, type StatusChange } from './status-change.ts'

/**
 * What may become of a delivery: nothing sent is canceled or sent again. One that ended without an email starts over
 * when its address is planned again (`orStartOver`).
 */
export const deliveryFollows = {
  held: ['waiting', 'canceled'],
  // The email it is in has attempts of its own.
  scheduled: ['sent', 'failed', 'canceled'],
  // A power cut can lose the mark of an attempt whose result is known.
  waiting: ['sending', 'sent', 'waiting', 'failed', 'canceled'],
  sending: ['sending', 'sent', 'waiting', 'failed', 'canceled'],
  // Its email was returned.
  sent: ['failed'],
  failed: [],
  // It was canceled while its email went out.
  canceled: ['sent'],
} as const satisfies Follows<Delivery['status']>

/**
 * The statement that changes the status of deliveries, `d` in its parts; nothing else does. It can be part of a larger
 * one, and a `returning` can follow it.
 */
export function setDeliveryStatus<To extends Delivery['status']>({
  firmId,
  from,
  to,
  set,
  joined,
  where,
}: StatusChange<To, Before<typeof deliveryFollows, To>>): RawBuilder<unknown> {
  return sql`update deliveries d set status = ${newStatus(to)}, updated_at = now()${set ? sql`, ${set}` : sql``}
    ${joined ? sql`from ${joined}` : sql``}
    where d.firm_id = ${firmId} and ${where} and ${mayChange(deliveryFollows, { status: sql`d.status`, from, to })}`
}
