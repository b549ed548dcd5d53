import { subjectAccess } from '@courtcrier/contract/access.ts'
import { exportFailed } from '@courtcrier/contract/calls/transfer.ts'
import { termOf } from '@courtcrier/contract/dictionary.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { ClaimedJob } from '../../base/db/job.ts'
import type { Services } from '../../base/services.ts'
import { dictionaryOf } from '../dictionary.ts'
import { findActing } from '../find-acting.ts'
import { openExportFiles } from './export-file.ts'
import { type ExportOptions, type ExportRequest, exportableKeys, exportRows } from './export-rows.ts'
import { type ExportRun, type ExportStatus, exportColumns, exportHours, ownerChange, tellOwner } from './export-run.ts'
import { makeSheetWriter, mostSheetRows } from './sheet-writer.ts'
import { stillMay } from './still-may.ts'
import { csvWriter } from './table-writer.ts'
import { CalledOff, claim, mostStarts, type Progress, runWatched } from './watched.ts'

type ExportServices = Pick<Services, 'database' | 'config' | 'log' | 'jobs'>

/** The export can't be done; the message says why. */
class ExportRefused extends Error {}

/** Writes an export's file. One interrupted by a restart starts over. */
export async function runExport(services: ExportServices, { data: { firmId, id } }: ClaimedJob): Promise<void> {
  const run = await withFirm(services.database, firmId, (trx) => begin(trx, { firmId, id }))
  if (!run) return
  const files = openExportFiles(services.config.blobFolder)
  const owner = { firmId, userId: run.userId, id, attempts: run.attempts }
  try {
    if (run.attempts > mostStarts) throw new ExportRefused(exportFailed)
    const written = await write(services, { firmId, run })
    await end(services, owner, { status: 'done', written })
  } catch (error) {
    if (error instanceof CalledOff && error.by === 'begun again') return
    if (error instanceof CalledOff && error.by === 'stopping') return queueAgain(services, owner)
    if (!(error instanceof CalledOff || error instanceof ExportRefused))
      services.log.error({ err: error, id }, 'an export failed')
    if (await end(services, owner, endingOf(error))) await files.remove(id)
  }
}

function endingOf(error: unknown): Ending {
  if (error instanceof CalledOff) return { status: 'canceled' }
  return { status: 'failed', reason: error instanceof ExportRefused ? error.message : exportFailed }
}

async function begin(trx: Trx, { firmId, id }: { firmId: number; id: string }): Promise<ExportRun | undefined> {
  const run = await claim<ExportRun>(trx, { table: 'export_runs', firmId, id, columns: exportColumns })
  if (!run) return undefined
  const { rows } = await sql<{ attempts: number }>`
    update export_runs set attempts = attempts + 1, done = 0
    where firm_id = ${firmId}::integer and id = ${id}::uuid returning attempts`.execute(trx)
  await tellOwner(trx, { firmId, userId: run.userId, id })
  return { ...run, attempts: rows[0]?.attempts ?? 1 }
}

interface Written {
  size: number
  /** Rows. */
  total: number
}

