import * as z from 'zod/mini'
import { inSentence } from '../names.ts'
import type { Resource } from '../resource.ts'
import { asSpelled, defineCall, described, type Fixed } from './call.ts'
import { givenName } from './given-name.ts'

export const exportFormats = ['csv', 'xlsx', 'txt'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** What is said of an export that failed (specification, section 8). */
export const exportFailed = 'Table export failed, try again later'

const tag = 'Exports'
const count = z.int().check(z.minimum(0))
const maybeCount = z.nullable(count)

const run = z.object({
  id: z.string(),
  entity: z.string(),
  file_name: z.string(),
  format: z.enum(exportFormats),
  status: z.enum(['waiting', 'running', 'done', 'failed', 'canceled']),
  reason: described(z.nullable(z.string()), 'Why there is no file'),
  done: described(count, 'Rows written'),
  total: described(maybeCount, 'Total rows'),
  size: described(maybeCount, 'Size in bytes'),
  created_at: z.iso.datetime(),
  expires_at: described(z.nullable(z.iso.datetime()), 'When the file is deleted'),
})
/** One of a user's exports. */
export type ExportRun = Fixed<z.output<typeof run>>

export const listExports = defineCall({
  method: 'GET',
  path: '/export_run',
  tag,
  summary: 'Your exports, newest first',
  answer: z.object({ exports: z.array(run) }),
})

export const readExport = defineCall({
  method: 'GET',
  path: '/export_run/:id',
  tag,
  summary: 'One of your exports',
  answer: run,
  refusals: [404],
})

/** The progress of an import or export. */
export const transferProgress = z.object({ status: z.string(), done: count, total: maybeCount })
export type TransferProgress = Fixed<z.output<typeof transferProgress>>

export const readExportProgress = defineCall({
  method: 'GET',
  path: '/export_run/:id/progress',
  tag,
  summary: 'The progress of one of your exports; responds immediately, even while the database is busy with it',
  answer: transferProgress,
  refusals: [404],
})

export const cancelExport = defineCall({
  method: 'POST',
  path: '/export_run/:id/cancel',
  tag,
  summary: 'Cancel an export',
  refusals: [404, 409],
})

export const removeExport = defineCall({
  method: 'DELETE',
  path: '/export_run/:id',
  tag,
  summary: 'Delete an export that has ended, and its file',
  refusals: [404],
})

export const readExportFile = defineCall({
  method: 'GET',
  path: '/export_run/:id/file',
  tag,
  summary: "An export's file, available for one day as long as your role can see its contents",
  answer: {
    mediaType: ['text/csv', 'text/plain', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  },
  refusals: [403, 404],
})

const asForSearch = 'Same as for search'

export const beginExport = (resource: Resource) =>
  defineCall({
    method: 'POST',
    path: `/${resource.name}/export`,
    tag: resource.label[1],
    summary: `Start an export of ${inSentence(resource.label[1])}; /export_run/{id} has its progress`,
    body: asSpelled(
      z.strictObject({
        file_name: described(givenName(200, 'filename_required'), 'The name a browser saves the file under'),
        format: z._default(z.enum(exportFormats), 'csv'),
        columns: z.optional(
          described(
            z.array(z.string('not_list')).check(z.minLength(1, 'required_items')),
            'Fields; all the role can see if absent',
          ),
        ),
        freeText: z.optional(described(z.string(), asForSearch)),
        sort: z.optional(described(z.string(), asForSearch)),
        filters: z.optional(described(z.union([z.string(), z.array(z.unknown())], 'not_text'), asForSearch)),
        selection: z.optional(
          described(z.record(z.string(), z.unknown()), 'Only these rows: {ids}, or {filters, freeText, except, count}'),
        ),
      }),
    ),
    answer: run,
    status: 202,
    refusals: [400, 403, 409],
  })

export const exportRows = (resource: Resource) =>
  defineCall({
    method: 'GET',
    path: `/${resource.name}/export`,
    tag: resource.label[1],
    summary: `Export the ${inSentence(resource.label[1])} that a search finds as comma-separated text`,
    query: asSpelled(
      z.looseObject({
        file_name: described(givenName(200, 'filename_required'), 'The name a browser saves the file under'),
        format: z.optional(
          described(z.enum(['csv', 'txt']), 'File extension, csv if absent; both are comma-separated'),
        ),
        columns: z.optional(described(z.string(), 'Comma-separated fields; all the role can see if absent')),
        freeText: z.optional(described(z.string(), asForSearch)),
        sort: z.optional(described(z.string(), asForSearch)),
        filters: z.optional(described(z.string(), asForSearch)),
      }),
    ),
    answer: { mediaType: ['text/csv', 'text/plain'] },
    refusals: [400, 403],
  })
