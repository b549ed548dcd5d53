import { type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

const maybeText: JsonSchema = { type: ['string', 'null'] }
const maybeNumber: JsonSchema = { type: ['integer', 'null'] }
const time: JsonSchema = { type: ['string', 'null'], format: 'date-time' }

const call = objectSchema({
  id: textSchema,
  message_id: { type: 'string', description: 'As in the header webhook-id: the same for every try and replay' },
  event: textSchema,
  payload_version: textSchema,
  body: { type: 'string', description: 'As it is sent' },
  status: { type: 'string', enum: ['waiting', 'sending', 'sent', 'failed'] },
  sentence: maybeText,
  attempts: { type: 'integer' },
  created_at: time,
  called_at: time,
  next_try_at: time,
  duration_ms: maybeNumber,
  request_headers: { type: 'object', description: 'Of the last try, without its signature' },
  answer_status: maybeNumber,
  answer: { type: ['string', 'null'], description: 'The first 2 KB' },
})

const tag = 'Webhooks'

/** What openapi.json says of a webhook's calls. */
export const webhookOperations = {
  test: {
    tag,
    summary: 'Send the event webhook.test now, and answer what came of it',
    answer: jsonContent(call),
    refusals: [403, 404],
  },
  calls: {
    tag,
    summary: 'The calls of a webhook, the newest first; they are kept for 30 days',
    query: {
      before: { schema: textSchema, description: 'The id of a call: only those before it' },
      limit: { schema: { type: 'integer', minimum: 1, maximum: 100 }, description: 'How many; 25 unless said' },
    },
    answer: jsonContent(objectSchema({ calls: { type: 'array', items: call }, has_more: { type: 'boolean' } })),
    refusals: [400, 403, 404],
  },
  replay: {
    tag,
    summary: 'Send a message again, under the same message id',
    answer: jsonContent(objectSchema({ id: textSchema })),
    status: 201,
    refusals: [403, 404, 409],
  },
  secret: {
    tag,
    summary: 'Make a new signing secret; it takes the place of the one before and is shown once',
    answer: jsonContent(objectSchema({ secret: textSchema })),
    status: 201,
    refusals: [403, 404],
  },
} satisfies Readonly<Record<string, Operation>>
