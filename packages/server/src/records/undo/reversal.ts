import { directsElsewhere } from '@courtcrier/contract/directs.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { describeProblem } from '@courtcrier/contract/messages.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { type AnyRow, type Resource, secretsSet, tableOf } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { refusalSentence } from '../attempt.ts'
import { behaviourOf } from '../behaviour.ts'
import { restoreDirectors } from '../directors/keep-directors.ts'
import type { RowChange } from '../write/change.ts'
import { type Former, loadFormer, type NotedRow, notedRows, type TakingBack } from './noted-rows.ts'

/** The change that undoes a journal row; without one the row stays, because nothing is known about it anymore. */
export interface Reversal {
  noted: NotedRow
  change?: RowChange
  /** The row as recorded, which identifies it to people. */
  former?: AnyRow
}

/** How each of these rows is undone. All of them were recorded for the same action. */
export async function reverse(trx: Trx, taking: TakingBack, noted: readonly NotedRow[]): Promise<Reversal[]> {
  if (noted[0]?.action === 'create') return noted.map((entry) => ({ noted: entry, change: removalOf(entry) }))
  const former = await loadFormer(trx, taking, noted)
  return noted.map((entry) => {
    const found = former.get(entry.id)
    if (!found) return { noted: entry }
    const change = entry.action === 'delete' ? restorationOf(taking, entry, found) : updateOf(taking, entry, found)
    return { noted: entry, change, former: found.row }
  })
}

function removalOf({ id, version }: NotedRow): RowChange {
  return { kind: 'delete', id, expected: expectedOf(version) }
}

function updateOf(
  { resource, undoId, caller: { firmId } }: TakingBack,
  { id, step, columns, version }: NotedRow,
  { row, json }: Former,
): RowChange {
  const input = pickColumns(resource, row, columns)
  const alongside = directsElsewhere(resource)
    ? (trx: Trx) => restoreDirectors(trx, { firmId, undoId, entity: resource.name, id, step })
    : undefined
  const stored = { columns, json, ...(alongside && { alongside }) }
  return { kind: 'update', id, input, expected: expectedOf(version), stored }
}

function expectedOf(version: Date | null): readonly string[] | undefined {
  return version ? [version.toISOString()] : undefined
}

/** The values of the fields in these columns; of secrets, only which were set. */
function pickColumns(resource: Resource, row: AnyRow, columns: readonly string[]): AnyRow {
  const picked = Object.entries(resource.fields).filter(
    ([key, field]) => !field.isComputed && columns.includes(field.within ?? snakeCase(key)),
  )
  const values: AnyRow = Object.fromEntries(picked.map(([key]) => [key, row[key]]))
  if (!picked.some(([, field]) => field.kind === 'secret')) return values
  return Object.assign(values, { [secretsSet]: (row as { [secretsSet]?: readonly string[] })[secretsSet] })
}

function restorationOf(taking: TakingBack, noted: NotedRow, { row, json }: Former): RowChange {
  const { id: _, createdAt: __, updatedAt: ___, ...input } = row
  const alongside = (trx: Trx) => restoreDependents(trx, taking, noted)
  return { kind: 'create', id: noted.id, input, stored: { columns: noted.columns, json, alongside } }
}

async function restoreDependents(trx: Trx, taking: TakingBack, { step, id }: NotedRow): Promise<void> {
  const { resource, caller, undoId } = taking
  for (const { table, column, comesBack } of behaviourOf(resource).dependents ?? []) {
    if (comesBack === 'never') continue
    const noted = sql`r.firm_id = ${caller.firmId}::integer and r.undo_id = ${undoId}::uuid
      and r.step = ${step}::integer and r.table_name = ${table} and r.owner_id = ${id}::text`
    if (comesBack === 'row') {
      await sql`
        insert into ${sql.table(table)}
        select v.* from undo_rows r cross join lateral jsonb_populate_record(null::${sql.table(table)}, r.before) v
        where ${noted} and r.action = 'part'`.execute(trx)
    } else {
      // A row that refers to something else by now stays that way.
      await sql`
        update ${sql.table(table)} t set ${sql.ref(column)} = r.owner_id::uuid from undo_rows r
        where ${noted} and r.action = 'link' and t.firm_id = r.firm_id and t.id = r.row_id::uuid
          and ${sql.ref(`t.${column}`)} is null`.execute(trx)
    }
  }
}

/**
 * Keeps an earlier change undoable: its rows are again as it left them, but with a new `updated_at`, which its journal
 * has to follow.
 */
export async function followVersions(trx: Trx, taking: TakingBack, noted: readonly NotedRow[]): Promise<void> {
  if (noted[0]?.action === 'create') return
  const { resource, caller } = taking
  const table = tableOf(resource)
  await sql`
    update undo_rows e set version = v.updated_at
    from (
      select r.row_id, r.former_version, t.updated_at from ${notedRows(taking, noted)}
      join ${sql.table(table)} t on t.firm_id = ${caller.firmId}::integer and t.id = w.id
    ) v
    where e.firm_id = ${caller.firmId}::integer and e.table_name = ${table} and e.row_id = v.row_id
      and e.version = v.former_version`.execute(trx)
}

const changedSince = 'Someone has changed this record since.'
export const gone = new ApiError('not_found').message

/** A refusal as a sentence, worded for someone who didn't just enter the values. */
export function undoRefusal(resource: Resource, refusal: ApiError): string {
  if (refusal.code === 'changed_meanwhile') return changedSince
  return refusalSentence(resource, refusal, (code) =>
    code === 'not_reference' ? 'The record it referred to no longer exists.' : describeProblem(code),
  )
}
