import { setImmediate } from 'node:timers/promises'
import type { Role } from '@courtcrier/contract/access.ts'
import type { Dictionary } from '@courtcrier/contract/dictionary.ts'
import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import type { SearchQuery } from '@courtcrier/contract/query.ts'
import { type AnyRow, fieldAccess, findField, type Resource, redact } from '@courtcrier/contract/resource.ts'
import { isUuid } from '@courtcrier/contract/uuid.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { behaviourOf } from '../behaviour.ts'
import { dictionaryOf } from '../dictionary.ts'
import { computedColumns, orderBy, whereOf } from '../search.ts'
import { findNames } from '../titles.ts'
import type { SearchScope } from '../viewer.ts'
import { headerOf } from './columns.ts'
import { makeResolver, type Resolver, referenceTexts, targetOf } from './resolve-references.ts'
import { csvWriter, type TableColumn, type TableWriter } from './table-writer.ts'

export interface ExportRequest {
  resource: Resource
  scope: SearchScope
  query: Pick<SearchQuery, 'filters' | 'freeText' | 'sort'>
  /** The fields, in order. */
  keys: readonly string[]
  /** Only these rows of the search, or all but these. */
  only?: readonly string[]
  except?: readonly string[]
}

export interface ExportOptions {
  /** Defaults to CSV. */
  writer?: TableWriter
  signal?: AbortSignal
  /** Receives how many rows are written, of how many. */
  onRows?: (done: number, total: number) => void
}

/** The default fields of an export: all the role may see, except secrets. */
export function exportableKeys(resource: Resource, role: Role): string[] {
  const keys = ['id', ...Object.keys(resource.fields), 'createdAt', 'updatedAt']
  return keys.filter(
    (key) => findField(resource, key)?.kind !== 'secret' && fieldAccess(resource, key, role) !== 'DENY',
  )
}

/**
 * Passes on the pieces of an export's file as they are read, in one snapshot. A reader may refuse the number of rows by
 * throwing before the first.
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
      // The embedded database answers within this turn of the event loop: progress requests need a turn of their own.
      await setImmediate()
    }
    await write(writer.tail())
  })
}

/** The number of rows an export would have. */
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
  const where = whereOf('t', resource, { query, scope })
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
    select t.*${computedColumns('t', resource, scope)} from ${firmRows(resource)} t where ${conditionOf(request)}
    order by ${orderBy('t', resource, { query })}`.execute(trx)
  for (;;) {
    const { rows } = await sql<DatabaseRecord>`fetch ${sql.lit(pageSize)} from export_rows`.execute(trx)
    if (rows.length > 0) yield rows.map((record) => rowOf(resource, record))
    if (rows.length < pageSize) return
  }
}

/** The part of the rows the role may see, with names in place of IDs. */
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

/** Replaces an ID with the short name or the title if an import would find the same record by it. */
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
    const { titles, full } = await findNames(trx, target, { scope, ids })
    const texts = [...Object.values(titles), ...Object.values(full)].map((title) => title.trim())
    const found = await resolver.resolve(trx, target, new Set(texts))
    const isFound = (id: string, title: string) => {
      const resolution = found.get(title)
      return title !== '' && typeof resolution === 'object' && resolution.id === id
    }
    const nameOf = (id: string) =>
      [titles[id], full[id]].map((title) => title?.trim() ?? '').find((title) => isFound(id, title)) ?? id
    for (const row of named) {
      if (isEmptyValue(row[key])) continue
      row[key] = field.kind === 'referenceList' ? referenceTexts(row, key).map(nameOf) : nameOf(String(row[key]))
    }
  }
  return named
}
