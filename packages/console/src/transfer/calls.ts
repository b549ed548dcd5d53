import { camelCase, snakeCase } from '@courtcrier/contract/names.ts'
import { formatSearchQuery, type SearchQuery } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { formatSelection, type RowOutcome, type RowSelection } from '@courtcrier/contract/selection.ts'
import { apiBytes, apiGet, apiSend } from '../session/api.ts'
import { request } from '../session/request.ts'
import { saveFile } from '../ui/save-file.ts'

export const exportFormats = ['xlsx', 'csv', 'txt'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** One's own export. */
export interface ExportRun {
  id: string
  entity: string
  file_name: string
  status: 'waiting' | 'running' | 'done' | 'failed' | 'canceled'
  reason: string | null
  done: number
  total: number | null
  size: number | null
  created_at: string
  expires_at: string | null
}

/** Kinds of rows of an import. */
export const rowKinds = ['new', 'changed', 'unchanged', 'deleted', 'error'] as const
export type RowKind = (typeof rowKinds)[number]

export type Mapping = Readonly<Record<string, string | null>>

export interface ImportState {
  id: string
  entity: string
  file_name: string
  mode: 'dry_run' | 'commit'
  status:
    | 'uploaded'
    | 'waiting'
    | 'running'
    | 'checked'
    | 'committed'
    | 'committed_with_warnings'
    | 'stopped'
    | 'canceled'
    | 'failed'
  reason: string | null
  is_own: boolean
  created_at: string
  counts: Record<RowKind | 'rows', number>
  total: number
  kept_rows: number
  has_rejected: boolean
  can_start: boolean
  header: readonly string[]
  samples: readonly (readonly string[])[]
  mapping: Mapping
  is_remembered: boolean
  fields: readonly string[]
  keys: readonly (readonly string[])[]
  delete_missing: boolean
  /** How it is taken back, as long as it can be. */
  undo: { id: string; until: string } | null
}

export interface Progress {
  status: string
  done: number
  total: number | null
}

export interface ShownRow {
  row: number
  id: string
  title: string | null
  changes: readonly { field: string; before: string; after: string }[]
}

export interface ShownError {
  row: number
  column: string
  found: string
  expected: string
  fix: string
}

export interface RowPage {
  rows: readonly ShownRow[]
  errors: readonly ShownError[]
  /** So many of the kind are kept. */
  kept: number
}

interface WantedExport {
  filename: string
  format: ExportFormat
  columns: readonly string[] | undefined
  query: Pick<SearchQuery, 'freeText' | 'sort' | 'filters'>
  /** Only these rows. */
  selection?: RowSelection
}

export function beginExport(resource: Resource, wanted: WantedExport): Promise<ExportRun> {
  const { filename, format, columns, query, selection } = wanted
  const { freeText, sort, filters } = formatSearchQuery(query)
  // A selection by a search brings its own words and filters.
  const search = selection && !('ids' in selection) ? {} : { freeText, filters: JSON.parse(filters ?? '[]') }
  return apiSend('POST', `/api/v1/${resource.name}/export`, {
    ...{ filename, format, columns: columns?.map(snakeCase), sort },
    ...search,
    ...(selection ? { selection: formatSelection(selection) } : {}),
  })
}

export async function listExports(signal?: AbortSignal): Promise<readonly ExportRun[]> {
  return (await apiGet<{ exports: ExportRun[] }>('/api/v1/export_run', { signal })).exports
}

export const cancelExport = (id: string) => apiSend<void>('POST', `/api/v1/export_run/${id}/cancel`)
export const removeExport = (id: string) => apiSend<void>('DELETE', `/api/v1/export_run/${id}`)
export const exportOf = (id: string, signal?: AbortSignal) => apiGet<ExportRun>(`/api/v1/export_run/${id}`, { signal })
export const exportProgress = (id: string, signal?: AbortSignal) =>
  apiGet<Progress>(`/api/v1/export_run/${id}/progress`, { signal })

export async function downloadExport({ id, file_name: name }: ExportRun): Promise<void> {
  saveFile(name, { type: 'application/octet-stream', content: await apiBytes(`/api/v1/export_run/${id}/file`) })
}

/** Sends a file and gives the id of the import that it is for. */
export async function uploadImport(resource: Resource, file: File): Promise<string> {
  const path = `/api/v1/${resource.name}/import/upload?file_name=${encodeURIComponent(file.name)}`
  const body = { type: 'text/csv', content: file }
  const response = await request({ method: 'POST', path, accept: 'application/json', body, isPatient: true })
  return ((await response.json()) as { id: string }).id
}

export const importState = (id: string, signal?: AbortSignal) =>
  apiGet<ImportState>(`/api/v1/import_run/${id}/state`, { signal })
export const importProgress = (id: string, signal?: AbortSignal) =>
  apiGet<Progress>(`/api/v1/import_run/${id}/progress`, { signal })
export const importRows = (id: string, kind: RowKind, offset: number) =>
  apiGet<RowPage>(`/api/v1/import_run/${id}/rows?kind=${kind}&offset=${offset}&max=${rowPage}`)
/** An import that one began, as a list has it. */
export type ImportLine = Pick<
  ImportState,
  'id' | 'entity' | 'file_name' | 'mode' | 'status' | 'created_at' | 'total'
> & {
  rows: number
}

export async function listImports(signal?: AbortSignal): Promise<readonly ImportLine[]> {
  return (await apiGet<{ imports: ImportLine[] }>('/api/v1/import_run/mine', { signal })).imports
}

export const cancelImport = (id: string) => apiSend<void>('POST', `/api/v1/import_run/${id}/cancel`)

export const rowPage = 100

interface StartOptions {
  mode: 'dry_run' | 'commit'
  mapping: Mapping
  deletesMissing: boolean
}

export function startImport(id: string, { mode, mapping, deletesMissing }: StartOptions): Promise<void> {
  return apiSend('POST', `/api/v1/import_run/${id}/start`, { mode, mapping, delete_missing: deletesMissing })
}

export async function downloadRejected({ id, file_name: name }: ImportState): Promise<void> {
  const content = await apiBytes(`/api/v1/import_run/${id}/rejected`)
  saveFile(`${name.replace(/\.[^.]*$/, '')}-rejected.csv`, { type: 'text/csv', content })
}

export async function downloadTemplate(resource: Resource): Promise<void> {
  const content = await apiBytes(`/api/v1/${resource.name}/import/template`)
  saveFile(`${resource.name}.csv`, { type: 'text/csv', content })
}

/** Takes an import back; what somebody changed since stays, and is told. */
export function undoImport(undoId: string): Promise<{ done: number; outcomes: readonly RowOutcome[] }> {
  return apiSend('POST', `/api/v1/undo/${undoId}`)
}

/** Key of a field that the server names in snake_case. */
export const fieldKey = camelCase
