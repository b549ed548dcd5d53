import { importRun } from '@courtcrier/contract/resources/import-run.ts'
import { hasRejected, rowErrors } from './import-operations.ts'
import { type JsonSchema, jsonContent, type Operation, objectSchema, textSchema } from './operation.ts'

const tag = importRun.label[1]
const whole: JsonSchema = { type: 'integer', minimum: 0 }
const flag: JsonSchema = { type: 'boolean' }
const texts: JsonSchema = { type: 'array', items: textSchema }
const mapping: JsonSchema = {
  type: 'object',
  additionalProperties: { type: ['string', 'null'] },
  description: 'The field that each header stands for, null to leave the column out',
}
const mode: JsonSchema = { type: 'string', enum: ['dry_run', 'commit'] }

const state = objectSchema({
  id: textSchema,
  entity: textSchema,
  file_name: textSchema,
  mode,
  status: textSchema,
  reason: { type: ['string', 'null'] },
  is_own: { ...flag, description: 'Whether you began it' },
  created_at: textSchema,
  counts: objectSchema({ rows: whole, new: whole, changed: whole, unchanged: whole, deleted: whole, error: whole }),
  total: { ...whole, description: 'Rows of the file' },
  kept_rows: { ...whole, description: 'So many rows of each kind are kept to look through' },
  has_rejected: hasRejected,
  can_start: { ...flag, description: 'Whether the file is kept' },
  header: texts,
  samples: { type: 'array', items: texts, description: 'Cells of the first rows' },
  mapping: { ...mapping, description: 'As it was begun with, else as it was remembered or guessed' },
  is_remembered: { ...flag, description: 'Whether a file of this header was imported before' },
  fields: { ...texts, description: 'Fields that a column can stand for' },
  keys: { type: 'array', items: texts, description: 'Groups of fields by which an existing record is found' },
  delete_missing: flag,
  undo: {
    type: ['object', 'null'],
    properties: { id: textSchema, until: textSchema },
    description: 'For POST /undo/{id}, as long as you can take the import back',
  },
})
const row = objectSchema({
  row: { ...whole, description: '0 for a record that is not in the file' },
  id: textSchema,
  title: { type: ['string', 'null'] },
  changes: { type: 'array', items: objectSchema({ field: textSchema, before: textSchema, after: textSchema }) },
})

/** What openapi.json says of one import. */
export const runOperations = {
  mine: {
    tag,
    summary: 'The imports that you began, the newest first',
    answer: jsonContent(
      objectSchema({
        imports: {
          type: 'array',
          items: objectSchema({
            id: textSchema,
            entity: textSchema,
            file_name: textSchema,
            mode,
            status: textSchema,
            created_at: textSchema,
            rows: whole,
            total: whole,
          }),
        },
      }),
    ),
  },
  state: {
    tag,
    summary: 'How far an import is, what its file says, and how it ended',
    answer: jsonContent(state),
    refusals: [403, 404],
  },
  progress: {
    tag,
    summary: 'How far an import is; answers at once, also while the database is busy with it',
    answer: jsonContent(objectSchema({ status: textSchema, done: whole, total: { type: ['integer', 'null'] } })),
    refusals: [403, 404],
  },
  start: {
    tag,
    summary: 'Begin an import whose file is kept; it goes on by itself',
    body: jsonContent(objectSchema({ mode, mapping, delete_missing: flag }, ['mode', 'mapping', 'delete_missing'])),
    answer: jsonContent(objectSchema({ id: textSchema })),
    status: 202,
    refusals: [400, 403, 404, 409],
  },
  cancel: { tag, summary: 'Call an import off; nothing of it is written', refusals: [403, 404, 409] },
  rows: {
    tag,
    summary: 'The rows of an import by what becomes of them, as far as they are kept',
    query: {
      kind: {
        schema: { type: 'string', enum: ['new', 'changed', 'unchanged', 'deleted', 'error'] },
        description: 'What becomes of them',
        required: true,
      },
      offset: { schema: { ...whole, default: 0 }, description: 'Rows left out before' },
      max: { schema: { ...whole, default: 50, maximum: 200 }, description: 'Rows of the page' },
    },
    answer: jsonContent(objectSchema({ rows: { type: 'array', items: row }, errors: rowErrors, kept: whole })),
    refusals: [400, 403, 404],
  },
  errors: {
    tag,
    summary: 'The first thousand errors of an import',
    answer: jsonContent(objectSchema({ errors: rowErrors, has_rejected: hasRejected })),
    refusals: [403, 404],
  },
  rejected: {
    tag,
    summary: 'The rows that were not taken, with a column that says why',
    answer: { 'text/csv': textSchema },
    refusals: [403, 404],
  },
} satisfies Readonly<Record<string, Operation>>
