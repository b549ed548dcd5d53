import * as z from 'zod/mini'
import { defineCall, described, type Fixed } from './call.ts'

// In a file of its own: the navigation of every page asks for it, and must not load the inbox's other calls.
const count = z.int().check(z.minimum(0))

const inboxCounts = z.object({
  counts: z.record(z.string(), count),
  total: count,
  at_least: described(z.array(z.string()), 'Statuses with more items than were counted'),
  archived: count,
  archived_at_least: z.boolean(),
  latest_received_at: z.nullable(z.string()),
})
export type InboxCounts = Fixed<z.output<typeof inboxCounts>>

export const countInbox = defineCall({
  method: 'GET',
  path: '/inbox/counts',
  tag: 'Inbox',
  summary:
    'Number of items in each status, counted up to 10,000, or filings up to 1,000; at_least lists the statuses with more',
  query: z.object({
    fold: z.optional(
      described(z.enum(['envelope_id']), 'Counts each filing once, in the status a search with this fold finds it by'),
    ),
  }),
  answer: inboxCounts,
  refusals: [400, 403],
})
