import * as z from 'zod/mini'
import { importTypes } from '../import-types.ts'
import { inSentence } from '../names.ts'
import type { Resource } from '../resource.ts'
import { importRun } from '../resources/import-run.ts'
import { defineCall, described, type Fixed } from './call.ts'
import { transferProgress } from './transfer.ts'

/** A dry run does everything a commit does, then rolls back. */
export const importModes = ['dry_run', 'commit'] as const

/** The effect of an import on a row. */
export const rowKinds = ['new', 'changed', 'unchanged', 'deleted', 'error'] as const
export type RowKind = (typeof rowKinds)[number]

const tag = importRun.label[1]
const count = z.int().check(z.minimum(0))
const counts = z.object({ rows: count, new: count, changed: count, unchanged: count, deleted: count, error: count })
const text = z.nullable(z.string())

const rowError = z.object({
  row: described(count, "Row number as in a spreadsheet: the header is row 1; 0 for a record that isn't in the file"),
  ...{ column: z.string(), found: z.string(), expected: z.string(), fix: z.string() },
  cells: z.optional(described(count, 'How many cells the row has, if that is what is wrong with it')),
  code: z.optional(described(z.string(), 'The problem with the cell, such as too_long:120')),
})
export type ShownError = Fixed<z.output<typeof rowError>>
const errors = z.array(rowError).check(z.maxLength(1000))

const hasRejected = described(z.boolean(), 'Whether /import_run/{id}/rejected has rejected rows')

const mapping = described(
  z.record(z.string(), z.nullable(z.string('not_map'))),
  'The field each column header maps to; null skips the column',
)

const begun = z.object({ id: z.string() })
const result = z.object({
  id: z.string(),
  mode: z.enum(importModes),
  status: z.enum(['checked', 'committed', 'committed_with_warnings', 'stopped']),
  reason: described(text, 'Why nothing was imported'),
  counts,
  errors,
  has_rejected: hasRejected,
  undo_id: z.optional(described(z.string(), 'For POST /undo/{id}, within 7 days of a commit that changed something')),
})

const table = { mediaType: importTypes }
const fileName = z.optional(described(z.string(), 'Ends in .txt, .csv or .xlsx; if absent, the content type decides'))

export const importRows = (resource: Resource) =>
  defineCall({
    method: 'POST',
    path: `/${resource.name}/import`,
    tag: resource.label[1],
    summary: `Import ${inSentence(resource.label[1])} from comma-separated text or the first sheet of an Excel workbook; also accepts the firm's import token. With "prefer: respond-async", returns 202 and the import's ID, and the import runs in the background`,
    query: z.object({
      mode: z.optional(described(z.enum(importModes), 'A dry run, the default, does the same, then rolls it back')),
      delete_missing: z.optional(
        described(z.enum(['true', 'false'], 'not_boolean'), "Delete the records that aren't in the file"),
      ),
      mapping: z.optional(
        described(z.string(), 'JSON object: the field each column header maps to; null skips the column'),
      ),
      file_name: fileName,
    }),
    body: table,
    headers: { prefer: '"respond-async" runs the import in the background' },
    ...{ answer: z.union([result, begun]), later: begun },
    answerHeaders: { 'preference-applied': 'respond-async, with 202' },
    refusals: [400, 403, 413, 415],
  })

export const uploadImport = (resource: Resource) =>
  defineCall({
    method: 'POST',
    path: `/${resource.name}/import/upload`,
    tag: resource.label[1],
    summary: `Upload a file of ${inSentence(resource.label[1])} for an import that /import_run/{id}/start starts`,
    query: z.object({ file_name: fileName }),
    body: table,
    answer: begun,
    status: 201,
    refusals: [400, 403, 413, 415],
  })

export const readImportTemplate = (resource: Resource) =>
  defineCall({
    method: 'GET',
    path: `/${resource.name}/import/template`,
    tag: resource.label[1],
    summary: `Import template with the header row for ${inSentence(resource.label[1])}`,
    answer: { mediaType: 'text/csv' },
    refusals: [403],
  })

const status = z.enum([
  'uploaded',
  'waiting',
  'running',
  'checked',
  'committed',
  'committed_with_warnings',
  'stopped',
  'canceled',
  'failed',
])

const line = z.object({
  id: z.string(),
  entity: z.string(),
  file_name: z.string(),
  mode: z.enum(importModes),
  status,
  created_at: z.iso.datetime(),
  rows: count,
  total: count,
})
/** An import started by the user, as a list shows it. */
export type ImportLine = Fixed<z.output<typeof line>>

