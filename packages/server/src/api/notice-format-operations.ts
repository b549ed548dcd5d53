import { messageOf } from '@courtcrier/contract/resource.ts'
import { noticeFormat } from '@courtcrier/contract/resources/notice-format.ts'
import { type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

const problem = objectSchema({ field: textSchema, sentence: textSchema })

const body = objectSchema(
  {
    format: { $ref: `#/components/schemas/New${messageOf(noticeFormat)}`, description: 'A format that is not saved' },
    id: { ...textSchema, description: 'A saved format, in place of `format`' },
    inbox_item_id: { ...textSchema, description: 'An item whose message it is tried on' },
    message: { ...textSchema, description: 'A message (RFC 822) of up to 5 MB, in place of `inbox_item_id`' },
  },
  ['format', 'id', 'inbox_item_id', 'message'],
)

const result: JsonSchema = {
  anyOf: [
    objectSchema({ notice: { type: 'object' } }),
    objectSchema({ unclear: textSchema, understood: { type: 'object' } }),
    { type: 'null' },
  ],
  description: 'What the format reads; null when it cannot be used',
}

const answer = objectSchema({
  result,
  would_handle: { type: 'boolean', description: 'Whether it would read the message when it came in' },
  built_in: { type: ['string', 'null'], description: 'The built-in format that would read the message instead' },
  problems: {
    type: 'array',
    items: problem,
    description: 'What is wrong with the format, or of the message does not fit it',
  },
})

/** What openapi.json says of the routes of formats beside those of every resource. */
export const noticeFormatOperations = {
  try: {
    tag: noticeFormat.label[1],
    summary: 'Try a format on a message',
    body: jsonContent(body),
    answer: jsonContent(answer),
    refusals: [400, 403, 404, 413, 429],
  },
} satisfies Readonly<Record<string, Operation>>
