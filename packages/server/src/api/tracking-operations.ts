import {
  retrievalStatuses,
  type TrackingAction,
  trackingActions,
  trackingStatuses,
} from '@courtcrier/contract/tracking.ts'
import { type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

const amount: JsonSchema = {
  type: ['string', 'null'],
  description: 'US dollars such as 25.00; null as agreed by contract',
}
const amounts = { monthly_fee: amount, document_cost: amount }
const maybeText: JsonSchema = { type: ['string', 'null'] }
const time: JsonSchema = { type: ['string', 'null'], format: 'date-time' }

const tracking = objectSchema({
  tracking_status: { type: 'string', enum: trackingStatuses },
  retrieval_status: { type: 'string', enum: retrievalStatuses },
  cents: { type: ['integer', 'null'], description: 'What it cost so far, as far as the provider said' },
  changed_at: time,
  is_on: { type: 'boolean' },
  why_not: maybeText,
  provider: maybeText,
  terms: objectSchema({ ...amounts, currency: textSchema }),
  allowed: { type: 'array', items: { type: 'string', enum: trackingActions } },
  orders: {
    type: 'array',
    items: objectSchema({
      id: textSchema,
      at: time,
      action: { type: 'string', enum: trackingActions },
      ...amounts,
      user_id: maybeText,
      status: { type: 'string', enum: ['asked', 'done', 'refused'] },
      sentence: maybeText,
    }),
  },
})

const summaries: Readonly<Record<TrackingAction, string>> = {
  subscribe: 'Follow a case in the records of its court, at a monthly fee',
  stop: 'Stop following a case; it is not renewed at the end of the billing cycle',
  resume: 'Follow a case again; what happened while it was stopped is not made up for',
  unsubscribe: 'End following a case',
  retrieve: 'Have the documents of a case retrieved, at a cost for each',
}

const tag = 'Case tracking'

/** What openapi.json says of case tracking. */
export const trackingOperations = {
  read: {
    tag,
    summary: 'How a case is followed, what that costs, and what can be done now',
    answer: jsonContent(tracking),
    refusals: [403, 404],
  } satisfies Operation,
  act: (action: TrackingAction): Operation => ({
    tag,
    summary: `${summaries[action]}. The body names the amounts that a person agreed to; 409 when they are others by now`,
    body: jsonContent(objectSchema({ agreed: objectSchema(amounts, ['monthly_fee', 'document_cost']) }, ['agreed'])),
    answer: jsonContent(tracking),
    refusals: [400, 403, 404, 409],
  }),
}
