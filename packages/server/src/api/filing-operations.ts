import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { rowSchema } from './openapi-schemas.ts'
import { binarySchema, type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

const tag = 'Notifications'
const count: JsonSchema = { type: 'integer', minimum: 0 }
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

const counted = ['documents', 'kept', 'told', 'waiting', 'failed', 'opened', 'attached']
const summaryParts = Object.fromEntries(counted.map((name) => [name, count]))
const summary = objectSchema({ id: textSchema, ...summaryParts }, counted)

const filing = objectSchema({
  envelope: rowSchema(envelope),
  documents: listOf({ $ref: '#/components/schemas/Document' }),
  deliveries: listOf({ $ref: '#/components/schemas/Delivery' }),
  copies: listOf({ $ref: '#/components/schemas/DocumentCopy' }),
  notices: listOf({ type: 'object' }),
  may_resend: { type: 'boolean' },
})

const resendBody = objectSchema({ delivery_id: textSchema, timekeeper_id: textSchema, again: { type: 'boolean' } }, [
  'delivery_id',
  'timekeeper_id',
  'again',
])

/** What openapi.json says of filings beyond the routes of their resource. */
export const filingOperations = {
  summaries: {
    tag,
    summary: 'How many documents filings have, how many people were told and how many opened one',
    query: {
      ids: { schema: textSchema, description: 'Ids of up to 200 filings, separated by commas', required: true },
    },
    answer: jsonContent(objectSchema({ filings: listOf(summary) })),
    refusals: [403],
  },
  view: {
    tag,
    summary: 'A filing with its documents, who was told and why, and where it is stored',
    answer: jsonContent(filing),
    refusals: [403, 404],
  },
  resend: {
    tag,
    summary:
      'Tell one person of the filing: a delivery of its own. Whoever was told before is told again only with "again"',
    body: jsonContent(resendBody),
    answer: jsonContent(filing),
    refusals: [400, 403, 404, 409],
  },
  combined: {
    tag,
    summary: 'The documents of the filing in their order as one PDF with a bookmark each; never sealed ones',
    answer: { 'application/pdf': binarySchema },
    refusals: [403, 404, 409],
  },
  opened: {
    tag,
    summary: 'Note that a document was opened by the link of a mail',
    body: jsonContent(objectSchema({ delivery_id: textSchema }, ['delivery_id'])),
    refusals: [403, 404],
  },
} as const satisfies Record<string, Operation>
