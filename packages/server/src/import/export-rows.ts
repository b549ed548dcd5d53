import type { Role } from '@courtcrier/contract/access.ts'
import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import type { SearchQuery } from '@courtcrier/contract/query.ts'
import { type AnyRow, fieldAccess, findField, type Resource, redact } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Database, Trx } from '../db/database.ts'
import { firmRows } from '../db/firm-rows.ts'
import { withFirm } from '../db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../db/rows.ts'
import { behaviourOf } from '../resources/registry.ts'
import { computedColumns, orderBy, type SearchScope, whereOf } from '../resources/search.ts'
import { findTitles } from '../resources/titles.ts'
import { csvLine, neutralise } from './cells.ts'
import { headerOf } from './columns.ts'
import { makeResolver, type Resolver, referenceTexts, targetOf } from './resolve-references.ts'
import { unprepared } from './unprepared.ts'

export interface ExportRequest {
  resource: Resource
  scope: SearchScope
  query: Pick<SearchQuery, 'filters' | 'freeText' | 'sort'>
  /** The fields, in order. */
  keys: readonly string[]
}

/** The fields that an export has when nobody says which: all that the role may see. Secrets are in none. */
export function exportableKeys(resource: Resource, role: Role): string[] {
  const keys = ['id', ...Object.keys(resource.fields), 'createdAt', 'updatedAt']
  return keys.filter(
    (key) => findField(resource, key)?.kind !== 'secret' && fieldAccess(resource, key, role) !== 'DENY',
  )
}

/** Hands the lines of an export over, header first, as they are read: one snapshot, whatever is changed meanwhile. */
export async function exportRows(
  database: Database,
  request: ExportRequest,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const { resource, keys } = request
  // The mark tells Excel that it is UTF-8.
  await write(`\ufeff${csvLine(keys.map((key) => neutralise(headerOf(resource, key))))}`)
  const resolver = makeResolver(request.scope)
  await withFirm(database, request.scope.firmId, async (trx) => {
    for await (const rows of readPages(trx, request)) await write(await linesOf(trx, request, { rows, resolver }))
  })
}

const pageSize = 1000

async function* readPages(trx: Trx, { resource, scope, query }: ExportRequest): AsyncGenerator<AnyRow[]> {
  const { source } = behaviourOf(resource)
  if (source) {
    yield [...source.search({ ...query, max: 1_000_000, offset: 0 }, scope.role).rows]
    return
  }
  const where = whereOf(resource, { query, scope })
  await sql`declare export_rows no scroll cursor for
    select t.*${computedColumns(resource)} from ${firmRows(resource)} t where ${where}
    order by ${orderBy(resource, query)} ${unprepared()}`.execute(trx)
  for (;;) {
    const { rows } = await sql<DatabaseRecord>`fetch ${sql.lit(pageSize)} from export_rows ${unprepared()}`.execute(trx)
    if (rows.length > 0) yield rows.map((record) => rowOf(resource, record))
    if (rows.length < pageSize) return
  }
}

async function linesOf(
  trx: Trx,
  request: ExportRequest,
  { rows, resolver }: { rows: readonly AnyRow[]; resolver: Resolver },
): Promise<string> {
  const { resource, keys, scope } = request
  const { role } = scope
  const visible = rows.map((row) => redact(resource, behaviourOf(resource).present?.row(row, role) ?? row, role))
  const named = await nameReferences(trx, request, { rows: visible, resolver })
  return named
    .map((row) =>
      csvLine(
        keys.map((key) => {
          const field = findField(resource, key)
          return field && !isEmptyValue(row[key]) ? neutralise(kindOf(field).toCsv(row[key])) : ''
        }),
      ),
    )
    .join('')
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
