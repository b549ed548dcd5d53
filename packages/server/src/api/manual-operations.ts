import { binarySchema, type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

const tag = 'Manual processing'
const whole: JsonSchema = { type: 'integer', minimum: 0 }
const nullable = (type: string): JsonSchema => ({ type: [type, 'null'] })
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

const facts = [
  'court_id',
  'docket_number',
  'document_number',
  'number',
  'filed_date',
  'event',
  'docket_text',
  'filed_by',
  'case_name',
]

const upload = objectSchema({
  id: textSchema,
  kind: { type: 'string', enum: ['pdf', 'message'] },
  file_name: textSchema,
  size: whole,
  pages: nullable('integer'),
  remark: textSchema,
  facts: objectSchema(Object.fromEntries(facts.map((name) => [name, textSchema])), facts),
})

const document = objectSchema({ upload_id: textSchema, title: textSchema, number: textSchema }, ['number'])
const entryParts = {
  court_id: textSchema,
  docket_number: textSchema,
  event: textSchema,
  documents: listOf(document),
  case_id: textSchema,
  case_name: textSchema,
  document_number: textSchema,
  filed_date: { type: 'string', format: 'date' },
  docket_text: textSchema,
  filed_by: textSchema,
  is_sealed: { type: 'boolean' },
  item_id: textSchema,
}
const entry = objectSchema(entryParts, Object.keys(entryParts).slice(3))

const taken = objectSchema({ item_id: textSchema, is_new: { type: 'boolean' } })

/** What openapi.json says of manual processing. */
export const manualOperations = {
  upload: {
    tag,
    summary: 'Put in a PDF or a message; what its text says of the filing comes back',
    query: { file_name: { schema: textSchema, description: 'The name of the file' } },
    body: { 'application/pdf': binarySchema, 'message/rfc822': binarySchema },
    answer: jsonContent(upload),
    status: 201,
    refusals: [400, 403, 413],
  },
  lookup: {
    tag,
    summary: 'The cases that a docket number may mean, and the filing of that number if it is here already',
    query: {
      docket_number: { schema: textSchema, description: 'As the court writes it', required: true },
      court_id: { schema: textSchema, description: 'The court, where it is known' },
      document_number: { schema: textSchema, description: "The entry's number on the docket" },
      envelope_id: { schema: textSchema, description: 'The filing of the item that is completed' },
    },
    answer: jsonContent(objectSchema({ cases: listOf({ type: 'object' }), filing: nullable('object') })),
    refusals: [403],
  },
  message: {
    tag,
    summary: 'Take in a message that was put in, as if it had come by mail',
    body: jsonContent(objectSchema({ upload_id: textSchema })),
    answer: jsonContent(taken),
    status: 201,
    refusals: [400, 403],
  },
  enter: {
    tag,
    summary: 'Enter a filing by hand: it takes the way of every notice. "item_id" names an item that it completes',
    body: jsonContent(entry),
    answer: jsonContent(taken),
    status: 201,
    refusals: [400, 403, 404, 409],
  },
} as const satisfies Record<string, Operation>
