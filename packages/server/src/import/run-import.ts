import { setImmediate } from 'node:timers/promises'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { announce } from '../base/db/changes.ts'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import type { Services } from '../base/services.ts'
import { dictionaryOf } from '../firm/dictionary.ts'
import { behaviourOf } from '../resources/registry.ts'
import type { Writer } from '../resources/store.ts'
import { closeJournal, openJournal } from '../undo/journal.ts'
import { noteHappening } from '../webhooks/happenings.ts'
import { findColumns } from './columns.ts'
import type { CsvRow } from './csv-parser.ts'
import { deleteMissing } from './delete-missing.ts'
import { type ImportPlan, prepareRows, type ReadyRow } from './import-batch.ts'
import { type Limits, loadLimits } from './import-limits.ts'
import type { ImportRequest } from './import-request.ts'
import type { ImportMode, ImportResult, ImportStatus } from './import-result.ts'
import { keepResult } from './keep-result.ts'
import { type ImportFile, type OpenedFile, openImportFile } from './read-file.ts'
import { collectRejected, type RejectedRows } from './rejected-rows.ts'
import { renewStatistics } from './renew-statistics.ts'
import { makeResolver } from './resolve-references.ts'
import { addSeen, startSeen } from './seen-rows.ts'
import { collectShown, type ShownRows } from './shown-rows.ts'
import { makeTally, type Tally } from './tally.ts'
import { writeBatch } from './write-batch.ts'

export type ImportServices = Pick<Services, 'database' | 'secrets' | 'blobs'>

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
  const { firmId, role, mapping = {} } = request
  const dictionary = await withFirm(services.database, firmId, (trx) => dictionaryOf(trx, firmId))
  const columns = findColumns(request.resource, opened.header, { mapping, role, dictionary })
  const plan: ImportPlan = {
    resource: request.resource,
    writer: writerOf(services, request),
    header: opened.header,
    columns,
    resolver: makeResolver(writerOf(services, request)),
  }
  const rejected = collectRejected(services.blobs, opened.header)
  const shown = collectShown(request.resource, plan.writer)
  try {
    return await runInTransaction(services, plan, { opened, request, rejected, shown, fileName: file.name })
  } catch (error) {
    await rejected.abandon()
    throw error
  }
}

function writerOf({ secrets }: ImportServices, request: ImportRequest): Writer {
  const { id, resource, firmId, role, userId, timekeeperId, mode } = request
  const undo =
    mode === 'commit'
      ? openJournal(resource, { firmId, kind: 'import', ...(id === undefined ? {} : { id }) })
      : undefined
  return { firmId, role, box: secrets, userId, timekeeperId, ...(undo ? { undo } : {}) }
}

interface Run {
  opened: OpenedFile
  request: ImportRequest
  rejected: RejectedRows
  shown: ShownRows
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
  const { request } = run
  const { firmId } = request
  const keep = (trx: Trx, result: ImportResult) =>
    keepResult(trx, result, { plan, fileName: run.fileName, shown: run.shown.rows })
  try {
    const committed = await withFirm(services.database, firmId, async (trx) => {
      const result = await importRows(trx, plan, run)
      if (!result.status.startsWith('committed')) throw new TakenBack(result)
      const undoId = await closeJournal(trx, plan.writer.undo, request.userId)
      await keep(trx, result)
      return { ...result, ...(undoId === undefined ? {} : { undoId }) }
    })
    await renewStatistics(services.database, plan.resource, committed.counts)
    return committed
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
    await withFirm(services.database, firmId, (trx) => keep(trx, error.result))
    return error.result
  }
}

/** As many as one announcement names. */
const mostAnnounced = 150

async function importRows(trx: Trx, plan: ImportPlan, run: Run): Promise<ImportResult> {
  const { opened, request, rejected } = run
  await takeTurn(trx, request)
  await refuseWriter(trx, plan)
  await startSeen(trx)
  const limits = await loadLimits(trx, request)
  const tally = makeTally(rejected)
  const touched: string[] = []
  for await (const rows of inBatches(opened.rows(), batchSizeOf(plan))) {
    request.watch?.signal.throwIfAborted()
    const written = await importBatch(trx, plan, { run, rows, tally })
    touched.push(...written.map(({ id }) => id).slice(0, mostAnnounced - touched.length))
    request.watch?.onRows(tally.counts.rows)
    // The embedded database answers without leaving this turn: whoever asks how far it is must have theirs.
    await setImmediate()
  }
  const reason = await finish(trx, plan, { run, tally, limits })
  await announce(trx, { firmId: request.firmId, entity: plan.resource.name, ids: touched })
  const rejectedFile = await rejected.finish()
  request.watch?.signal.throwIfAborted()
  return {
    // An import and its undo have the same id.
    id: request.id ?? plan.writer.undo?.id ?? newId(),
    mode: request.mode,
    status: statusOf(request.mode, { reason, errors: tally.counts.error }),
    counts: tally.counts,
    errors: tally.errors.toSorted((a, b) => a.row - b.row),
    ...(reason === undefined ? {} : { reason }),
    ...(rejectedFile === undefined ? {} : { rejectedFile }),
  }
}

/** Writes some rows of the file, and gives those that made or changed a record. */
async function importBatch(
  trx: Trx,
  plan: ImportPlan,
  { run, rows, tally }: { run: Run; rows: readonly CsvRow[]; tally: Tally },
): Promise<ReadyRow[]> {
  const { ready, refused } = await prepareRows(trx, plan, rows)
  const changing = ready.filter(({ current, values }) => !current || Object.keys(values).length > 0)
  const willChange = new Set(changing)
  const failed = await writeBatch(trx, plan, changing)
  const isFailed = new Set(failed.map(({ row }) => row))
  await addSeen(
    trx,
    ready.map(({ id }) => id),
  )
  await tally.refuse([...refused, ...failed])
  const written = changing.filter(({ row }) => !isFailed.has(row))
  const kinds = {
    new: written.filter(({ current }) => !current),
    changed: written.filter(({ current }) => current),
    unchanged: ready.filter((row) => !willChange.has(row)),
  }
  const { happenings } = behaviourOf(plan.resource)
  noteHappening(trx, plan.writer.firmId, { event: happenings?.created, ids: idsOf(kinds.new) })
  noteHappening(trx, plan.writer.firmId, { event: happenings?.updated, ids: idsOf(kinds.changed) })
  for (const kind of ['new', 'changed', 'unchanged'] as const) {
    tally.count({ [kind]: kinds[kind].length })
    await run.shown.add(trx, kind, kinds[kind])
  }
  tally.count({ rows: rows.length })
  return written
}

function idsOf(rows: readonly ReadyRow[]): string[] {
  return rows.map(({ id }) => id)
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

/** Deletes what is to be deleted, and gives the reason why the run must stop, if there is one. */
async function finish(
  trx: Trx,
  plan: ImportPlan,
  { run, tally, limits }: { run: Run; tally: Tally; limits: Limits },
): Promise<string | undefined> {
  const { counts } = tally
  const { deletesMissing = false, watch } = run.request
  if (deletesMissing && counts.error > 0) {
    return 'Some rows could not be read, so nobody can tell which records are missing from the file. Nothing was imported.'
  }
  if (deletesMissing) {
    const reason = await deleteMissing(trx, plan, {
      most: limits.mostDeletions,
      demandGoOn: () => watch?.signal.throwIfAborted(),
      onDeleted: (row) => {
        tally.count({ deleted: 1 })
        run.shown.addDeleted(row)
      },
      onKept: tally.fail,
    })
    if (reason !== undefined) return reason
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
