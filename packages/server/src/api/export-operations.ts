import type { Resource } from '@courtcrier/contract/resource.ts'
import { exportFormats } from '../import/export-run.ts'
import { binarySchema, type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

const whole: JsonSchema = { type: 'integer', minimum: 0 }
const run = objectSchema({
  id: textSchema,
  entity: textSchema,
  file_name: textSchema,
  format: { type: 'string', enum: exportFormats },
  status: { type: 'string', enum: ['waiting', 'running', 'done', 'failed', 'canceled'] },
  reason: { type: ['string', 'null'], description: 'Why there is no file' },
  done: { ...whole, description: 'Rows written' },
  total: { type: ['integer', 'null'], description: 'Rows there are' },
  size: { type: ['integer', 'null'], description: 'Bytes' },
  created_at: textSchema,
  expires_at: { type: ['string', 'null'], description: 'When the file goes' },
})

const body = objectSchema(
  {
    filename: { ...textSchema, description: 'Under which a browser saves it' },
    format: { type: 'string', enum: exportFormats, default: 'csv' },
    columns: { type: 'array', items: textSchema, description: 'Fields; all that the role sees when absent' },
    freeText: { ...textSchema, description: 'As for the search' },
    sort: { ...textSchema, description: 'As for the search' },
    filters: { type: 'array', items: { type: 'object' }, description: 'As for the search' },
    selection: { type: 'object', description: 'Only these rows: {ids}, or {filter, freeText, except, count}' },
  },
  ['format', 'columns', 'freeText', 'sort', 'filters', 'selection'],
)

/** What openapi.json says of beginning an export of a resource. */
export function exportJobOperation(resource: Resource): Operation {
  return {
    tag: resource.label[1],
    summary: `Begin an export of ${resource.label[1].toLowerCase()}; /export_run/{id} says how far it is`,
    body: jsonContent(body),
    answer: jsonContent(run),
    status: 202,
    refusals: [400, 403, 409],
  }
}

const tag = 'Exports'

/** What openapi.json says of one's own exports. */
export const exportRunOperations = {
  list: {
    tag,
    summary: 'Your exports, the newest first',
    answer: jsonContent(objectSchema({ exports: { type: 'array', items: run } })),
  },
  one: { tag, summary: 'One of your exports', answer: jsonContent(run), refusals: [404] },
  progress: {
    tag,
    summary: 'How far one of your exports is; answers at once, also while the database is busy with it',
    answer: jsonContent(objectSchema({ status: textSchema, done: whole, total: { type: ['integer', 'null'] } })),
    refusals: [404],
  },
  cancel: { tag, summary: 'Call an export off', refusals: [404, 409] },
  remove: { tag, summary: 'Remove an export that has ended, and its file', refusals: [404] },
  file: {
    tag,
    summary: 'The file of an export, for a day, as long as your role sees what is in it',
    answer: {
      'text/csv': textSchema,
      'text/plain': textSchema,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': binarySchema,
    },
    refusals: [403, 404],
  },
} satisfies Readonly<Record<string, Operation>>
