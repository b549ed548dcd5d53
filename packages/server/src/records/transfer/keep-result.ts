import { termInSentence } from '@courtcrier/contract/dictionary.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { importRun } from '@courtcrier/contract/resources/import-run.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import { recordEvent } from '../audit.ts'
import { dictionaryOf } from '../dictionary.ts'
import { noteHappening } from '../happenings/happenings.ts'
import type { ImportPlan } from './import-batch.ts'
import type { ImportResult } from './import-result.ts'
import type { RowError } from './row-error.ts'
import { keepShown, type ShownRows } from './shown-rows.ts'

/** Saves an import's result and writes its event. */
export async function keepResult(
  trx: Trx,
  result: ImportResult,
  { plan, fileName, shown }: { plan: ImportPlan; fileName: string; shown: ShownRows['rows'] },
): Promise<void> {
  const { firmId, userId } = plan.writer
  const { counts } = result
  await sql`insert into import_runs (firm_id, id, entity, file_name, mode, status, reason, row_count, new_count,
      changed_count, unchanged_count, deleted_count, error_count, user_id)
    values (${firmId}::integer, ${result.id}::uuid, ${plan.resource.name}, ${fileName.slice(-255)}, ${result.mode},
      ${result.status}, ${result.reason ?? null}, ${counts.rows}::integer, ${counts.new}::integer,
      ${counts.changed}::integer, ${counts.unchanged}::integer, ${counts.deleted}::integer, ${counts.error}::integer,
      ${userId ?? null}::uuid)
    on conflict (firm_id, id) do update set mode = excluded.mode, status = excluded.status, reason = excluded.reason,
      row_count = excluded.row_count, new_count = excluded.new_count, changed_count = excluded.changed_count,
      unchanged_count = excluded.unchanged_count, deleted_count = excluded.deleted_count,
      error_count = excluded.error_count, updated_at = now()`.execute(trx)
  await sql`insert into import_findings (firm_id, id, fields, errors, rejected_file)
    values (${firmId}::integer, ${result.id}::uuid, ${plan.columns.map(({ key }) => snakeCase(key))}::text[],
      ${jsonRows(result.errors)}::text::jsonb, ${result.rejectedFile ?? null})
    on conflict (firm_id, id) do update set fields = excluded.fields, errors = excluded.errors,
      rejected_file = excluded.rejected_file`.execute(trx)
  await keepShown(trx, { firmId, id: result.id }, shown)
  await announce(trx, { firmId, entity: importRun.name, ids: [result.id] })
  if (result.mode !== 'commit') return
  noteHappening(trx, firmId, { event: 'import.finished', ids: [result.id] })
  const records = termInSentence(plan.resource, 'many', await dictionaryOf(trx, firmId))
  await recordEvent(trx, eventOf(result, { plan, records }))
}

const events = {
  checked: { level: 'INFO', type: 'import success' },
  committed: { level: 'AUDIT', type: 'import success' },
  committed_with_warnings: { level: 'WARNING', type: 'import warning' },
  stopped: { level: 'ERROR', type: 'import error' },
} as const

function eventOf(
  { id, status, counts, reason }: ImportResult,
  { plan: { writer }, records }: { plan: ImportPlan; records: string },
) {
  const parts = `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.deleted} deleted, ${counts.error} with errors`
  return {
    firmId: writer.firmId,
    ...events[status],
    sentence: `An import of ${records}: ${parts}.${reason ? ` ${reason}` : ''}`,
    ...(writer.userId === undefined ? {} : { userId: writer.userId }),
    entity: importRun.name,
    entityId: id,
  }
}

export interface Findings {
  /** snake_case names of the fields in the file. */
  fields: readonly string[]
  errors: readonly RowError[]
  rejectedFile: string | null
}

/** The row errors of an import; undefined if none has this ID. */
export async function findFindings(
  trx: Trx,
  { firmId, id }: { firmId: number; id: string },
): Promise<Findings | undefined> {
  const { rows } = await sql<Findings>`
    select fields, errors, rejected_file as "rejectedFile" from import_findings
    where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
  return rows[0]
}
