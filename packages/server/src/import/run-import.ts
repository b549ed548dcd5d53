import type { Role } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { announce } from '../db/changes.ts'
import type { Trx } from '../db/database.ts'
import { withFirm } from '../db/firm-transaction.ts'
import { newId } from '../db/ids.ts'
import { analyzeTable } from '../db/maintenance.ts'
import { behaviourOf } from '../resources/registry.ts'
import type { Writer } from '../resources/store.ts'
import type { Services } from '../services.ts'
import { closeJournal, openJournal } from '../undo/journal.ts'
import { findColumns, type Mapping } from './columns.ts'
import type { CsvRow } from './csv-parser.ts'
import { deleteMissing } from './delete-missing.ts'
import { type ImportPlan, prepareRows, type RefusedRow } from './import-batch.ts'
import type { ImportCounts, ImportMode, ImportResult, ImportStatus } from './import-result.ts'
import { keepResult } from './keep-result.ts'
import { type ImportFile, type OpenedFile, openImportFile } from './read-file.ts'
import { collectRejected, type RejectedRows } from './rejected-rows.ts'
import { makeResolver } from './resolve-references.ts'
import type { RowError } from './row-error.ts'
import { writeBatch } from './write-batch.ts'

export type ImportServices = Pick<Services, 'database' | 'secrets' | 'blobs'>

/** What is imported, by whom and how. */
export interface ImportRequest {
  resource: Resource
  firmId: number
  role: Role
  /** Nobody when a program imports. */
  userId?: string | undefined
  mode: ImportMode
  mapping?: Mapping
  /** Whether records that are not in the file are to be deleted. */
  deletesMissing?: boolean
}

/**
 * Imports a file in one transaction; a dry run does the very same and takes it back. The result is kept either way.
 * Throws `ImportFileError` when the file cannot be used at all.
 */
export async function runImport(
  services: ImportServices,
  file: ImportFile,
  request: ImportRequest,
): Promise<ImportResult> {
  const opened = await openImportFile(file)
  const columns = findColumns(request.resource, opened.header, { mapping: request.mapping ?? {}, role: request.role })
  const plan: ImportPlan = {
    resource: request.resource,
    writer: writerOf(services, request),
    header: opened.header,
    columns,
    resolver: makeResolver(writerOf(services, request)),
    seen: new Set(),
  }
  const rejected = collectRejected(services.blobs, opened.header)
  try {
    return await runInTransaction(services, plan, { opened, request, rejected, fileName: file.name })
  } catch (error) {
    await rejected.abandon()
    throw error
  }
}

function writerOf({ secrets }: ImportServices, { resource, firmId, role, userId, mode }: ImportRequest): Writer {
  const undo = mode === 'commit' ? openJournal(resource, { firmId, kind: 'import' }) : undefined
  return { firmId, role, box: secrets, userId, ...(undo ? { undo } : {}) }
}

interface Run {
  opened: OpenedFile
  request: ImportRequest
  rejected: RejectedRows
  fileName: string
}

/** Carries a result out of the transaction that it takes back. */
class TakenBack extends Error {
  readonly result: ImportResult

  constructor(result: ImportResult) {
    super('the import is taken back')
    this.result = result
  }
}

async function runInTransaction(services: ImportServices, plan: ImportPlan, run: Run): Promise<ImportResult> {
  const { request, fileName } = run
  const kept = { plan, fileName }
  try {
    const committed = await withFirm(services.database, request.firmId, async (trx) => {
      const result = await importRows(trx, plan, run)
      if (!result.status.startsWith('committed')) throw new TakenBack(result)
      const undoId = await closeJournal(trx, plan.writer.undo, request.userId)
      await keepResult(trx, result, kept)
      return { ...result, ...(undoId === undefined ? {} : { undoId }) }
    })
    await renewStatistics(services, plan.resource, committed.counts)
    return committed
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
    await withFirm(services.database, request.firmId, (trx) => keepResult(trx, error.result, kept))
    return error.result
  }
}

/** So many rows make the table another one to the planner. */
const worthStatistics = 1000

/**
 * Autovacuum would come by in a minute, and never comes to the embedded database; until then the planner takes the table
 * for as small as it was, also a dry run ago, and reads all of it for each row that an undo removes.
 */
async function renewStatistics(
  { database }: ImportServices,
  resource: Resource,
  { new: made, changed, deleted }: ImportCounts,
): Promise<void> {
  if (made + changed + deleted >= worthStatistics) await analyzeTable(database, tableOf(resource))
}

