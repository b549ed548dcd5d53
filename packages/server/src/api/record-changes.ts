import { termOf } from '@courtcrier/contract/dictionary.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { newId } from '../base/db/ids.ts'
import { jsonRows } from '../base/db/json-rows.ts'
import { dictionaryOf } from '../firm/dictionary.ts'
import { describeChanges, titleOf } from './audit.ts'

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

const byNames = { 'an import': 'import', 'an undo': 'undo' } as const
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
    record_title: titleOf(resource, row),
  }))
  await sql`insert into system_events
      (firm_id, id, level, type, sentence, user_id, entity, entity_id, details, record_title, facts)
    select ${writer.firmId}::integer, v.id, 'AUDIT', v.type, v.sentence, ${writer.userId ?? null}::uuid, ${resource.name},
      v.entity_id, v.details, v.record_title, ${JSON.stringify({ by: byNames[by] })}::text::jsonb
    from jsonb_to_recordset(${jsonRows(lines)}::text::jsonb)
      as v(id uuid, type text, sentence text, entity_id text, details text, record_title text)`.execute(trx)
  // Which lines they are is no use to anybody: an import writes thousands at once.
  await announce(trx, { firmId: writer.firmId, entity: systemEvent.name, ids: [] })
}

function detailsOf(
  resource: Resource,
  { type, row, before, values }: Partial<ChangedRow> & { row: AnyRow },
): string | undefined {
  if (type === 'object delete') return JSON.stringify(rowToJson(resource, row))
  return before && values ? describeChanges(resource, before, values) : undefined
}
