import { itemStatuses } from '@courtcrier/contract/notice.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { rowSchema } from './openapi-schemas.ts'
import {
  binarySchema,
  type DocumentedRoute,
  type JsonSchema,
  jsonContent,
  type Operation,
  objectSchema,
  textSchema,
} from './operation.ts'

const nullableText: JsonSchema = { type: ['string', 'null'] }
const anything: JsonSchema = { type: ['object', 'null'] }
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })
const status: JsonSchema = { type: 'string', enum: itemStatuses }

const historyLine = objectSchema({
  id: textSchema,
  at: { type: 'string', format: 'date-time' },
  stage: textSchema,
  outcome: textSchema,
  sentence: textSchema,
  user_id: nullableText,
})

const view = objectSchema({
  item: rowSchema(inboxItem),
  envelope: { anyOf: [rowSchema(envelope), { type: 'null' }] },
  documents: listOf({ $ref: '#/components/schemas/Document' }),
  deliveries: listOf({ $ref: '#/components/schemas/Delivery' }),
  copies: listOf({ $ref: '#/components/schemas/DocumentCopy' }),
  history: listOf(historyLine),
  notice: anything,
  understood: anything,
  candidates: listOf({ type: 'object' }),
  siblings: listOf({ type: 'object' }),
  allowed: listOf(status),
})

const counts = objectSchema({
  counts: { type: 'object', additionalProperties: { type: 'integer' }, propertyNames: status },
  total: { type: 'integer' },
  at_least: { type: 'array', items: status },
  latest_received_at: nullableText,
})

const attachment = objectSchema({ file_name: nullableText, media_type: textSchema, size: { type: 'integer' } })
const message = objectSchema({
  from: anything,
  to: {},
  subject: nullableText,
  date: nullableText,
  html: nullableText,
  text: nullableText,
  attachments: listOf(attachment),
})

const nullableList: JsonSchema = { type: ['array', 'null'], items: { type: 'object' } }
const made = { cases: nullableList, recipients: nullableList, policies: nullableList }
const step = objectSchema({ stage: textSchema, outcome: textSchema, sentence: textSchema })
const rehearsal = objectSchema({
  steps: listOf(step),
  was: objectSchema(made),
  now: objectSchema({ ...made, notice: anything, is_whole: { type: 'boolean' } }),
})

const actions: Readonly<Record<string, string>> = {
  requeue: 'Work on the notice again',
  trust: 'Vouch for the sender and go on',
  cancel: 'Stop work on the notice',
  manual: 'Take the notice over by hand',
  finish: 'Say that the notice was handled by hand',
}

/** What openapi.json says of the inbox, whose routes are no resource's. */
export const inboxOperations: readonly DocumentedRoute[] = [
  route('GET', 'inbox/counts', {
    summary: 'How many items have which status, counted up to 10,000; at_least names those that more have',
    answer: jsonContent(counts),
  }),
  route('GET', 'inbox/{id}', {
    summary: 'An item with everything about it',
    answer: jsonContent(view),
    refusals: [404],
  }),
  route('GET', 'inbox/{id}/message', { summary: 'The mail, decoded', answer: jsonContent(message), refusals: [404] }),
  route('GET', 'inbox/{id}/raw', {
    summary: 'The mail as it came',
    answer: { 'message/rfc822': binarySchema },
    refusals: [404],
  }),
  route('GET', 'inbox/{id}/rehearsal', {
    summary: "What today's rules would make of it, without changing anything",
    answer: jsonContent(rehearsal),
    refusals: [404],
  }),
  ...Object.entries(actions).map(([name, summary]) =>
    route('POST', `inbox/{id}/${name}`, { summary, answer: jsonContent(view), refusals: [404, 409] }),
  ),
  route('POST', 'inbox/{id}/choose-case', {
    summary: 'Say which case the notice belongs to',
    body: jsonContent(objectSchema({ case_id: textSchema })),
    answer: jsonContent(view),
    refusals: [400, 404, 409],
  }),
  route('GET', 'document/{id}/content', {
    summary: 'The document itself',
    answer: { 'application/pdf': binarySchema },
    refusals: [404],
  }),
]

function route(method: string, path: string, operation: Omit<Operation, 'tag'>): DocumentedRoute {
  const refusals = [403, ...(operation.refusals ?? [])]
  return { method, path: `/api/v1/${path}`, operation: { tag: 'Inbox', ...operation, refusals }, needsToken: true }
}
