import { rowFromJson, rowToJson } from '@courtcrier/contract/json.ts'
import { formatSearchQuery, type SearchQuery } from '@courtcrier/contract/query.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { secretsHeader, withSecrets } from '@courtcrier/contract/secrets.ts'
import { formatSelection, type RowOutcome, type RowSelection } from '@courtcrier/contract/selection.ts'
import type { SimilarRecord } from '@courtcrier/contract/similar.ts'
import { decodeRow, decodeRows, encodeRow } from '@courtcrier/contract/wire.ts'
import { type Progress, readWithProgress } from './read-progress.ts'
import { request } from './request.ts'

const json = 'application/json'
const protobuf = 'application/x-protobuf'

/** Returns the JSON of a response. Throws `ApiFailure`, as all calls of this file do. */
async function apiGet<T>(path: string, options: { signal?: AbortSignal } = {}): Promise<T> {
  const response = await request({ method: 'GET', path, accept: json, signal: options.signal })
  return (await response.json()) as T
}

/** Returns records that may be the one being entered, likeliest first. */
export async function findSimilar(
  resource: Resource,
  values: AnyRow,
  signal?: AbortSignal,
): Promise<readonly SimilarRecord[]> {
  const body = { type: json, content: JSON.stringify(rowToJson(resource, values)) }
  const response = await request({
    method: 'POST',
    path: `/api/v1/${resource.name}/similar`,
    accept: json,
    body,
    signal,
  })
  return ((await response.json()) as { similar: SimilarRecord[] }).similar
}

/** Sends JSON and returns the JSON of the response; undefined if it has none. */
export async function apiSend<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
  const content = body === undefined ? undefined : { type: json, content: JSON.stringify(body) }
  const response = await request({ method, path, accept: json, body: content })
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}

/** Returns the bytes of a document or a message. */
export async function apiBytes(
  path: string,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: Progress) => void } = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await request({ method: 'GET', path, accept: '*/*', signal })
  return onProgress ? readWithProgress(response, onProgress) : bytesOf(response)
}

/** The rows of a resource known by name; otherwise rows with unknown fields. */
type Known<Row> = unknown extends Row ? AnyRow : Row

export interface RowPage<Row> {
  rows: Known<Row>[]
  total: number
  isAtLeast: boolean
}

/** Returns one page of rows and the total; the server counts large totals only up to a limit. */
export async function searchRows<Row>(
  resource: Resource<Row>,
  query: Partial<SearchQuery>,
  signal?: AbortSignal,
): Promise<RowPage<Row>> {
  return readPage(resource, `/api/v1/${resource.name}/search?${new URLSearchParams(formatSearchQuery(query))}`, signal)
}

/** Returns one page of the records under a matter or a client. */
export async function filedRows<Row>(
  resource: Resource<Row>,
  { under, id }: { under: string; id: string },
  page: Pick<SearchQuery, 'max' | 'offset'>,
  signal?: AbortSignal,
): Promise<RowPage<Row>> {
  const query = new URLSearchParams(formatSearchQuery(page))
  return readPage(resource, `/api/v1/filed/${under}/${encodeURIComponent(id)}/${resource.name}?${query}`, signal)
}

async function readPage<Row>(resource: Resource<Row>, path: string, signal?: AbortSignal): Promise<RowPage<Row>> {
  const response = await request({ method: 'GET', path, accept: protobuf, signal })
  const rows = decodeRows(resource, await bytesOf(response)) as Known<Row>[]
  const total = Number(response.headers.get('x-total-count') ?? rows.length)
  return { rows, total, isAtLeast: response.headers.get('x-total-at-least') === 'true' }
}

/** Returns how many rows match, counted in full. */
export async function countRows(
  resource: Resource,
  { filters, freeText, fold }: Pick<SearchQuery, 'filters' | 'freeText' | 'fold'>,
): Promise<number> {
  const query = new URLSearchParams(formatSearchQuery({ filters, freeText, ...(fold ? { fold } : {}) }))
  return (await apiGet<{ count: number }>(`/api/v1/${resource.name}/count?${query}`)).count
}

export async function getRow<Row>(resource: Resource<Row>, id: string, signal?: AbortSignal): Promise<Known<Row>> {
  return rowOf(resource, await request({ method: 'GET', path: rowPath(resource, id), accept: protobuf, signal }))
}

/** Creates a row and returns it as the server stored it. */
export async function createRow<Row>(resource: Resource<Row>, values: AnyRow): Promise<Known<Row>> {
  return (await saveRow(resource, { values })).row
}

/** Changes only the given fields and returns the whole row. */
export async function updateRow<Row>(resource: Resource<Row>, id: string, values: AnyRow): Promise<Known<Row>> {
  return (await saveRow(resource, { id, values })).row
}