async function write(services: ExportServices, { firmId, run }: { firmId: number; run: ExportRun }): Promise<Written> {
  const { database, config } = services
  const { request, zone, title } = await withFirm(database, firmId, (trx) => requestOf(trx, { firmId, run }))
  const { id, userId, attempts } = run
  const refusal = async (trx: Trx) =>
    (await stillMay(trx, { ...request.scope, userId })) ? undefined : new ExportRefused(rightsChanged)
  let total = 0
  const note = async (trx: Trx, progress: Progress) => {
    const { rows } = await sql<{ isCanceled: boolean }>`
      update export_runs set done = ${progress.done}::integer, total = ${progress.total}::integer, updated_at = now()
      where ${isUnderWay({ firmId, id, attempts })} returning is_canceled as "isCanceled"`.execute(trx)
    if (!rows[0]) return 'begun again'
    return rows[0].isCanceled ? 'canceled' : undefined
  }
  const owner = { firmId, userId }
  const watched = { owner, id, note, refusal, change: ownerChange({ ...owner, id }) }
  const size = await runWatched(services, watched, (signal, onRows) => {
    const options: ExportOptions = {
      writer: run.format === 'xlsx' ? makeSheetWriter({ title, zone }) : csvWriter,
      signal,
      onRows: (done, of) => {
        total = of
        if (run.format === 'xlsx' && of >= mostSheetRows) throw new ExportRefused(tooManyForSheet)
        onRows(done, of)
      },
    }
    return openExportFiles(config.blobFolder).write(id, (push) => exportRows(database, request, push, options))
  })
  // Between two looks, or on the embedded database, where there are none while it runs.
  const refused = await withFirm(database, firmId, refusal)
  if (refused) throw refused
  return { size, total }
}

const rightsChanged = 'What you may do has changed since this export was started. Start it again.'

const tooManyForSheet = `An Excel sheet has room for ${(mostSheetRows - 1).toLocaleString('en-US')} rows. Export as CSV, or narrow the table down.`

/** The request, as far as the role now allows it. */
async function requestOf(
  trx: Trx,
  { firmId, run }: { firmId: number; run: ExportRun },
): Promise<{ request: ExportRequest; zone: string; title: string }> {
  const { userId } = run
  const resource = getResource(run.entity)
  const acting = await findActing(trx, { firmId, userId })
  if (!acting || subjectAccess(resource.subject, acting.role) === 'DENY')
    throw new ExportRefused('Your role does not allow this.')
  const { role } = acting
  const allowed = exportableKeys(resource, role)
  if (!run.request.keys.every((key) => allowed.includes(key)))
    throw new ExportRefused('Your role no longer sees every column of this export.')
  const { rows } = await sql<{ zone: string | null }>`
    select default_time_zone as zone from firms where id = ${firmId}::integer`.execute(trx)
  const title = termOf(resource, 'many', await dictionaryOf(trx, firmId))
  const scope = { firmId, userId, ...acting }
  return { request: { resource, scope, ...run.request }, zone: rows[0]?.zone ?? 'UTC', title }
}

interface Ending {
  status: ExportStatus
  written?: Written
  reason?: string
}

interface Attempt {
  firmId: number
  id: string
  attempts: number
}

/** Whether this attempt is the one under way. */
function isUnderWay({ firmId, id, attempts }: Attempt) {
  return sql<boolean>`firm_id = ${firmId}::integer and id = ${id}::uuid and status = 'running'
    and attempts = ${attempts}::integer`
}

/** Records how an attempt ended. Returns false if it isn't the one under way. */
async function end(
  { database }: ExportServices,
  owner: Attempt & { userId: string },
  { status, written, reason }: Ending,
): Promise<boolean> {
  return withFirm(database, owner.firmId, async (trx) => {
    const { rows } =
      await sql`update export_runs set status = ${status}, reason = ${reason ?? null}, size = ${written?.size ?? null}::bigint,
        updated_at = now(), done = coalesce(${written?.total ?? null}::integer, done),
        total = coalesce(${written?.total ?? null}::integer, total),
        expires_at = now() + make_interval(hours => ${exportHours}::integer)
      where ${isUnderWay(owner)} returning id`.execute(trx)
    if (rows.length > 0) await tellOwner(trx, owner)
    return rows.length > 0
  })
}

async function queueAgain({ database, jobs }: ExportServices, attempt: Attempt): Promise<void> {
  const { firmId, id } = attempt
  await withFirm(database, firmId, async (trx) => {
    const { rows } = await sql`
      update export_runs set status = 'waiting', attempts = attempts - 1, updated_at = now()
      where ${isUnderWay(attempt)} returning id`.execute(trx)
    if (rows.length > 0) await jobs.enqueue(trx, 'export', [{ firmId, id }])
  })
}
