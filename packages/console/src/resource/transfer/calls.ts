import {
  cancelImport as cancelImportCall,
  type ImportedRows,
  type ImportLine,
  type ImportState,
  listImportedRows,
  listImports as listImportsCall,
  type RowKind,
  readImport,
  readImportProgress,
  readImportTemplate,
  readRejectedRows,
  startImport as startImportCall,
  uploadImport as uploadImportCall,
} from '@courtcrier/contract/calls/imports.ts'
import {
  beginExport as beginExportCall,
  type ExportFormat,
  type ExportRun,
  readExportFile,
} from '@courtcrier/contract/calls/transfer.ts'
import { camelCase, snakeCase } from '@courtcrier/contract/names.ts'
import { formatSearchQuery, type SearchQuery } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { formatSelection, type RowSelection } from '@courtcrier/contract/selection.ts'
import { ask, askBytes } from '../../session/ask.ts'
import { saveFile } from '../../ui/save-file.ts'

export type Mapping = Readonly<Record<string, string | null>>

interface WantedExport {
  fileName: string
  format: ExportFormat
  columns: readonly string[] | undefined
  query: Pick<SearchQuery, 'freeText' | 'sort' | 'filters'>
  /** Exports only these rows. */
  selection?: RowSelection
}

export function beginExport(resource: Resource, wanted: WantedExport): Promise<ExportRun> {
  const { fileName, format, columns, query, selection } = wanted
  const { freeText, sort, filters } = formatSearchQuery(query)
  // A selection by search has its own words and filters.
  const search = selection && !('ids' in selection) ? {} : { freeText, filters: JSON.parse(filters ?? '[]') }
  return ask(beginExportCall(resource), {
    body: {
      ...{ file_name: fileName, format, columns: columns?.map(snakeCase), sort },
      ...search,
      ...(selection ? { selection: formatSelection(selection) } : {}),
    },
  })
}

export async function downloadExport({ id, file_name: name }: ExportRun): Promise<void> {
  saveFile(name, { type: 'application/octet-stream', content: await askBytes(readExportFile, { id }) })
}

/** Uploads a file and returns the ID of its import. */
export async function uploadImport(resource: Resource, file: File): Promise<string> {
  const sent = { file: { type: 'text/csv', content: file }, isPatient: true }
  return (await ask(uploadImportCall(resource), { query: { file_name: file.name } }, sent)).id
}

export const importState = (id: string, signal?: AbortSignal) => ask(readImport, { id }, { signal })
export const importProgress = (id: string, signal?: AbortSignal) => ask(readImportProgress, { id }, { signal })
export const importRows = (id: string, kind: RowKind, offset: number): Promise<ImportedRows> =>
  ask(listImportedRows, { id, query: { kind, offset: String(offset), max: String(rowPage) } })

export async function listImports(signal?: AbortSignal): Promise<readonly ImportLine[]> {
  return (await ask(listImportsCall, {}, { signal })).imports
}

export const cancelImport = (id: string) => ask(cancelImportCall, { id })

export const rowPage = 100

interface StartOptions {
  mode: 'dry_run' | 'commit'
  mapping: Mapping
  deletesMissing: boolean
}

export async function startImport(id: string, { mode, mapping, deletesMissing }: StartOptions): Promise<void> {
  await ask(startImportCall, { id, body: { mode, mapping, delete_missing: deletesMissing } })
}

export async function downloadRejected({ id, file_name: name }: ImportState): Promise<void> {
  const content = await askBytes(readRejectedRows, { id })
  saveFile(`${name.replace(/\.[^.]*$/, '')}-rejected.csv`, { type: 'text/csv', content })
}

export async function downloadTemplate(resource: Resource): Promise<void> {
  const content = await askBytes(readImportTemplate(resource), {})
  saveFile(`${resource.name}.csv`, { type: 'text/csv', content })
}

/** Returns the key of a field the server names in snake_case. */
export const fieldKey = camelCase
