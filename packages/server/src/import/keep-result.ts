import { snakeCase } from '@courtcrier/contract/names.ts'
import { importRun } from '@courtcrier/contract/resources/import-run.ts'
import { sql } from 'kysely'
import { recordEvent } from '../api/audit.ts'
import { announce } from '../db/changes.ts'
import type { Trx } from '../db/database.ts'
import { jsonRows } from '../db/json-rows.ts'
import type { ImportPlan } from './import-batch.ts'
import type { ImportResult } from './import-result.ts'
import type { RowError } from './row-error.ts'

/** Keeps the result of an import and tells the firm's log of it. */
export async function keepResult(
  trx: Trx,
  result: ImportResult,
  { plan, fileName }: { plan: ImportPlan; fileName: string },
): Promise<void> {
  const { firmId, userId } = plan.writer
  const { counts } = result
  await sql`insert into import_runs (firm_id, id, entity, file_name, mode, status, reason, row_count, new_count,
      changed_count, unchanged_count, deleted_count, error_count, user_id)
    values (${firmId}::integer, ${result.id}::uuid, ${plan.resource.name}, ${fileName.slice(-255)}, ${result.mode},
      ${result.status}, ${result.reason ?? null}, ${counts.rows}::integer, ${counts.new}::integer,
      ${counts.changed}::integer, ${counts.unchanged}::integer, ${counts.deleted}::integer, ${counts.error}::integer,
      ${userId ?? null}::uuid)`.execute(trx)
  await sql`insert into import_findings (firm_id, id, fields, errors, rejected_file)
    values (${firmId}::integer, ${result.id}::uuid, ${plan.columns.map(({ key }) => snakeCase(key))}::text[],
      ${jsonRows(result.errors)}::text::jsonb, ${result.rejectedFile ?? null})`.execute(trx)
  await announce(trx, { firmId, entity: importRun.name, ids: [result.id] })
  if (result.mode === 'commit') await recordEvent(trx, eventOf(result, plan))
}

const events = {
  checked: { level: 'INFO', type: 'import success' },
  committed: { level: 'AUDIT', type: 'import success' },
  committed_with_warnings: { level: 'WARNING', type: 'import warning' },
  stopped: { level: 'ERROR', type: 'import error' },
} as const

function eventOf({ id, status, counts, reason }: ImportResult, { resource, writer }: ImportPlan) {
  const parts = `${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged, ${counts.deleted} deleted, ${counts.error} with errors`
  return {
    firmId: writer.firmId,
    ...events[status],
    sentence: `An import of ${resource.label[1].toLowerCase()}: ${parts}.${reason ? ` ${reason}` : ''}`,
    ...(writer.userId === undefined ? {} : { userId: writer.userId }),
    entity: importRun.name,
    entityId: id,
  }
}

export interface Findings {
  /** snake_case names of the fields that the file had. */
  fields: readonly string[]
  errors: readonly RowError[]
  rejectedFile: string | null
}

/** What was wrong with the rows of an import; undefined when there is none of this id. */
export async function findFindings(
  trx: Trx,
  { firmId, id }: { firmId: number; id: string },
): Promise<Findings | undefined> {
  const { rows } = await sql<Findings>`
    select fields, errors, rejected_file as "rejectedFile" from import_findings
    where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
  return rows[0]
}
