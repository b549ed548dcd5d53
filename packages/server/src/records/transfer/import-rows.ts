import { setImmediate } from 'node:timers/promises'
import { tableOf } from '@courtcrier/contract/resource.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { behaviourOf } from '../behaviour.ts'
import type { Column } from './columns.ts'
import type { CsvRow } from './csv-parser.ts'
import { deleteMissing } from './delete-missing.ts'
import { type ImportPlan, prepareRows } from './import-batch.ts'
import { importRefusal } from './import-refusal.ts'
import type { ImportRequest } from './import-request.ts'
import type { ImportMode, ImportResult, ImportStatus } from './import-result.ts'
import { isAttemptUnderWay } from './import-run-row.ts'
import type { OpenedFile } from './read-file.ts'
import type { RejectedRows } from './rejected-rows.ts'
import { addSeen, startSeen } from './seen-rows.ts'
import type { ShownRows } from './shown-rows.ts'
import { makeTally, type Tally } from './tally.ts'
import { CalledOff } from './watched.ts'
import { writeBatch } from './write-batch.ts'

/** An import, however often it runs through its file. */
export interface ImportRun {
  opened: OpenedFile
  request: ImportRequest
  columns: readonly Column[]
  fileName: string
}

/** What one run through the file collects. */
export interface Collected {
  rejected: RejectedRows
  shown: ShownRows
}

/** Writes the rows of a file, and deletes the missing records if requested. Returns what became of them. */
export async function importFileRows(
  trx: Trx,
  plan: ImportPlan,
  run: ImportRun & Collected,
): Promise<Omit<ImportResult, 'id'>> {
  const { opened, request, rejected } = run
  await takeTurn(trx, request)
  await demandOwn(trx, request)
  await startSeen(trx)
  const limits = await loadLimits(trx, request)
  const tally = makeTally(rejected)
  for await (const rows of rowBatches(opened.rows(), batchSizeOf(plan))) {
    request.watch?.signal.throwIfAborted()
    await importBatch(trx, plan, { run, rows, tally })
    request.watch?.onRows(tally.counts.rows)
    // The embedded database answers within this turn of the event loop: progress requests need a turn of their own.
    await setImmediate()
  }
  const reason = await finish(trx, plan, { run, tally, limits })
  const rejectedFile = await rejected.finish()
  request.watch?.signal.throwIfAborted()
  await refuseLessRights(trx, request)
  return {
    mode: request.mode,
    status: statusOf(request.mode, { reason, errors: tally.counts.error }),
    counts: tally.counts,
    errors: tally.errors.toSorted((a, b) => a.row - b.row),
    ...(reason === undefined ? {} : { reason }),
    ...(rejectedFile === undefined ? {} : { rejectedFile }),
  }
}

/**
 * It took long, and everything of it can still be rolled back. What decides rights may have been changed by its own rows,
 * as when administrators take their own role away.
 */
async function refuseLessRights(trx: Trx, request: ImportRequest): Promise<void> {
  if (decidesRights.has(request.resource.name)) return
  const refusal = await importRefusal(trx, request)
  if (refusal) throw refusal
}

const decidesRights: ReadonlySet<string> = new Set([user.name, userSecurityRole.name, timekeeper.name])

/** The firm's limits on imports. */
interface Limits {
  mostDeletions: number | undefined
  /** Up to this many errors are warnings. */
  warnings: number
}

async function loadLimits(trx: Trx, { firmId, resource }: ImportRequest): Promise<Limits> {
  const { rows } = await sql<{ deletions: number | null; warnings: number | null }>`
    select max_case_deletions_on_import as deletions, import_warning_threshold as warnings
    from firms where id = ${firmId}::integer`.execute(trx)
  const deletions = resource.name === 'case' ? (rows[0]?.deletions ?? undefined) : undefined
  return { mostDeletions: deletions, warnings: rows[0]?.warnings ?? 0 }
}

/** Writes some rows of the file. */
async function importBatch(
  trx: Trx,
  plan: ImportPlan,
  { run, rows, tally }: { run: Collected; rows: readonly CsvRow[]; tally: Tally },
): Promise<void> {
  const { ready, refused } = await prepareRows(trx, plan, rows)
  const written = await writeBatch(trx, plan, ready)
  await addSeen(
    trx,
    ready.map(({ id }) => id),
  )
  await tally.refuse([...refused, ...written.refused])
  for (const kind of ['new', 'changed', 'unchanged'] as const) {
    tally.count({ [kind]: written[kind].length })
    await run.shown.add(trx, kind, written[kind])
  }
  tally.count({ rows: rows.length })
}

/**
 * Two concurrent imports could each find a record missing that the other creates. This lock blocks nothing else but
 * ANALYZE, which would see none of this transaction's rows and tell the planner the table is empty: every lookup would
 * read all of it from then on.
 */
async function takeTurn(trx: Trx, { resource }: ImportRequest): Promise<void> {
  await sql`lock table ${sql.table(tableOf(resource))} in share update exclusive mode`.execute(trx)
}

/**
 * Throws `CalledOff` if another process has begun the import again, or has even ended it, while this one stood still or
 * waited for its turn: what has been imported once isn't imported again.
 */
export async function demandOwn(
  trx: Trx,
  { attempt }: Pick<ImportRequest, 'attempt'>,
  { isLocking = false } = {},
): Promise<void> {
  if (attempt && !(await isAttemptUnderWay(trx, attempt, { isLocking }))) throw new CalledOff('begun again')
}

/** Deletes missing records if requested, and returns why the run must stop, if it must. */
async function finish(
  trx: Trx,
  plan: ImportPlan,
  { run, tally, limits }: { run: ImportRun & Collected; tally: Tally; limits: Limits },
): Promise<string | undefined> {
  const { counts } = tally
  const { deletesMissing = false, watch } = run.request
  if (deletesMissing && counts.error > 0) {
    return "Some rows couldn't be read, so it isn't known which records are missing from the file. Nothing was imported."
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
  const most = limits.warnings === 1 ? '1 is' : `${limits.warnings} are`
  const allowed = limits.warnings > 0 ? `, and at most ${most} allowed (firm information)` : ''
  return `${counts.error} ${counts.error === 1 ? 'row has' : 'rows have'} errors${allowed}. Nothing was imported.`
}

function statusOf(mode: ImportMode, { reason, errors }: { reason: string | undefined; errors: number }): ImportStatus {
  if (reason !== undefined) return 'stopped'
  if (mode === 'dry_run') return 'checked'
  return errors > 0 ? 'committed_with_warnings' : 'committed'
}

/**
 * A row may name a record of the same kind that an earlier row creates, and a rule's queries may depend on the previous
 * row's result; such rows go one by one.
 */
function batchSizeOf({ resource, columns }: ImportPlan): number {
  if (behaviourOf(resource).beforeSave) return 1
  return columns.some(({ key, field }) => key !== 'id' && field.resource === resource.name) ? 1 : 500
}

async function* rowBatches(rows: AsyncIterable<CsvRow>, size: number): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
