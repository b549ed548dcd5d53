import type { Resource } from '@courtcrier/contract/resource.ts'
import { type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

const whole: JsonSchema = { type: 'integer', minimum: 0 }
export const rowErrors: JsonSchema = {
  type: 'array',
  maxItems: 1000,
  items: objectSchema({
    row: {
      ...whole,
      description: 'As a spreadsheet counts: the header is row 1; 0 for a record that is not in the file',
    },
    column: textSchema,
    found: textSchema,
    expected: textSchema,
    fix: textSchema,
  }),
}
export const hasRejected: JsonSchema = {
  type: 'boolean',
  description: 'Whether /import_run/{id}/rejected has the rows that were not taken',
}
const result = objectSchema(
  {
    id: textSchema,
    mode: { type: 'string', enum: ['dry_run', 'commit'] },
    status: { type: 'string', enum: ['checked', 'committed', 'committed_with_warnings', 'stopped'] },
    reason: { type: ['string', 'null'], description: 'Why nothing was imported' },
    counts: objectSchema({ rows: whole, new: whole, changed: whole, unchanged: whole, deleted: whole, error: whole }),
    errors: rowErrors,
    has_rejected: hasRejected,
    undo_id: { ...textSchema, description: 'For POST /undo/{id}, within 7 days of a commit that changed something' },
  },
  ['undo_id'],
)

/** What openapi.json says of the import of a resource and its template. */
export function importOperations(resource: Resource): {
  run: Operation
  upload: Operation
  template: Operation
} {
  const many = resource.label[1].toLowerCase()
  return {
    run: {
      tag: resource.label[1],
      summary: `Import ${many} from comma-separated text; takes the firm's import token too. With "prefer: respond-async" it answers 202 and the id of the import, which goes on by itself`,
      query: {
        mode: {
          schema: { type: 'string', enum: ['dry_run', 'commit'], default: 'dry_run' },
          description: 'A dry run does the same and takes it back',
        },
        delete_missing: {
          schema: { type: 'boolean', default: false },
          description: 'Delete the records that are not in the file',
        },
        mapping: {
          schema: textSchema,
          description: 'JSON object: the field that each header stands for, null to leave the column out',
        },
        file_name: { schema: textSchema, description: 'Ends with .txt or .csv; import.csv when absent' },
      },
      body: { 'text/csv': textSchema, 'text/plain': textSchema },
      answer: jsonContent(result),
      refusals: [400, 403, 413, 415],
    },
    upload: {
      tag: resource.label[1],
      summary: `Keep a file of ${many} for an import that /import_run/{id}/start begins`,
      query: {
        file_name: { schema: textSchema, description: 'Ends with .txt or .csv; import.csv when absent' },
      },
      body: { 'text/csv': textSchema, 'text/plain': textSchema },
      answer: jsonContent(objectSchema({ id: textSchema })),
      status: 201,
      refusals: [400, 403, 413, 415],
    },
    template: {
      tag: resource.label[1],
      summary: `The header of a file of ${many}`,
      answer: { 'text/csv': textSchema },
      refusals: [403],
    },
  }
}

/** What openapi.json says of the export of a resource. */
export function exportOperation(resource: Resource): Operation {
  return {
    tag: resource.label[1],
    summary: `Export ${resource.label[1].toLowerCase()} as comma-separated text, those that a search finds`,
    query: {
      filename: { schema: textSchema, description: 'Under which a browser saves it', required: true },
      format: {
        schema: { type: 'string', enum: ['csv', 'txt'], default: 'csv' },
        description: 'The ending of the file; both are comma-separated',
      },
      columns: { schema: textSchema, description: 'Fields, separated by commas; all that the role sees when absent' },
      freeText: { schema: textSchema, description: 'As for the search' },
      sort: { schema: textSchema, description: 'As for the search' },
      filters: { schema: textSchema, description: 'As for the search' },
    },
    answer: { 'text/csv': textSchema, 'text/plain': textSchema },
    refusals: [400, 403],
  }
}
