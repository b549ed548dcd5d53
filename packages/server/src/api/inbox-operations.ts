import { itemStatuses } from '@courtcrier/contract/notice.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { bulkActs, fixKinds, longestNote } from '@courtcrier/contract/triage.ts'
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

const note = objectSchema({
  id: textSchema,
  text: textSchema,
  created_at: { type: 'string', format: 'date-time' },
  author_id: textSchema,
  author_name: nullableText,
  is_edited: { type: 'boolean' },
  is_own: { type: 'boolean' },
})
const notes = jsonContent(objectSchema({ notes: listOf(note) }))
const noteText = jsonContent(objectSchema({ text: { type: 'string', maxLength: longestNote } }))

const comparison = listOf(
  objectSchema({
    about: { type: 'string', enum: ['number', 'name', 'court'] },
    notice: nullableText,
    case: nullableText,
  }),
)

const view = objectSchema({
  item: rowSchema(inboxItem),
  envelope: { anyOf: [rowSchema(envelope), { type: 'null' }] },
  documents: listOf({ $ref: '#/components/schemas/Document' }),
  deliveries: listOf({ $ref: '#/components/schemas/Delivery' }),
  copies: listOf({ $ref: '#/components/schemas/DocumentCopy' }),
  history: listOf(historyLine),
  notice: anything,
  understood: anything,
  candidates: listOf({
    type: 'object',
    properties: { is_doubted: { type: 'boolean' }, differences: comparison, agreements: comparison },
  }),
  linked: listOf(
    objectSchema({
      relation: { type: 'string', enum: ['parent', 'child', 'part', 'duplicate', 'filing'] },
      item: rowSchema(inboxItem),
    }),
  ),
  notes: listOf(note),
  allowed: listOf(status),
  fixes: listOf({ type: 'string', enum: fixKinds }),
  also_waiting: { type: 'integer', description: 'Other items that wait for the same answer' },
})
const settled = {
  allOf: [
    view,
    objectSchema({ also_settled: { type: 'integer', description: 'Other items that went on by the same answer' } }),
  ],
}

const counts = objectSchema({
  counts: { type: 'object', additionalProperties: { type: 'integer' }, propertyNames: status },
  total: { type: 'integer' },
  at_least: { type: 'array', items: status },
  archived: { type: 'integer' },
  archived_at_least: { type: 'boolean' },
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
  archive: 'Put a notice that is over out of sight',
  unarchive: 'Bring an archived notice back into sight',
  'cancel-dms': 'Do not store the copies that were not begun',
  'requeue-dms': 'Store the copies that failed or were canceled',
  'ignore-case': 'Ignore the case from now on: of this notice and of all that wait for the same',
}

/** What is done to copies may be meant for one of them. */
function bodyOf(name: string): Pick<Operation, 'body'> {
  const copyId = { ...textSchema, description: 'The one copy that is meant; all of the item when absent' }
  return name.endsWith('-dms') ? { body: jsonContent(objectSchema({ copy_id: copyId }, ['copy_id'])) } : {}
}

const selection: Readonly<Record<string, JsonSchema>> = {
  ids: { type: 'array', items: textSchema },
  filter: { type: 'array', items: { type: 'object' } },
  freeText: textSchema,
  except: { type: 'array', items: textSchema },
  count: { type: 'integer', description: 'How many the filter found; nothing is done when it finds another number' },
}
const outcome = objectSchema({ id: textSchema, title: nullableText, isDone: { type: 'boolean' }, reason: textSchema }, [
  'reason',
])

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
    route('POST', `inbox/{id}/${name}`, {
      summary,
      ...bodyOf(name),
      answer: jsonContent(settled),
      refusals: [404, 409],
    }),
  ),
  route('POST', 'inbox/{id}/choose-court', {
    summary: 'Say which court the notice is from; others of its sender that wait for that go on too',
    body: jsonContent(objectSchema({ court_id: textSchema })),
    answer: jsonContent(settled),
    refusals: [400, 404, 409],
  }),
  route('GET', 'inbox/{id}/new-case', {
    summary: 'What a new case would be made of, as far as the notice says it',
    answer: jsonContent(objectSchema({ values: { type: 'object' }, court: textSchema })),
    refusals: [404, 409],
  }),
  route('POST', 'inbox/bulk', {
    summary: 'Do the same with several items, named or found; each says what became of it',
    body: jsonContent(
      objectSchema({ action: { type: 'string', enum: bulkActs }, ...selection, rehearse: { type: 'boolean' } }, [
        ...Object.keys(selection),
        'rehearse',
      ]),
    ),
    answer: jsonContent(objectSchema({ outcomes: listOf(outcome) })),
    refusals: [400, 409],
  }),
  route('POST', 'inbox/ids', {
    summary: 'The ids of the selected items',
    body: jsonContent(objectSchema(selection, Object.keys(selection))),
    answer: jsonContent(objectSchema({ ids: listOf(textSchema) })),
    refusals: [400, 409],
  }),
  route('POST', 'inbox/{id}/notes', {
    summary: 'Write a note on an item',
    body: noteText,
    answer: notes,
    refusals: [400, 404],
  }),
  route('PUT', 'inbox/{id}/notes/{noteId}', {
    summary: 'Change an own note, or take its deletion back',
    body: noteText,
    answer: notes,
    refusals: [400, 404],
  }),
  route('DELETE', 'inbox/{id}/notes/{noteId}', {
    summary: 'Delete an own note',
    answer: notes,
    refusals: [404],
  }),
  route('POST', 'inbox/{id}/choose-case', {
    summary: 'Say which case the notice belongs to',
    body: jsonContent(objectSchema({ case_id: textSchema })),
    answer: jsonContent(settled),
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