export const listImports = defineCall({
  method: 'GET',
  path: '/import_run/mine',
  tag,
  summary: 'Your imports, newest first',
  answer: z.object({ imports: z.array(line) }),
})

const state = z.object({
  id: z.string(),
  entity: z.string(),
  file_name: z.string(),
  mode: z.enum(importModes),
  status,
  reason: text,
  is_own: described(z.boolean(), 'Whether you started it'),
  created_at: z.iso.datetime(),
  counts,
  total: described(count, 'Rows in the file'),
  kept_rows: described(count, 'Maximum number of rows of each kind saved for review'),
  has_rejected: hasRejected,
  can_start: described(z.boolean(), 'Whether the file is still saved'),
  header: z.array(z.string()),
  samples: described(z.array(z.array(z.string())), 'Cells of the first rows'),
  mapping: described(mapping, 'The mapping the import was started with, or else the remembered or guessed one'),
  is_remembered: described(z.boolean(), 'Whether a file with this header was imported before'),
  fields: described(z.array(z.string()), 'Fields a column can map to'),
  keys: described(z.array(z.array(z.string())), 'Groups of fields used to match an existing record'),
  delete_missing: z.boolean(),
  undo: described(
    z.nullable(z.object({ id: z.string(), until: z.iso.datetime() })),
    'For POST /undo/{id}, as long as you can undo the import',
  ),
})
export type ImportState = Fixed<z.output<typeof state>>

export const readImport = defineCall({
  method: 'GET',
  path: '/import_run/:id/state',
  tag,
  summary: 'The progress, file contents and result of an import',
  answer: state,
  refusals: [403, 404],
})

export const readImportProgress = defineCall({
  method: 'GET',
  path: '/import_run/:id/progress',
  tag,
  summary: 'The progress of an import; responds immediately, even while the database is busy with it',
  answer: transferProgress,
  refusals: [403, 404],
})

export const startImport = defineCall({
  method: 'POST',
  path: '/import_run/:id/start',
  tag,
  summary: 'Start an import from its uploaded file; it runs in the background',
  body: z.strictObject({
    mode: z.optional(z.enum(importModes)),
    mapping: z.optional(mapping),
    delete_missing: z.optional(z.boolean()),
  }),
  answer: begun,
  status: 202,
  refusals: [400, 403, 404, 409],
})

export const cancelImport = defineCall({
  method: 'POST',
  path: '/import_run/:id/cancel',
  tag,
  summary: 'Cancel an import; nothing is written',
  refusals: [403, 404, 409],
})

/** The most rows of an import per request. */
const mostRows = 200

const shownRow = z.object({
  row: described(count, "0 for a record that isn't in the file"),
  id: z.string(),
  title: text,
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})
export type ShownRow = Fixed<z.output<typeof shownRow>>

const page = z.object({ rows: z.array(shownRow), errors, kept: described(count, 'Number of saved rows of this kind') })
export type ImportedRows = Fixed<z.output<typeof page>>

export const listImportedRows = defineCall({
  method: 'GET',
  path: '/import_run/:id/rows',
  tag,
  summary: "The saved rows of an import, by the import's effect on them",
  query: z.object({
    kind: described(z.enum(rowKinds, `not_choice:${rowKinds.join(', ')}`), "The import's effect on the rows"),
    offset: z.optional(described(z.string().check(z.regex(/^\d{1,6}$/, 'not_integer')), 'Rows to skip; 0 if absent')),
    max: z.optional(
      described(
        z.string().check(z.refine((max) => /^\d{1,3}$/.test(max) && Number(max) <= mostRows, `too_large:${mostRows}`)),
        `Rows per page, up to ${mostRows}; 50 if absent`,
      ),
    ),
  }),
  answer: page,
  refusals: [400, 403, 404],
})

export const listImportErrors = defineCall({
  method: 'GET',
  path: '/import_run/:id/errors',
  tag,
  summary: 'The first 1,000 errors of an import',
  answer: z.object({ errors, has_rejected: hasRejected }),
  refusals: [403, 404],
})

export const readRejectedRows = defineCall({
  method: 'GET',
  path: '/import_run/:id/rejected',
  tag,
  summary: 'The rejected rows of an import, with a column that says why',
  answer: { mediaType: 'text/csv' },
  refusals: [403, 404],
})
