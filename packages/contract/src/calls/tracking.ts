import * as z from 'zod/mini'
import { retrievalStatuses, trackingActions, trackingStatuses } from '../tracking.ts'
import { defineCall, described, type Fixed } from './call.ts'

const amount = described(z.nullable(z.string()), 'US dollars, such as 25.00; null if set by contract')
const time = z.nullable(z.iso.datetime())
const maybeText = z.nullable(z.string())

const order = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  action: z.enum(trackingActions),
  monthlyFee: amount,
  documentCost: amount,
  userId: maybeText,
  status: z.enum(['asked', 'done', 'refused']),
  sentence: maybeText,
})

const tracking = z.object({
  trackingStatus: z.enum(trackingStatuses),
  retrievalStatus: z.enum(retrievalStatuses),
  cents: described(z.nullable(z.int()), 'Cost to date in cents, as reported by the provider'),
  changedAt: time,
  isOn: z.boolean(),
  whyNot: maybeText,
  provider: maybeText,
  terms: z.object({ monthlyFee: amount, documentCost: amount, currency: z.string() }),
  allowed: z.array(z.enum(trackingActions)),
  orders: z.array(order),
})
export type Tracking = Fixed<z.output<typeof tracking>>

const tag = 'Case tracking'

export const readTracking = defineCall({
  method: 'GET',
  path: '/case/:id/tracking',
  tag,
  summary: 'Tracking status of a case, its cost and the actions available now',
  answer: tracking,
  refusals: [403, 404],
})

const summaries: Readonly<Record<(typeof trackingActions)[number], string>> = {
  subscribe: "Track a case in its court's records, for a monthly fee",
  stop: "Stop tracking a case; the subscription isn't renewed at the end of the billing cycle",
  resume: "Resume tracking a case; activity missed while it was stopped isn't backfilled",
  unsubscribe: 'Unsubscribe from a case',
  retrieve: "Retrieve a case's documents, at a cost per document",
}

/** Performs an action, with the amounts the user accepted. */
export const actOnTracking = (action: (typeof trackingActions)[number]) =>
  defineCall({
    method: 'POST',
    path: `/case/:id/tracking/${action}` as const,
    tag,
    summary: `${summaries[action]}. The body has the amounts the user agreed to; 409 if they have changed since`,
    body: z.strictObject({
      agreed: z.optional(z.strictObject({ monthlyFee: z.optional(amount), documentCost: z.optional(amount) })),
    }),
    answer: tracking,
    refusals: [400, 403, 404, 409],
  })
