import { importRun } from '@courtcrier/contract/resources/import-run.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { jsonRows } from '../../base/db/json-rows.ts'
import type { Mapping } from './columns.ts'
import type { ImportMode } from './import-result.ts'
import type { InspectedFile } from './inspect-file.ts'

/**
 * An import's progress: `uploaded` and not started, `waiting` for its turn, `running`, ended with an `ImportStatus`,
 * `canceled`, or `failed` for a reason other than the file.
 */
export type RunStatus =
  | 'uploaded'
  | 'waiting'
  | 'running'
  | 'checked'
  | 'committed'
  | 'committed_with_warnings'
  | 'stopped'
  | 'canceled'
  | 'failed'

/** An import that runs in the background, with its file. */
export interface ImportRunRow {
  id: string
  entity: string
  fileName: string
  mode: ImportMode
  status: RunStatus
  reason: string | null
  /** Absent when a program imports. */
  userId: string | null
  createdAt: Date
  /** The transactions whose changes it may show. */
  seen: string
  rowCount: number
  newCount: number
  changedCount: number
  unchangedCount: number
  deletedCount: number
  errorCount: number
  /** The file's name in the blob store; null for an import that ran at once. */
  file: string | null
  header: readonly string[]
  samples: readonly (readonly string[])[]
  total: number
  mapping: Mapping
  deletesMissing: boolean
  attempts: number
  begun: number
  hasRejected: boolean
  /** Until when it can be undone, under its own ID; null if it can't. */
  undoUntil: Date | null
}

interface Key {
  firmId: number
  id: string
}

export async function findImportRun(trx: Trx, { firmId, id }: Key): Promise<ImportRunRow | undefined> {
  const { rows } = await sql<ImportRunRow>`
    select r.id, r.entity, r.file_name as "fileName", r.mode, r.status, r.reason, r.user_id as "userId",
      r.created_at as "createdAt", r.seen::text, r.row_count as "rowCount", r.new_count as "newCount",
      r.changed_count as "changedCount", r.unchanged_count as "unchangedCount", r.deleted_count as "deletedCount",
      r.error_count as "errorCount", j.file, coalesce(j.header, '{}') as header, coalesce(j.samples, '[]') as samples,
      coalesce(j.total, r.row_count) as total, coalesce(j.mapping, '{}') as mapping,
      coalesce(j.deletes_missing, false) as "deletesMissing", coalesce(j.attempts, 0) as attempts, coalesce(j.begun, 0) as begun,
      f.rejected_file is not null as "hasRejected",
      (select expires_at from undos u where u.firm_id = r.firm_id and u.id = r.id and u.undone_at is null
        and u.expires_at > now()) as "undoUntil"
    from import_runs r
    left join import_jobs j on j.firm_id = r.firm_id and j.id = r.id
    left join import_findings f on f.firm_id = r.firm_id and f.id = r.id
    where r.firm_id = ${firmId}::integer and r.id = ${id}::uuid`.execute(trx)
  return rows[0]
}

/** An import, as lists show it. */
export type ImportRunLine = Pick<
  ImportRunRow,
  'id' | 'entity' | 'fileName' | 'mode' | 'status' | 'createdAt' | 'rowCount' | 'total'
>

/** A person's imports, newest first. */
export async function listOwnRuns(
  trx: Trx,
  { firmId, userId }: { firmId: number; userId: string },
): Promise<readonly ImportRunLine[]> {
  const { rows } = await sql<ImportRunLine>`
    select r.id, r.entity, r.file_name as "fileName", r.mode, r.status, r.created_at as "createdAt",
      r.row_count as "rowCount", coalesce(j.total, r.row_count) as total
    from import_runs r left join import_jobs j on j.firm_id = r.firm_id and j.id = r.id
    where r.firm_id = ${firmId}::integer and r.user_id = ${userId}::uuid
    order by r.created_at desc, r.id desc limit 100`.execute(trx)
  return rows
}

interface NewRun {
  firmId: number
  userId: string | undefined
  entity: string
  fileName: string
  /** In the blob store. */
  file: string
  inspected: InspectedFile
}

/** Records an uploaded file; what to do with it is decided later. */
export async function addImportRun(trx: Trx, { firmId, userId, entity, fileName, file, inspected }: NewRun) {
  const id = newId()
  await sql`insert into import_runs (firm_id, id, entity, file_name, mode, status, user_id)
    values (${firmId}::integer, ${id}::uuid, ${entity}, ${fileName.slice(-255)}, 'dry_run', 'uploaded',
      ${userId ?? null}::uuid)`.execute(trx)
  await sql`insert into import_jobs (firm_id, id, file, header, samples, total)
    values (${firmId}::integer, ${id}::uuid, ${file}, ${[...inspected.header]}::text[],
      ${jsonRows(inspected.samples)}::text::jsonb, ${inspected.total}::integer)`.execute(trx)
  await announceRun(trx, { firmId, id })
  return id
}

