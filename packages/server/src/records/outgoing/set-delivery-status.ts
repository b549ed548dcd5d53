import type { Delivery } from '@courtcrier/contract/resources/delivery.ts'
import type { RawBuilder } from 'kysely'
import { type Before, type Follows, type StatusChange, statusChange } from './status-change.ts'

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

/** Returns the statement that changes the status of deliveries, `d` in its parts; nothing else does. */
export function setDeliveryStatus<To extends Delivery['status']>(
  change: StatusChange<To, Before<typeof deliveryFollows, To>>,
): RawBuilder<unknown> {
  return statusChange({ table: 'deliveries', row: 'd', follows: deliveryFollows }, change)
}
