import * as z from 'zod/mini'
import { inSentence } from '../names.ts'
import { delivery } from '../resources/delivery.ts'
import { courtDocument } from '../resources/document.ts'
import { documentCopy } from '../resources/document-copy.ts'
import { envelope } from '../resources/envelope.ts'
import { inboxItem } from '../resources/inbox-item.ts'
import { systemEvent } from '../resources/system-event.ts'
import { defineCall, described, type Fixed, row } from './call.ts'
import { chatMessage } from './chats.ts'
import { idList } from './id-list.ts'

const tag = 'Notifications'
const count = z.optional(z.int().check(z.minimum(0)))
const maybeText = z.nullable(z.string())

const summary = z.object({
  id: z.string(),
  documents: count,
  kept: count,
  told: count,
  waiting: count,
  failed: count,
  opened: count,
  attached: described(count, 'Recipients whose email had documents attached'),
})
/** The number of people notified of a filing, as far as the role may know. */
export type FilingSummary = Fixed<z.output<typeof summary>>

/** The most filings per request. */
const mostSummaries = 200

export const summarizeFilings = defineCall({
  method: 'GET',
  path: '/filing/summaries',
  tag,
  summary: 'For each filing, how many documents it has, how many people were notified and how many opened a document',
  query: z.object({
    ids: idList(mostSummaries, 'filings'),
  }),
  answer: z.object({ filings: z.array(summary) }),
  refusals: [403],
})

const filing = z.object({
  envelope: row(envelope),
  documents: z.array(row(courtDocument)),
  deliveries: z.array(
    row(delivery, z.object({ name: z.optional(described(maybeText, "The recipient's, if the role can see it")) })),
  ),
  copies: z.array(
    row(documentCopy, z.object({ policy: z.optional(described(maybeText, "The storage policy's name")) })),
  ),
  notices: z.array(row(inboxItem)),
  chats: described(
    z.array(chatMessage),
    "Messages to preference groups' chat channels; none if the role can't see deliveries",
  ),
  may_resend: z.boolean(),
})
export type FilingAnswer = Fixed<z.output<typeof filing>>

export const readFiling = defineCall({
  method: 'GET',
  path: '/filing/:id',
  tag,
  summary: 'A filing with its documents, who was notified and why, and its copies in the DMS',
  answer: filing,
  refusals: [403, 404],
})

export const resendFiling = defineCall({
  method: 'POST',
  path: '/filing/:id/resend',
  tag,
  summary:
    'Notify one person of the filing, as a separate delivery; someone already notified is notified again only with "again"',
  body: z.object({
    delivery_id: z.optional(z.unknown()),
    timekeeper_id: z.optional(z.unknown()),
    again: z.optional(z.boolean('not_boolean')),
  }),
  answer: filing,
  refusals: [400, 403, 404, 409],
})

export const combineFiling = defineCall({
  method: 'GET',
  path: '/filing/:id/combined',
  tag,
  summary: "The filing's documents, in order, as one PDF with a bookmark for each; sealed documents are never included",
  answer: { mediaType: 'application/pdf' },
  refusals: [403, 404, 409, 429],
})

export const noteOpened = defineCall({
  method: 'POST',
  path: '/document/:id/opened',
  tag,
  summary: 'Record that a document was opened from an email link',
  body: z.object({ delivery_id: z.optional(z.unknown()) }),
  refusals: [403, 404],
})

/** The resources whose records each lead to one notice and its filing. */
export const trailStarts = [inboxItem, envelope, courtDocument, delivery, documentCopy] as const

const step = z.object({
  id: z.string(),
  inboxItemId: z.string(),
  stage: z.string(),
  outcome: z.string(),
  sentence: z.string(),
  userId: z.nullable(z.string()),
  userName: z.nullable(z.string()),
})

const line = z.object({
  kind: z.enum(['received', 'history', 'delivery', 'copy', 'event']),
  at: z.iso.datetime(),
  item: z.optional(row(inboxItem)),
  step: z.optional(step),
  delivery: z.optional(row(delivery)),
  copy: z.optional(row(documentCopy)),
  event: z.optional(row(systemEvent)),
})
/** One event of a notice; each kind has its own property. */
export type TrailLine = Fixed<z.output<typeof line>>

const trail = z.object({
  filing: z.nullable(row(envelope)),
  documents: z.array(row(courtDocument)),
  lines: z.array(line),
})
export type Trail = Fixed<z.output<typeof trail>>

/** Reads a notice's history from end to end, found by one of its records. */
export const readTrail = (start: (typeof trailStarts)[number]) =>
  defineCall({
    method: 'GET',
    path: `/trail/${start.name}/:id` as `/trail/${string}/:id`,
    tag: 'Inbox',
    summary: `The full history of a notice, looked up by one of the ${inSentence(start.label[1])}: email, steps, deliveries, copies and events in chronological order, without what the role can't see`,
    answer: trail,
    refusals: [403, 404],
  })