interface Start extends Key {
  userId: string | undefined
  mode: ImportMode
  mapping: Mapping
  deletesMissing: boolean
}

/** Queues an import. Returns false if it is already running or done. */
export async function startRun(trx: Trx, start: Start): Promise<boolean> {
  const { firmId, id, userId, mode, mapping, deletesMissing } = start
  const { rows } = await sql`
    update import_runs set mode = ${mode}, status = 'waiting', reason = null, updated_at = now(), row_count = 0,
      new_count = 0, changed_count = 0, unchanged_count = 0, deleted_count = 0, error_count = 0,
      user_id = ${userId ?? null}::uuid
    where firm_id = ${firmId}::integer and id = ${id}::uuid
      and status in ('uploaded', 'checked', 'stopped', 'canceled', 'failed')
    returning id`.execute(trx)
  if (rows.length === 0) return false
  await sql`update import_jobs set mapping = ${JSON.stringify(mapping)}::text::jsonb,
      deletes_missing = ${deletesMissing}, attempts = 0, is_canceled = false
    where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
  await announceRun(trx, { firmId, id })
  return true
}

/** Cancels one that hasn't ended. Returns whether there was anything to cancel. */
export async function cancelRun(trx: Trx, { firmId, id }: Key): Promise<boolean> {
  const { rows } = await sql`
    update import_runs set updated_at = now(), status = case status when 'waiting' then 'canceled' else status end
    where firm_id = ${firmId}::integer and id = ${id}::uuid and status in ('waiting', 'running')
    returning id`.execute(trx)
  await sql`update import_jobs set is_canceled = true
    where firm_id = ${firmId}::integer and id = ${id}::uuid`.execute(trx)
  await announceRun(trx, { firmId, id })
  return rows.length > 0
}

/** One attempt at an import. */
export interface ImportAttempt extends Key {
  mode: ImportMode
  /** Its number among all that were ever begun: attempts are counted from one when a person starts the import again. */
  begun: number
}

/** Records how many rows are done; returns why to end it, if it is. */
export async function noteRows(
  trx: Trx,
  attempt: ImportAttempt,
  done: number,
): Promise<'canceled' | 'begun again' | undefined> {
  const { rows } = await sql<{ isCanceled: boolean }>`
    update import_runs r set row_count = ${done}::integer, updated_at = now() from import_jobs j
    where ${isUnderWay(attempt)} returning j.is_canceled as "isCanceled"`.execute(trx)
  if (!rows[0]) return 'begun again'
  return rows[0].isCanceled ? 'canceled' : undefined
}

/**
 * Whether this attempt is the one under way; what another process has made of the import while this one stood still
 * stays. `isLocking`: no other begins before the end of the transaction.
 */
export async function isAttemptUnderWay(
  trx: Trx,
  attempt: ImportAttempt,
  { isLocking = false } = {},
): Promise<boolean> {
  const { rows } = await sql`select from import_runs r, import_jobs j where ${isUnderWay(attempt)}
    ${isLocking ? sql`for update of r` : sql``}`.execute(trx)
  return rows.length > 0
}

function isUnderWay({ firmId, id, mode, begun }: ImportAttempt) {
  return sql<boolean>`r.firm_id = ${firmId}::integer and r.id = ${id}::uuid and r.status = 'running' and r.mode = ${mode}
    and j.firm_id = r.firm_id and j.id = r.id and j.begun = ${begun}::integer`
}

/** Ends one that has no result, or has it wait for another attempt. Returns false if this one isn't under way. */
export async function endRun(
  trx: Trx,
  attempt: ImportAttempt,
  { status, reason }: { status: RunStatus; reason?: string },
): Promise<boolean> {
  const { firmId, id } = attempt
  const { rows } = await sql`
    update import_runs r set status = ${status}, reason = ${reason ?? null}, updated_at = now() from import_jobs j
    where ${isUnderWay(attempt)} returning r.id`.execute(trx)
  if (rows.length > 0) await announceRun(trx, { firmId, id })
  return rows.length > 0
}

export function runChange({ firmId, id }: Key) {
  return { firmId, entity: importRun.name, ids: [id] }
}

async function announceRun(trx: Trx, key: Key): Promise<void> {
  await announce(trx, runChange(key))
}