export interface RowSaving {
  /** Absent for a new row. */
  id?: string
  values: AnyRow
  /** When the row the user saw was last changed; if it has changed since, nothing is saved (`changed_meanwhile`). */
  seenAt?: string | undefined
  /** Completed even if the page is left. */
  outlivesPage?: boolean
}

/** Creates or changes a row; returns it as stored, and the ID to undo it by, if it can be undone. */
export async function saveRow<Row>(
  resource: Resource<Row>,
  { id, values, seenAt, outlivesPage }: RowSaving,
): Promise<{ row: Known<Row>; undoId: string | undefined }> {
  const response = await request({
    method: id === undefined ? 'POST' : 'PUT',
    path: id === undefined ? `/api/v1/${resource.name}` : rowPath(resource, id),
    accept: protobuf,
    body: { type: protobuf, content: encodeRow(resource, values) as Uint8Array<ArrayBuffer> },
    ...(seenAt ? { ifMatch: seenAt } : {}),
    ...(outlivesPage ? { outlivesPage } : {}),
  })
  return { row: await rowOf(resource, response), undoId: undoIdOf(response) }
}

/** Sends what a row would be once it is saved, for an action that saves nothing. Returns the JSON of the answer. */
export async function sendDraft<T>(
  resource: Resource,
  { id, values, verb }: Pick<RowSaving, 'id' | 'values'> & { verb: string },
): Promise<T> {
  const response = await request({
    method: 'POST',
    path: `${id === undefined ? `/api/v1/${resource.name}` : rowPath(resource, id)}/${verb}`,
    accept: json,
    body: { type: protobuf, content: encodeRow(resource, values) as Uint8Array<ArrayBuffer> },
  })
  return (await response.json()) as T
}

/** Deletes a row; returns the ID to undo it by, if it can be undone. */
export async function deleteRow(resource: Resource, id: string): Promise<string | undefined> {
  return undoIdOf(await request({ method: 'DELETE', path: rowPath(resource, id), accept: json }))
}

/** The result of a call on several rows. */
export interface BulkResult {
  outcomes: readonly RowOutcome[]
  undoId: string | undefined
}

interface BulkOptions {
  /** Reports what would happen to each row without changing anything. */
  isRehearsal: boolean
}

export function deleteSelected(resource: Resource, selection: RowSelection, options: BulkOptions): Promise<BulkResult> {
  return changeSelected(`/api/v1/${resource.name}/bulk-delete`, formatSelection(selection), options)
}

/** Sets the same values on every selected row. */
export function updateSelected(
  resource: Resource,
  { selection, values }: { selection: RowSelection; values: AnyRow },
  options: BulkOptions,
): Promise<BulkResult> {
  const body = { ...formatSelection(selection), values: rowToJson(resource, values) }
  return changeSelected(`/api/v1/${resource.name}/bulk-update`, body, options)
}

async function changeSelected(path: string, body: AnyRow, { isRehearsal }: BulkOptions): Promise<BulkResult> {
  const sent = isRehearsal ? { ...body, rehearse: true } : body
  const answer = await apiSend<{ outcomes: RowOutcome[]; undo_id?: string }>('POST', path, sent)
  return { outcomes: answer.outcomes, undoId: answer.undo_id }
}

/** Returns common values of the selected rows, for the fields the role may write. */
export async function commonValues(resource: Resource, selection: RowSelection): Promise<AnyRow> {
  const path = `/api/v1/${resource.name}/bulk-values`
  return rowFromJson((await apiSend<{ values: AnyRow }>('POST', path, formatSelection(selection))).values)
}

/** Returns titles of an entity's records by ID; those the role may not see are absent. */
export async function titlesOf(
  entity: string,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Record<string, string>> {
  return (await namesOf(entity, ids, signal)).titles
}

/** Names of records by ID: what mentions them, and their titles if those are longer. */
interface RecordNames {
  titles: Record<string, string>
  full: Record<string, string>
}

export async function namesOf(entity: string, ids: readonly string[], signal?: AbortSignal): Promise<RecordNames> {
  if (ids.length === 0) return { titles: {}, full: {} }
  const path = `/api/v1/${entity}/titles?ids=${ids.map(encodeURIComponent).join(',')}`
  return apiGet<RecordNames>(path, { signal })
}

function undoIdOf(response: Response): string | undefined {
  return response.headers.get('x-undo-id') ?? undefined
}

async function rowOf<Row>(resource: Resource<Row>, response: Response): Promise<Known<Row>> {
  const row = decodeRow(resource, await bytesOf(response))
  return withSecrets(resource, row, response.headers.get(secretsHeader)) as Known<Row>
}

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await response.arrayBuffer())
}

/** Returns a row's path; the firm's own row isn't one of the five routes, but its path looks the same. */
function rowPath(resource: Resource, id: string): string {
  return `/api/v1/${resource.name}/${encodeURIComponent(id)}`
}
