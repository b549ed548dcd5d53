import type { Role } from '@courtcrier/contract/access.ts'
import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import { kindOf } from '@courtcrier/contract/fields/registry.ts'
import { camelCase, snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, fieldAccess, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import { findTitles } from '../titles.ts'
import type { SearchScope } from '../viewer.ts'
import { referenceTexts, targetOf } from './resolve-references.ts'
import type { WrittenRow } from './write-batch.ts'

/** What an import does to a record, other than refusing its row. */
export const shownKinds = ['new', 'changed', 'unchanged', 'deleted'] as const
export type ShownKind = (typeof shownKinds)[number]

/** A row as a person reviews it: the record, and what changes. */
export interface ShownRow {
  /** As a spreadsheet counts; 0 for a record that isn't in the file. */
  row: number
  id: string
  title: string | null
  changes: readonly ShownChange[]
}

interface ShownChange {
  /** snake_case. */
  field: string
  before: string
  after: string
}

/** Rows saved of each kind: memory and space don't grow with the import. */
export const mostShown = 1000

/** Collects the first rows of each kind during an import. */
export interface ShownRows {
  add: (trx: Trx, kind: ShownKind, rows: readonly WrittenRow[]) => Promise<void>
  addDeleted: (row: AnyRow) => void
  rows: Readonly<Record<ShownKind, readonly ShownRow[]>>
}

export function collectShown(resource: Resource, scope: SearchScope): ShownRows {
  const rows: Record<ShownKind, ShownRow[]> = { new: [], changed: [], unchanged: [], deleted: [] }
  return {
    rows,
    add: async (trx, kind, ready) => {
      const wanted = ready.slice(0, mostShown - rows[kind].length)
      if (wanted.length > 0) rows[kind].push(...(await describeRows(trx, resource, { scope, rows: wanted })))
    },
    addDeleted: (row) => {
      if (rows.deleted.length >= mostShown) return
      rows.deleted.push({ row: 0, id: String(row.id), title: shownTitle(resource, row, scope.role), changes: [] })
    },
  }
}

async function describeRows(
  trx: Trx,
  resource: Resource,
  { scope, rows }: { scope: SearchScope; rows: readonly WrittenRow[] },
): Promise<ShownRow[]> {
  const names = new Map<string, string>()
  for (const key of new Set(rows.flatMap(({ values }) => Object.keys(values)))) {
    const field = findField(resource, key)
    const target = field && targetOf(field)
    if (!target || fieldAccess(target, target.title, scope.role) === 'DENY') continue
    const ids = rows.flatMap(({ values, current }) =>
      [values, current ?? {}].flatMap((row) => referenceTexts(row, key)),
    )
    for (const [id, title] of Object.entries(await findTitles(trx, target, { scope, ids: [...new Set(ids)] })))
      if (title) names.set(id, title)
  }
  return rows.map(({ row, id, current, values }) => ({
    row: row.number,
    id,
    title: shownTitle(resource, { ...current, ...values }, scope.role),
    changes: Object.entries(values)
      // For a new record, only values it has are worth a line.
      .filter(([, value]) => current !== undefined || !isEmptyValue(value))
      .map(([key, value]) => ({
        field: snakeCase(key),
        before: current ? textOf(resource, key, { value: current[key], names }) : '',
        after: textOf(resource, key, { value, names }),
      })),
  }))
}

const longestText = 200

function textOf(
  resource: Resource,
  key: string,
  { value, names }: { value: unknown; names: ReadonlyMap<string, string> },
): string {
  const field = findField(resource, key)
  if (!field || isEmptyValue(value)) return ''
  // No one sees a secret, not even one in their own file.
  if (field.kind === 'secret') return '••••'
  const named = targetOf(field)
    ? referenceTexts({ [key]: value }, key)
        .map((id) => names.get(id) ?? id)
        .join('; ')
    : kindOf(field).toCsv(value)
  return named.length > longestText ? `${named.slice(0, longestText - 1).toWellFormed()}…` : named
}

function shownTitle(resource: Resource, row: AnyRow, role: Role): string | null {
  if (fieldAccess(resource, resource.title, role) === 'DENY') return null
  return isEmptyValue(row[resource.title]) ? null : String(row[resource.title]).slice(0, longestText).toWellFormed()
}

/** Returns a saved row as a role may see it: the person who imported it may have been allowed to see more. */
export function shownTo(resource: Resource, row: ShownRow, role: Role): ShownRow {
  const isHidden = (field: string) => {
    const found = findField(resource, camelCase(field))
    const target = found && targetOf(found)
    return target !== undefined && fieldAccess(target, target.title, role) === 'DENY'
  }
  return {
    ...row,
    title: fieldAccess(resource, resource.title, role) === 'DENY' ? null : row.title,
    changes: row.changes.map((change) => (isHidden(change.field) ? { ...change, before: '', after: '' } : change)),
  }
}

interface ImportKey {
  firmId: number
  id: string
}

/** Replaces the saved rows of an import. */
export async function keepShown(trx: Trx, { firmId, id }: ImportKey, shown: ShownRows['rows']): Promise<void> {
  await sql`delete from import_rows where firm_id = ${firmId}::integer and import_run_id = ${id}::uuid`.execute(trx)
  const lines = shownKinds.flatMap((kind) => shown[kind].map((row, place) => ({ ...row, kind, place })))
  await sql`insert into import_rows (firm_id, import_run_id, kind, place, row_number, record_id, title, changes)
    select ${firmId}::integer, ${id}::uuid, v.kind, v.place, v.row, v.id, v.title, v.changes
    from jsonb_to_recordset(${jsonRows(lines)}::text::jsonb)
      as v(kind text, place integer, row integer, id uuid, title text, changes jsonb)`.execute(trx)
}

/** A page of the rows of one kind. */
export async function findShown(
  trx: Trx,
  { firmId, id }: ImportKey,
  { kind, offset, max }: { kind: ShownKind; offset: number; max: number },
): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select row_number as row, record_id as id, title, changes from import_rows
    where firm_id = ${firmId}::integer and import_run_id = ${id}::uuid and kind = ${kind}
    order by place limit ${max}::integer offset ${offset}::integer`.execute(trx)
  return rows
}
