import { setImmediate } from 'node:timers/promises'
import type { Role } from '@courtcrier/contract/access.ts'
import type { Dictionary } from '@courtcrier/contract/dictionary.ts'
import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { isUuid } from '@courtcrier/contract/fields/reference.ts'
import type { SearchQuery } from '@courtcrier/contract/query.ts'
import { type AnyRow, fieldAccess, findField, type Resource, redact } from '@courtcrier/contract/resource.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '../base/db/database.ts'
import { firmRows } from '../base/db/firm-rows.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { dictionaryOf } from '../firm/dictionary.ts'
import { behaviourOf } from '../resources/registry.ts'
import { computedColumns, orderBy, whereOf } from '../resources/search.ts'
import { findTitles } from '../resources/titles.ts'
import type { SearchScope } from '../resources/viewer.ts'
import { headerOf } from './columns.ts'
import { makeResolver, type Resolver, referenceTexts, targetOf } from './resolve-references.ts'
import { csvWriter, type TableColumn, type TableWriter } from './table-writer.ts'
import { unprepared } from './unprepared.ts'

export interface ExportRequest {
  resource: Resource
  scope: SearchScope
  query: Pick<SearchQuery, 'filters' | 'freeText' | 'sort'>
  /** The fields, in order. */
  keys: readonly string[]
  /** Only these of what the search finds, or all but these. */
  only?: readonly string[]
  except?: readonly string[]
}

export interface ExportOptions {
  /** Comma-separated text when absent. */
  writer?: TableWriter
  signal?: AbortSignal
  /** Told how many rows are written, of how many. */
  onRows?: (done: number, total: number) => void
}

/** The fields that an export has when nobody says which: all that the role may see. Secrets are in none. */
export function exportableKeys(resource: Resource, role: Role): string[] {
  const keys = ['id', ...Object.keys(resource.fields), 'createdAt', 'updatedAt']
  return keys.filter(
    (key) => findField(resource, key)?.kind !== 'secret' && fieldAccess(resource, key, role) !== 'DENY',
  )
}

/**
 * Hands the pieces of an export's file over as they are read: one snapshot, whatever is changed meanwhile. A reader
 * may refuse the number of rows by throwing before the first of them.
 */
export async function exportRows(
  database: Database,
  request: ExportRequest,
  write: (piece: Uint8Array) => Promise<void>,
  { writer = csvWriter, signal, onRows }: ExportOptions = {},
): Promise<void> {
  const resolver = makeResolver(request.scope)
  await withFirm(database, request.scope.firmId, async (trx) => {
    const total = onRows ? await countExport(trx, request) : 0
    onRows?.(0, total)
    const columns = columnsOf(request, await dictionaryOf(trx, request.scope.firmId))
    await write(writer.head(columns))
    let done = 0
    for await (const rows of readPages(trx, request)) {
      signal?.throwIfAborted()
      await write(writer.rows(columns, await presentRows(trx, request, { rows, resolver })))
      done += rows.length
      onRows?.(done, Math.max(done, total))
      // The embedded database answers without leaving this turn: whoever asks how far it is must have theirs.
      await setImmediate()
    }
    await write(writer.tail())
  })
}

/** How many rows an export would have. */
export async function countExport(trx: Trx, request: ExportRequest): Promise<number> {
  const { resource, query, scope } = request
  const { source } = behaviourOf(resource)
  if (source) return source.search({ ...query, max: 0, offset: 0 }, scope.role).total
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${firmRows(resource)} t where ${conditionOf(request)}`.execute(trx)
  return rows[0]?.n ?? 0
}

function columnsOf({ resource, keys }: ExportRequest, dictionary: Dictionary): TableColumn[] {
  return keys.flatMap((key) => {
    const field = findField(resource, key)
    return field ? [{ key, field, header: headerOf(resource, key, dictionary) }] : []
  })
}

function conditionOf({ resource, scope, query, only, except }: ExportRequest): RawBuilder<unknown> {
  const where = whereOf(resource, { query, scope })
  const named = only ? sql` and t.id = any(${only.filter(isUuid)}::uuid[])` : sql``
  const left = except?.length ? sql` and not t.id = any(${except.filter(isUuid)}::uuid[])` : sql``
  return sql`${where}${named}${left}`
}

const pageSize = 1000

async function* readPages(trx: Trx, request: ExportRequest): AsyncGenerator<AnyRow[]> {
  const { resource, query, scope, only, except } = request
  const { source } = behaviourOf(resource)
  if (source) {
    const isWanted = (id: string) => (only ? only.includes(id) : !except?.includes(id))
    yield source
      .search({ ...query, max: 1_000_000, offset: 0 }, scope.role)
      .rows.filter(({ id }) => isWanted(String(id)))
    return
  }
  await sql`declare export_rows no scroll cursor for
    select t.*${computedColumns(resource)} from ${firmRows(resource)} t where ${conditionOf(request)}
    order by ${orderBy(resource, query)} ${unprepared()}`.execute(trx)
  for (;;) {
    const { rows } = await sql<DatabaseRecord>`fetch ${sql.lit(pageSize)} from export_rows ${unprepared()}`.execute(trx)
    if (rows.length > 0) yield rows.map((record) => rowOf(resource, record))
    if (rows.length < pageSize) return
  }
}

/** What of the rows the role may see, with names where ids lead to other records. */
async function presentRows(
  trx: Trx,
  request: ExportRequest,
  { rows, resolver }: { rows: readonly AnyRow[]; resolver: Resolver },
): Promise<readonly AnyRow[]> {
  const { resource } = request
  const { role } = request.scope
  const visible = rows.map((row) => redact(resource, behaviourOf(resource).present?.row(row, role) ?? row, role))
  return nameReferences(trx, request, { rows: visible, resolver })
}

/** Puts the title in place of an id wherever an import would find the same record by it. */
async function nameReferences(
  trx: Trx,
  { resource, scope, keys }: ExportRequest,
  { rows, resolver }: { rows: readonly AnyRow[]; resolver: Resolver },
): Promise<AnyRow[]> {
  const named = rows.map((row) => ({ ...row }))
  for (const key of keys) {
    const field = findField(resource, key)
    const target = field && key !== 'id' ? targetOf(field) : undefined
    if (!field || !target || fieldAccess(target, target.title, scope.role) === 'DENY') continue
    const ids = [...new Set(rows.flatMap((row) => referenceTexts(row, key)))]
    if (ids.length === 0) continue
    const titles = await findTitles(trx, target, { scope, ids })
    const found = await resolver.resolve(trx, target, new Set(Object.values(titles).map((title) => title.trim())))
    const nameOf = (id: string) => {
      const title = titles[id]?.trim() ?? ''
      const resolution = found.get(title)
      return title !== '' && typeof resolution === 'object' && resolution.id === id ? title : id
    }
    for (const row of named) {
      if (isEmptyValue(row[key])) continue
      row[key] = field.kind === 'referenceList' ? referenceTexts(row, key).map(nameOf) : nameOf(String(row[key]))
    }
  }
  return named
}
