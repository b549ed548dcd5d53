import { termOf } from '@courtcrier/contract/dictionary.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { jsonRows } from '../db/json-rows.ts'
import { dictionaryOf } from '../firm/dictionary.ts'
import { describeChanges } from './audit.ts'

/** A row that an import or an undo made, changed or deleted. */
export interface ChangedRow {
  type: 'object create' | 'object update' | 'object delete'
  row: AnyRow
  before?: AnyRow
  values?: AnyRow
}

/** Who changed rows, and by what. */
export interface Recorder {
  resource: Resource
  writer: { firmId: number; userId?: string }
  by: 'an import' | 'an undo'
}

const done = { 'object create': 'created', 'object update': 'changed', 'object delete': 'deleted' } as const

/** Tells the firm's log of what became of each row, in one statement. */
export async function recordChanges(
  trx: Trx,
  { resource, writer, by }: Recorder,
  rows: readonly ChangedRow[],
): Promise<void> {
  if (rows.length === 0) return
  const word = termOf(resource, 'one', await dictionaryOf(trx, writer.firmId))
  const lines = rows.map(({ type, row, before, values }) => ({
    id: newId(),
    type,
    sentence: `${word} "${row[resource.title] ?? row.id}" was ${done[type]} by ${by}.`.slice(0, 2000),
    entity_id: String(row.id),
    details: detailsOf(resource, { type, row, before, values }) ?? null,
  }))
  await sql`insert into system_events (firm_id, id, level, type, sentence, user_id, entity, entity_id, details)
    select ${writer.firmId}::integer, v.id, 'AUDIT', v.type, v.sentence, ${writer.userId ?? null}::uuid, ${resource.name},
      v.entity_id, v.details
    from jsonb_to_recordset(${jsonRows(lines)}::text::jsonb)
      as v(id uuid, type text, sentence text, entity_id text, details text)`.execute(trx)
}

function detailsOf(
  resource: Resource,
  { type, row, before, values }: Partial<ChangedRow> & { row: AnyRow },
): string | undefined {
  if (type === 'object delete') return JSON.stringify(rowToJson(resource, row))
  return before && values ? describeChanges(resource, before, values) : undefined
}