async function importRows(trx: Trx, plan: ImportPlan, { opened, request, rejected }: Run): Promise<ImportResult> {
  await takeTurn(trx, request)
  await refuseWriter(trx, plan)
  const limits = await loadLimits(trx, request)
  const tally = makeTally(rejected)
  for await (const rows of inBatches(opened.rows(), batchSizeOf(plan))) {
    const { ready, refused } = await prepareRows(trx, plan, rows)
    const changing = ready.filter(({ current, values }) => !current || Object.keys(values).length > 0)
    const failed = await writeBatch(trx, plan, changing)
    const isWritten = new Set(failed.map(({ row }) => row))
    for (const { id, current } of ready) plan.seen.add(current ? String(current.id) : id)
    await tally.refuse([...refused, ...failed])
    const written = changing.filter(({ row }) => !isWritten.has(row))
    tally.count({
      rows: rows.length,
      new: written.filter(({ current }) => !current).length,
      changed: written.filter(({ current }) => current).length,
      unchanged: ready.length - changing.length,
    })
  }
  const reason = await finish(trx, plan, { tally, limits, deletesMissing: request.deletesMissing === true })
  await announce(trx, { firmId: request.firmId, entity: plan.resource.name, ids: [...plan.seen].slice(0, 150) })
  const rejectedFile = await rejected.finish()
  return {
    // An import and its undo have the same id.
    id: plan.writer.undo?.id ?? newId(),
    mode: request.mode,
    status: statusOf(request.mode, { reason, errors: tally.counts.error }),
    counts: tally.counts,
    errors: tally.errors.toSorted((a, b) => a.row - b.row),
    ...(reason === undefined ? {} : { reason }),
    ...(rejectedFile === undefined ? {} : { rejectedFile }),
  }
}

/**
 * Two imports at once could each find a record missing that the other makes. This lock stands in nobody else's way but
 * that of ANALYZE, which would see none of the rows of this transaction and tell the planner that the table is empty:
 * every look-up would read all of it from then on.
 */
async function takeTurn(trx: Trx, { resource }: ImportRequest): Promise<void> {
  await sql`lock table ${sql.table(tableOf(resource))} in share update exclusive mode`.execute(trx)
}

async function refuseWriter(trx: Trx, { resource, writer }: ImportPlan): Promise<void> {
  const sentence = await behaviourOf(resource).whyNotWritten?.(trx, writer)
  if (sentence) throw new ApiError('forbidden', { sentence })
}

interface Limits {
  mostDeletions: number | undefined
  /** So many errors are warnings. */
  warnings: number
}

async function loadLimits(trx: Trx, { firmId, resource }: ImportRequest): Promise<Limits> {
  const { rows } = await sql<{ deletions: number | null; warnings: number | null }>`
    select max_case_deletions_on_import as deletions, import_warning_threshold as warnings
    from firms where id = ${firmId}::integer`.execute(trx)
  const deletions = resource.name === 'case' ? (rows[0]?.deletions ?? undefined) : undefined
  return { mostDeletions: deletions, warnings: rows[0]?.warnings ?? 0 }
}

interface Tally {
  counts: ImportCounts
  errors: RowError[]
  count: (part: Partial<ImportCounts>) => void
  refuse: (refused: readonly RefusedRow[]) => Promise<void>
}

const mostErrors = 1000

function makeTally(rejected: RejectedRows): Tally {
  const counts: ImportCounts = { rows: 0, new: 0, changed: 0, unchanged: 0, deleted: 0, error: 0 }
  const errors: RowError[] = []
  const count = (part: Partial<ImportCounts>) => {
    for (const [name, n] of Object.entries(part)) counts[name as keyof ImportCounts] += n
  }
  const refuse = async (refused: readonly RefusedRow[]) => {
    count({ error: refused.length })
    for (const { row, errors: own } of refused.toSorted((a, b) => a.row.number - b.row.number)) {
      errors.push(...own.slice(0, mostErrors - errors.length))
      await rejected.add(row.cells, own)
    }
  }
  return { counts, errors, count, refuse }
}

/** Deletes what is to be deleted, and gives the reason why the run must stop, if there is one. */
async function finish(
  trx: Trx,
  plan: ImportPlan,
  { tally, limits, deletesMissing }: { tally: Tally; limits: Limits; deletesMissing: boolean },
): Promise<string | undefined> {
  const { counts, errors } = tally
  if (deletesMissing && counts.error > 0) {
    return 'Some rows could not be read, so nobody can tell which records are missing from the file. Nothing was imported.'
  }
  if (deletesMissing) {
    const deletion = await deleteMissing(trx, plan, limits.mostDeletions)
    errors.push(...deletion.errors.slice(0, mostErrors - errors.length))
    tally.count({ deleted: deletion.deleted, error: deletion.errors.length })
    if (deletion.refusal !== undefined) return deletion.refusal
  }
  if (counts.error === 0 || counts.error <= limits.warnings) return undefined
  const allowed = limits.warnings > 0 ? `, and at most ${limits.warnings} are allowed (firm information)` : ''
  return `${counts.error} ${counts.error === 1 ? 'row is' : 'rows are'} not right${allowed}. Nothing was imported.`
}

function statusOf(mode: ImportMode, { reason, errors }: { reason: string | undefined; errors: number }): ImportStatus {
  if (reason !== undefined) return 'stopped'
  if (mode === 'dry_run') return 'checked'
  return errors > 0 ? 'committed_with_warnings' : 'committed'
}

/**
 * A row may name a record of the same kind that a row before it makes, and what a rule asks of the database may depend
 * on what became of the row before; such rows go one by one.
 */
function batchSizeOf({ resource, columns }: ImportPlan): number {
  if (behaviourOf(resource).beforeSave) return 1
  return columns.some(({ key, field }) => key !== 'id' && field.resource === resource.name) ? 1 : 500
}

async function* inBatches(rows: AsyncIterable<CsvRow>, size: number): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
